"""A decision within a budget: a race of moves against that of a player who does not search.

That player, who also plays on in all worlds, is the rule-based one, or the learnt one where the budget says
so. Its move is the incumbent. The first half of the budget nominates a move: all moves race in slices of a
few milliseconds, and those far behind the best drop out. The second half compares the best move with the
incumbent in fresh worlds. It is made only if it is ahead there by enough standard errors, and the fewer
worlds there are, the more it takes. So a move that was merely lucky is not made. Budgets count simulated
moves, so the same seed gives the same decision on every machine; milliseconds are a cap. Where a seat has too
many moves to try, the game proposes some (`candidates`).
"""

from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, TypeVar

from sevenfold.core.choosing import acting_seat
from sevenfold.core.game import Game
from sevenfold.core.moves import Move
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.evaluate import Tally, Utility, Value, ahead_of_others, tally_worlds, values_of
from sevenfold.search.trials import Trials

S = TypeVar("S")
V = TypeVar("V")

SLICE = 4_000
"""The moves of one slice of a race: 1 to 4 ms, after which the clock is looked at."""

WORLDS_FIRST = 8
"""A move stays in the race for at least this many worlds."""

DROPPED = 2.5
"""A move drops out when it is more than this many standard errors behind the best."""

DOUBT = 7.0
"""A move is made only if in fresh worlds it is more than DOUBT / sqrt(worlds) standard errors ahead of the
incumbent. Before any world the incumbent is taken to be the best, so the fewer worlds there are, the more
they must say."""


@dataclass(frozen=True)
class Budget:
    """How long a search may think: moves made in all of its worlds, and as a cap milliseconds.

    Without the cap, or where it is not reached, the same seed gives the same decision. With `learnt` the
    game's learnt player, where it has one, takes the place of the rule-based one.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> budget = sevenfold.Budget(moves=2000, milliseconds=500)
    >>> decision = sevenfold.decide(game, match.seen(0), 0, budget, seed=1)
    >>> decision.move in match.legal(0)
    True
    """

    moves: int
    milliseconds: float | None = None
    learnt: bool = False


@dataclass(frozen=True)
class Decision:
    """The move chosen, and what is known of it and of others; the incumbent stands first.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> decision = sevenfold.decide(game, match.seen(0), 0, sevenfold.Budget(2000), seed=1)
    >>> decision.values[0].move == game.choose(match.seen(0), 0)
    True
    """

    move: Move
    values: tuple[Value, ...]


def decide(
    game: Game[S, V, Any], seen: V, seat: int, budget: Budget, seed: int, utility: Utility | None = None
) -> Decision:
    """A move for a seat that is to act, by what it sees.

    Half of the budget goes to nominate one of the moves, in worlds that are the same for all; the other half
    to compare it with the incumbent in fresh worlds. So a move is not made because it was lucky once. In a
    game without a sample, the incumbent is made.

    Raises NoWorld, WrongState, NoSuchSeat, NotToAct, WrongNumber.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> decision = sevenfold.decide(game, match.seen(0), 0, sevenfold.Budget(2000), seed=1)
    >>> step = match.play(0, decision.move)
    """
    seat = acting_seat(game, seen, seat)
    if budget.learnt:
        game = game.by_learnt()
    moves = [game.choose(seen, seat)] if game.sample is None else moves_to_try(game, seen, seat)
    if len(moves) == 1:
        return Decision(moves[0], ())
    race = _Race(Trials(game, seen, seat, seed), utility or ahead_of_others(game.meta, seat), budget)
    values = race.run(moves, 0.5)
    best = max(values, key=lambda value: value.mean)
    if best.ahead <= 0 or best.move == moves[0]:
        return Decision(moves[0], tuple(values))
    confirmed = race.run([moves[0], best.move], 1.0)
    return Decision(best.move if _convinces(confirmed[-1]) else moves[0], tuple(confirmed))


def _convinces(value: Value) -> bool:
    return value.ahead > DOUBT / sqrt(value.worlds) * value.error


class _Race:
    """Moves tried slice by slice; those that fall behind drop out, except the first."""

    def __init__(self, trials: Trials[Any], utility: Utility, budget: Budget) -> None:
        self._trials, self._utility, self._budget = trials, utility, budget
        self._began = perf_counter()

    def run(self, moves: list[Move], share: float) -> list[Value]:
        """Race until this share of the budget is spent, or only the first move is left."""
        until = int(share * self._budget.moves)
        tally = Tally(len(moves))
        while True:
            left = max(1, min(SLICE, until - self._trials.moves))
            tally_worlds(self._trials.run(moves, 1 + left // len(moves), left), self._utility, tally)
            keep = still_racing(tally, len(moves))
            tally.keep(keep)
            moves = [moves[index] for index in keep]
            if len(moves) == 1 or self._trials.moves >= until or self._is_late(share):
                return values_of(moves, tally)

    def _is_late(self, share: float) -> bool:
        limit = self._budget.milliseconds
        return limit is not None and 1000 * (perf_counter() - self._began) >= share * limit


def still_racing(tally: Tally, moves: int) -> list[int]:
    """The first, and all that are not far behind the best."""
    if tally.worlds < WORLDS_FIRST:
        return list(range(moves))
    best = max(range(moves), key=tally.mean)
    behind = [tally.ahead(best, index) for index in range(moves)]
    return [index for index, (by, error) in enumerate(behind) if index == 0 or by <= DROPPED * error]
