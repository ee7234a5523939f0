"""Practice: positions from rounds among Medium players in which a search finds one best move.

A game keeps its positions in `practice.json`. A position is a seed, which deals the cards and draws what is
left to chance, and the moves that were made since; so it comes out the same on every machine.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.game import Game, S, V
from sevenfold.core.log import Played, read_seat, seat_text
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.evaluate import Value, ahead_of_others, evaluate

SURE = 4.0
"""Standard errors by which every other move must be behind the best."""

WORLDS = 400
"""The worlds in which a position's moves are valued: a best move that is sure by then is no close call."""

WORLDS_FIRST = 120
"""The other worlds in which the best move is found first, so that it is not merely lucky in those."""

LEAST_MOVES, MOST_MOVES = 4, 24
"""Fewer moves leave nothing to find, unless it is whether to act at all; more could not all be tried."""

LOOKED_AT = 0.4
"""The share of decisions that are valued, so that positions come from all of a round."""

A_KIND = 6
"""How many positions of a game may be of one kind: the same phase and place in the trick, and a best move of
the same kind."""


class Tried(msgspec.Struct, frozen=True):
    """A move that is not the best: by how much it is behind, in what a round brings its seat less the mean of
    what it brings the others, and the standard error of that.
    """

    move: str
    behind: float
    error: float


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """A position: the seat that is to act, the best move, and every other that was tried, the better first.

    `moves` are those of the seats since the deal, each as its seat and its text: `2 QH`.
    """

    seed: int
    seat: int
    moves: tuple[str, ...]
    best: str
    others: tuple[Tried, ...]
    worlds: int


def practice_path(package: str) -> Traversable:
    """The file with the positions of the game whose package is `game`, which it may not have."""
    return files(package) / "practice.json"


def load_practice(package: str) -> tuple[Practice, ...]:
    """The positions that a game keeps; none where it has no file of them."""
    path = practice_path(package)
    return read_practice(path.read_bytes()) if path.is_file() else ()


def read_practice(data: bytes) -> tuple[Practice, ...]:
    """The positions of a file."""
    return msgspec.json.decode(data, type=tuple[Practice, ...])


def write_practice(positions: list[Practice]) -> str:
    """Positions as a game's file has them, one a line."""
    lines = [msgspec.json.encode(position).decode() for position in positions]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def dealer_of(seed: int) -> Dealer:
    """The dealer of the position with this seed."""
    return Dealer(f"practice {seed}".encode())


def set_up(game: Game[S, V, Any], position: Practice) -> Match[S, V]:
    """A match at this position, with the default options. Raises IllegalMove, LogError where the rules have
    changed so that its moves cannot be made any more.
    """
    options = game.meta.options()
    dealer = dealer_of(position.seed)
    match = dealing.begin(dealer, game, options, game.meta.seats(None))
    for text in position.moves:
        seat, _, move = text.partition(" ")
        match.play_text(read_seat(seat, match.players), move)
        dealing.draw(dealer, match)
    return match


def make_practice(game: Game[S, V, Any], first_seed: int, each: ForEach = one_by_one) -> Iterator[Practice]:
    """Positions from self-play without end: at most one for each deal, with seeds from `first_seed` on.

    They are the same, whatever `each` shares out between the valuing of their moves. Raises NoSample.
    """
    game, found, last = game.by_learnt(), _Found(), first_seed - 1

    def moments() -> Iterator[_Moment]:
        for seed in count(first_seed):
            for moment in _moments(game, seed):
                if seed <= last:  # it has given its position
                    break
                yield moment

    for moment, values in each(partial(_value, game), moments()):
        if moment.seed > last and values and _takes(found, moment, values[0].move):
            last = moment.seed
            yield _position(game, moment, values)


