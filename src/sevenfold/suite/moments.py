"""Moments of rounds that the rules player plays at all seats: the same for every entrant."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from sevenfold.bots.players import Player
from sevenfold.core.choosing import legal_moves
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.seeded import SeededMatch, new_match

EVERY = 7
"""Of all decisions each so manieth is asked about, so that neighbours are not alike."""

WORLDS = 200
"""In how many worlds it is counted who holds what."""


class Asked(NamedTuple):
    """A decision that is not forced: what its seat sees, the whole state, and a seed for it."""

    round: int
    seen: Any
    seat: int
    state: Any
    move: Move
    """What the player chose who plays the round."""
    seed: int


def decisions(game: AnyGame, player: Player[Any], number: int, seed: int) -> Iterator[Asked]:
    """The decisions of a round that a player plays at all seats."""
    match: SeededMatch[Any, Any] = new_match(game, seed=1_000_000 * seed + number)
    while not match.round_over:
        seat = match.acting[0]
        seen: Any = match.seen(seat)
        move = player(seen, seat)
        if len(list(islice(legal_moves(game.rules, seen, seat), 2))) == 2:
            yield Asked(number, seen, seat, match.state, move, 1_000 * number + match.version)
        match.play(seat, move)


def asked(game: AnyGame, rounds: int, seed: int) -> Iterator[Asked]:
    """Some of the decisions of these rounds, of which the rules player plays all seats."""
    every = (each for number in range(rounds) for each in decisions(game, game.choose, number, seed))
    return islice(every, dice_for(seed, 0) % EVERY, None, EVERY)
