"""The same rounds on a GPU and on the CPU, compared to the bit: steps of environments, and batches."""

from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

from sevenfold import Batch, CudaBatch
from sevenfold.core.game import AnyGame
from sevenfold.envs import CudaVectorEnv, VectorEnv


class NotTheSame(AssertionError):
    """What a GPU has differs from what the CPU has."""

    def __init__(self, game: str, what: str, when: str) -> None:
        super().__init__(f"{game}: {what} differs {when}")


def steps(
    there: CudaVectorEnv, here: VectorEnv, count: int, seconds: float, *, advised: bool
) -> tuple[int, int]:
    """Take the same actions in two new environments, and compare all arrays before and after each.

    It stops after so many seconds too. With `advised` what the player advises is compared as well. Returns
    the number of steps, and of rounds that ended. Raises NotTheSame.
    """
    put, begun, taken, ended = import_module("numba.cuda").to_device, perf_counter(), 0, 0
    while True:
        compared = [
            ("to_act", here.to_act, there.to_act),
            ("observe", here.observe(), there.observe()),
            ("mask", here.mask(), there.mask()),
            ("ended", here.ended, there.ended),
            ("returns", here.returns, there.returns),
        ]
        if advised:
            compared.append(("advise", here.advise(), there.advise()))
        for what, own, other in compared:
            _check(there.game, what, own, other, f"after {taken} steps")
        if taken == count or perf_counter() - begun > seconds:
            return taken, ended
        actions = here.sample()
        _check(there.game, "sample", actions, there.sample(), f"after {taken} steps")
        there.step(put(actions))
        ended += int(here.step(actions).sum())
        taken += 1


def playouts(game: AnyGame, rounds: int, policy_seats: tuple[int, ...] = ()) -> int:
    """Play new rounds for ten moves and then to their end, and roll out as many. Returns the number of moves.

    Raises NotTheSame.
    """
    here = Batch.deal(game, game.meta.options(), game.meta.seats(None), rounds, seed=5)
    there = CudaBatch(here, threads=min(128, rounds))
    rolled = here.rollouts(rounds, 6, policy_seats), there.rollouts(rounds, 6, policy_seats)
    _check(game, "moves", rolled[0].moves, rolled[1].moves, "in rollouts")
    _check(game, "means", rolled[0].means, rolled[1].means, "in rollouts")
    dice, other = here.dice(7), there.dice(7)
    moves = 0
    for most in (10, 1 << 30):
        made, made_there = (
            here.playout(dice, policy_seats, most),
            there.playout(other, policy_seats, most),
        )
        when, moves = f"after playouts of {most} moves", moves + made
        _check(game, "moves", made, made_there, when)
        _check(game, "dice", dice, other, when)
        _check(game, "states", here.states, there.to_host().states, when)
        _check(game, "to_act", here.to_act()[0], there.to_act()[0], when)
        _check(game, "outcomes", here.to_act()[1], there.to_act()[1], when)
        _check(game, "returns", here.returns(), there.returns(), when)
    return moves + rolled[0].moves


def _check(game: AnyGame, what: str, own: Any, other: Any, when: str) -> None:
    copied = other.copy_to_host() if hasattr(other, "copy_to_host") else other
    if not np.array_equal(own, copied):
        raise NotTheSame(game.meta.name, what, when)