class _Found:
    """The positions found so far: few of a kind, and of those that Medium solves at most one more than of
    those that it misses.
    """

    def __init__(self) -> None:
        self._kinds: Counter[object] = Counter()
        self._easy = 0

    def takes(self, kind: object, is_easy: bool) -> bool:
        """Whether one more of these is wanted; then it is counted."""
        if self._kinds[kind] == A_KIND or (is_easy and self._easy > 0):
            return False
        self._kinds[kind] += 1
        self._easy += 1 if is_easy else -1
        return True


class _Moment(NamedTuple):
    """A decision of a deal, and the move that its player makes."""

    seed: int
    seat: int
    seen: Any
    before: tuple[str, ...]
    """The moves that seats made before it."""
    place: tuple[str, int]
    """The phase, and how many cards lie in the trick."""
    move: Move


def _moments(game: Game[S, V, Any], seed: int) -> Iterator[_Moment]:
    """The decisions of a deal that are valued."""
    dealer, random = dealer_of(seed), Random(seed)
    match = dealing.begin(dealer, game, game.meta.options(), game.meta.seats(None))
    while not match.round_over:
        seat = match.acting[0]
        seen = match.seen(seat)
        move = game.choose(seen, seat)
        if not game.is_brief(match.state) and random.random() < LOOKED_AT:
            view = match.view(seat)
            place = view.phase, min(len(view.table), match.players - 1)
            yield _Moment(seed, seat, seen, _moves_of(match), place, move)
        match.play(seat, move)
        dealing.draw(dealer, match)


def _moves_of(match: Match[S, V]) -> tuple[str, ...]:
    played = (entry for entry in match.entries if isinstance(entry, Played))
    return tuple(f"{entry.seat} {entry.move}" for entry in played if entry.seat != seat_text(CHANCE))


def _value(game: Game[S, V, Any], moment: _Moment) -> tuple[_Moment, list[Value]]:
    return moment, value_moves(game, moment.seen, moment.seat, moment.seed)


def value_moves(game: Game[S, V, Any], seen: V, seat: int, seed: int) -> list[Value]:
    """The values of a seat's moves, compared with the best of them, which stands first; [] where none is
    surely the best. Raises NoSample, NoWorld.
    """
    moves = moves_to_try(game, seen, seat)
    least = 2 if any(move.cards == 0 for move in moves) else LEAST_MOVES
    if not least <= len(moves) <= MOST_MOVES:
        return []
    utility = ahead_of_others(game.meta, seat)
    first = evaluate(game, seen, seat, moves, worlds=WORLDS_FIRST, seed=seed, utility=utility)
    best = max(first, key=lambda value: value.mean).move
    values = value_against(game, seen, seat, best, [move for move in moves if move != best], WORLDS, seed + 1)
    return values if is_sure(values, SURE) else []


def value_against(
    game: Game[S, V, Any], seen: V, seat: int, best: Move, others: list[Move], worlds: int, seed: int
) -> list[Value]:
    """What a move and others are worth in the same worlds: that move first, the others by their values."""
    utility = ahead_of_others(game.meta, seat)
    top, *rest = evaluate(game, seen, seat, [best, *others], worlds=worlds, seed=seed, utility=utility)
    return [top, *sorted(rest, key=lambda value: -value.ahead)]


def is_sure(values: list[Value], errors: float) -> bool:
    """Whether every move is behind the first by so many standard errors."""
    return all(value.error > 0 and -value.ahead >= errors * value.error for value in values[1:])


def _takes(found: _Found, moment: _Moment, best: Move) -> bool:
    return found.takes((*moment.place, best.kind), moment.move == best)


def _position(game: Game[S, V, Any], moment: _Moment, values: list[Value]) -> Practice:
    write = game.notation.write
    best, *others = values
    return Practice(
        seed=moment.seed,
        seat=moment.seat,
        moves=moment.before,
        best=write(best.move),
        others=tuple(Tried(write(v.move), round(-v.ahead, 3), round(v.error, 3)) for v in others),
        worlds=best.worlds,
    )
