"""How a match stands."""

from dataclasses import dataclass
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.options import Options


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stands. `result` is of the round; None before its end.

    `round_winners` are the seats with the best result of the round: nobody before its end, and where the
    round brought nobody anything. `winners` are those of the match.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.standing.round, match.standing.scores, match.standing.over
    (1, (0, 0, 0, 0), False)
    """

    round: int
    result: tuple[int, ...] | None
    results: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    next_first: int | None
    round_winners: tuple[int, ...] = ()

    def before_end(self) -> Self:
        """The same while the end of the deal is not shown yet: no other deal follows so far."""
        return replace(self, next_first=None)


@dataclass(frozen=True)
class MatchScore:
    """How a match stood before its round: what each seat had, and how many rounds had been played.

    A player that plays to win the match is told (`ask_player`). `last_round` is the round after which the
    match is over, where that is not by the rules alone.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.score.totals, match.score.round_number
    ((0, 0, 0, 0), 1)
    """

    options: Options
    totals: tuple[int, ...]
    rounds: int
    last_round: int | None = None

    @property
    def round_number(self) -> int:
        """Which round is played, the first being 1."""
        return self.rounds + 1


def winners_after(
    game: Game[Any, Any, Any], options: Options, totals: tuple[int, ...], rounds: int, last_round: int | None
) -> tuple[int, ...]:
    """Who has won the match after so many rounds; nobody while it goes on.

    After `last_round`, where one is given, it is over: the best totals win.
    """
    if last_round is not None and rounds >= last_round:
        return leaders(game.meta, totals)
    return game.rules.winners(options, totals, rounds)


def leaders(meta: Meta, points: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the best points."""
    most = max(points, key=lambda each: meta.sign * each)
    return tuple(seat for seat, each in enumerate(points) if each == most)


def best(meta: Meta, result: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the best result; nobody where the round brought nobody anything."""
    return leaders(meta, result) if any(result) else ()
