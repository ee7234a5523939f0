"""What moves are value: their results in the same worlds, compared pair by pair."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeVar

from sevenfold.core.choosing import acting_seat, check_moves
from sevenfold.core.game import Game
from sevenfold.core.given import checked_int
from sevenfold.core.meta import Meta
from sevenfold.core.moves import Move
from sevenfold.core.playout import NO_LIMIT
from sevenfold.errors import SevenfoldError
from sevenfold.search.trials import Trials

S = TypeVar("S")
V = TypeVar("V")

Results = tuple[int, ...]
"""What a round brought each seat."""

Utility = Callable[[Results], float]
"""What such results are worth to a seat: in a match that may depend on the score."""


@dataclass(frozen=True)
class Value:
    """What a move is value, as found in `worlds` worlds.

    `ahead` is by how much it is better than the first of the moves tried, and `error` the standard error of
    `ahead`. It is smaller than the standard errors of the two, as both were tried in the same worlds.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> moves = list(match.legal(0))[:2]
    >>> values = sevenfold.evaluate(game, match.seen(0), 0, moves, worlds=20, seed=1)
    >>> [(match.write(value.move), value.worlds) for value in values], values[0].ahead
    ([('7S', 20), ('KH', 20)], 0.0)
    """

    move: Move
    mean: float
    ahead: float
    error: float
    worlds: int


def ahead_of_others(meta: Meta, seat: int) -> Utility:
    """The utility of a round by itself: by how much a seat does better than the others on average."""

    def utility(results: Results) -> float:
        own = results[seat]
        return meta.sign * (own - (sum(results) - own) / (len(results) - 1))

    return utility


class Tally:
    """Values of moves tried in the same worlds: sums, and sums of products for each pair."""

    def __init__(self, moves: int) -> None:
        self.worlds = 0
        self._sums = [0.0] * moves
        self._products = [[0.0] * moves for _ in range(moves)]

    def add(self, values: Sequence[float]) -> None:
        """The values of all moves in one world more."""
        self.worlds += 1
        for index, value in enumerate(values):
            self._sums[index] += value
            row = self._products[index]
            for other in range(index + 1):
                row[other] += value * values[other]

    def mean(self, index: int) -> float:
        """The mean value of a move."""
        return self._sums[index] / self.worlds

    def ahead(self, index: int, other: int) -> tuple[float, float]:
        """By how much a move is better than another, and the standard error of that; 0 after one world."""
        count, products = self.worlds, self._products
        difference = (self._sums[index] - self._sums[other]) / count
        if count < 2:
            return difference, 0.0
        both = products[max(index, other)][min(index, other)]
        squares = products[index][index] + products[other][other] - 2 * both
        variance = max(0.0, squares / count - difference * difference) / (count - 1)
        return difference, sqrt(variance)

    def keep(self, indices: Sequence[int]) -> None:
        """Keep only these of the moves, in their order."""
        self._sums = [self._sums[index] for index in indices]
        self._products = [[self._products[index][other] for other in indices] for index in indices]


def tally_worlds(worlds: Sequence[Sequence[Results]], utility: Utility, tally: Tally) -> None:
    """Add the results of moves in some worlds; equal results are valued only once."""
    known: dict[Results, float] = {}
    for world in worlds:
        for results in world:
            if results not in known:
                known[results] = utility(results)
        tally.add([known[results] for results in world])


class NoMovesGiven(SevenfoldError, ValueError):
    """No move was given to be valued.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> sevenfold.evaluate(game, match.seen(0), 0, [], worlds=10, seed=1)
    Traceback (most recent call last):
        ...
    sevenfold.NoMovesGiven: lockup: name one move at least; match.legal(seat) has those of a seat
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"{game}: name one move at least; match.legal(seat) has those of a seat")
        self.game = game


def evaluate(
    game: Game[S, V, Any],
    seen: V,
    seat: int,
    moves: Sequence[Move],
    *,
    worlds: int,
    seed: int,
    utility: Utility | None = None,
    max_moves: int = NO_LIMIT,
) -> list[Value]:
    """What each of the moves is worth to a seat that is to act, by what it sees.

    All are tried in the same worlds, until `max_moves` moves have been made in all of these. After the move
    tried, every seat is played by the game's player.

    Raises NoSample, NoWorld, WrongState, NoSuchSeat, NotToAct, IllegalMove, NoMovesGiven, WrongNumber.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> moves = list(match.legal(0))[:2]
    >>> values = sevenfold.evaluate(game, match.seen(0), 0, moves, worlds=20, seed=1)
    >>> [(match.write(value.move), round(value.ahead, 2)) for value in values]
    [('7S', 0.0), ('KH', -1.2)]
    """
    seat = acting_seat(game, seen, seat)
    if not moves:
        raise NoMovesGiven(game.meta.name)
    moves = check_moves(game, seen, seat, moves)
    worlds, max_moves = checked_int("worlds", worlds, 1), checked_int("max_moves", max_moves, 1, NO_LIMIT)
    tally = Tally(len(moves))
    tried = Trials(game, seen, seat, seed).run(moves, worlds, max_moves)
    tally_worlds(tried, utility or ahead_of_others(game.meta, seat), tally)
    return values_of(moves, tally)


def values_of(moves: Sequence[Move], tally: Tally) -> list[Value]:
    """The values that a tally has found."""
    return [
        Value(move, tally.mean(index), *tally.ahead(index, 0), tally.worlds)
        for index, move in enumerate(moves)
    ]
