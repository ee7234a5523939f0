"""What a search advises a seat: a move, and how much worse other moves would be."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.moves import Move
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.decide import Budget, decide
from sevenfold.search.evaluate import Results, Utility, evaluate

S = TypeVar("S")
V = TypeVar("V")

SURE = 2.0
"""Standard errors by which a move must be behind for its loss to be told."""

OTHERS = 12
"""The most other moves that are tried."""


@dataclass(frozen=True)
class WorseMove:
    """By how much less a move would bring the seat in the round than the one advised."""

    move: Move
    by: float


@dataclass(frozen=True)
class Advice:
    """The move advised, and moves that are worse for sure, the best of them first."""

    move: Move
    losses: tuple[WorseMove, ...]


def advise(game: Game[S, V, Any], seen: V, seat: int, budget: Budget, seed: int) -> Advice:
    """Half of the budget goes to find the move, the other half to compare it with others in fresh worlds.

    Raises NoSample, NoWorld.
    """
    if budget.learnt:
        game = game.by_learnt()
    half = replace(budget, moves=budget.moves // 2)
    best = decide(game, seen, seat, half, seed).move
    others = [move for move in moves_to_try(game, seen, seat) if move != best][:OTHERS]
    if not others:
        return Advice(best, ())
    values = evaluate(
        *(game, seen, seat, [best, *others]),
        worlds=half.moves,
        max_moves=half.moves,
        seed=seed + 1,
        utility=own_result(game.meta, seat),
    )
    behind = [value for value in values[1:] if value.error and -value.ahead >= SURE * value.error]
    behind.sort(key=lambda value: -value.ahead)
    return Advice(best, tuple(WorseMove(value.move, -value.ahead) for value in behind))


def own_result(meta: Meta, seat: int) -> Utility:
    """The utility that is the seat's own result, which a player understands best."""

    def utility(results: Results) -> float:
        return meta.sign * results[seat]

    return utility
