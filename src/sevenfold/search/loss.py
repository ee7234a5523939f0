"""What a move loses: by how much the best of the moves tried is better, by a search of its own."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sevenfold.core.game import Game
from sevenfold.core.moves import Move
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.decide import still_racing
from sevenfold.search.evaluate import Tally, Utility, ahead_of_others, tally_worlds
from sevenfold.search.review import WORLDS_A_SLICE, tallied
from sevenfold.search.trials import Trials

S = TypeVar("S")
V = TypeVar("V")


def loss_of(game: Game[S, V, Any], seen: V, seat: int, move: Move, worlds: int, seed: int) -> float:
    """By how much another move would have been better for a seat, in what a search aims at: its result above
    the mean of the others'.

    The best move, the one made among them, is found in one half of the worlds and compared in the other half,
    so the mean over many decisions does not grow by luck; a single loss may be below 0. All play on by the
    game's player. Raises NoSample, NoWorld.
    """
    moves = list(dict.fromkeys((move, *moves_to_try(game, seen, seat))))
    if len(moves) == 1:
        return 0.0
    trials, utility, half = Trials(game, seen, seat, seed), ahead_of_others(game.meta, seat), worlds // 2
    best = _best(trials, utility, moves, half)
    if best == move:
        return 0.0
    by, _ = tallied(trials, utility, [move, best], worlds - half).ahead(1, 0)
    return by


def _best(trials: Trials[V], utility: Utility, moves: Sequence[Move], worlds: int) -> Move:
    """The best of the moves in so many worlds; those that fall far behind drop out, except the first."""
    tally, left = Tally(len(moves)), list(moves)
    while len(left) > 1 and tally.worlds < worlds:
        tally_worlds(trials.run(left, min(WORLDS_A_SLICE, worlds - tally.worlds)), utility, tally)
        keep = still_racing(tally, len(left))
        tally.keep(keep)
        left = [left[index] for index in keep]
    return left[max(range(len(left)), key=tally.mean)]
