"""What `test_cuda.py` runs in Numba's simulator of a GPU: each way in and out of what lies on one."""

from importlib import import_module
from typing import Any

import numpy as np

from sevenfold import Batch, CudaBatch
from sevenfold.compiled.arrays import WrongArray
from sevenfold.core.given import NoSuchSeat, WrongNumber
from sevenfold.envs import CudaUnavailable, CudaVectorEnv, VectorEnv, WrongSave
from sevenfold.games import load_game

cuda: Any = import_module("numba.cuda")
ROUNDS = 3


def ways(game: str) -> None:
    """Play on both, and try what is refused."""
    there, here = CudaVectorEnv(game, ROUNDS, seed=3, auto_reset=False), VectorEnv(game, ROUNDS, seed=3)
    out = cuda.to_device(np.full((ROUNDS, there.encoding.length), 9, np.int16))
    assert there.observe(out=out, seat=2) is out
    assert (out.copy_to_host() == here.observe(seat=2)).all()
    assert there.state(1) == here.state(1)
    _illegal_actions_change_nothing(there)
    _some_rounds_are_dealt_anew(there, here)
    _rounds_are_kept_and_put_back(there, here)
    _what_is_wrong_is_refused(there)
    print("all is well")  # noqa: T201  it is what the test reads


def _illegal_actions_change_nothing(there: CudaVectorEnv) -> None:
    before = [there.state(index) for index in range(ROUNDS)]
    actions = there.sample().copy_to_host()
    actions[1] = there.num_actions
    there.step(cuda.to_device(actions))
    assert there.illegal.copy_to_host().tolist() == [False, True, False]
    after = [there.state(index) for index in range(ROUNDS)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, False]


def _some_rounds_are_dealt_anew(there: CudaVectorEnv, here: VectorEnv) -> None:
    before = there.state(0)
    there.reset(where=cuda.to_device(np.array([False, True, True])))
    here.reset()
    assert there.state(0) == before
    assert [there.state(index) for index in (1, 2)] == [here.state(index) for index in (1, 2)]
    there.reset(seed=3)
    here.reset(seed=3)
    assert [there.state(index) for index in range(ROUNDS)] == [here.state(index) for index in range(ROUNDS)]


def _rounds_are_kept_and_put_back(there: CudaVectorEnv, here: VectorEnv) -> None:
    assert there.save() == here.save()
    saved, copied = there.save(2), there.copy()
    actions = here.advise().copy()
    assert there.advise().copy_to_host().tolist() == actions.tolist()
    there.step(cuda.to_device(actions))
    here.step(actions)
    assert copied.save(2) == saved != there.save(2)
    for env in (there, here, copied):
        env.restore(0, saved)
    copied.restore(1, here.save(1))
    assert copied.state(1) == here.state(1)
    for env in (there, here):
        env.reset()  # round 0 is dealt what round 2 would have been
    assert [there.state(index) for index in range(ROUNDS)] == [here.state(index) for index in range(ROUNDS)]
    copied.reset()
    assert copied.state(0) == there.state(0)


def _what_is_wrong_is_refused(there: CudaVectorEnv) -> None:
    refused: list[tuple[type[Exception], Any]] = [
        (WrongArray, lambda: there.step(np.zeros(ROUNDS, np.int64))),
        (WrongArray, lambda: there.step(cuda.to_device(np.zeros(ROUNDS, np.int32)))),
        (WrongArray, lambda: there.step(cuda.to_device(np.zeros(ROUNDS + 1, np.int64)))),
        (WrongArray, lambda: there.mask(out=cuda.to_device(np.zeros((ROUNDS, 1), np.int8)))),
        (WrongArray, lambda: there.reset(where=cuda.to_device(np.ones(ROUNDS, np.int64)))),
        (WrongArray, lambda: there.advise(out=cuda.to_device(np.zeros(ROUNDS, np.int32)))),
        (WrongSave, lambda: there.restore(0, CudaVectorEnv("lockup", 1, opponents={1: "rules"}).save(0))),
        (WrongNumber, lambda: there.save(ROUNDS)),
        (NoSuchSeat, lambda: there.observe(seat=4)),
        (WrongNumber, lambda: there.state(ROUNDS)),
        (WrongNumber, lambda: CudaVectorEnv("lockup", 1, device=1)),
        (WrongNumber, lambda: CudaVectorEnv("lockup", 1, threads=0)),
    ]
    _are_refused(refused)


def dealt(game: str, count: int) -> Batch[Any]:
    """Rounds just dealt."""
    loaded = load_game(game)
    return Batch.deal(loaded, loaded.meta.options(), loaded.meta.seats(None), count, seed=1)


def batches() -> None:
    """Make a batch, read it back, and try what is refused."""
    batch = dealt("lockup", ROUNDS)
    there = CudaBatch(batch)
    assert (there.to_host().states == batch.states).all()
    assert len(there) == ROUNDS
    refused: list[tuple[type[Exception], Any]] = [
        (WrongNumber, lambda: CudaBatch(dealt("lockup", 0))),
        (WrongNumber, lambda: CudaBatch(batch, device=1)),
        (WrongNumber, lambda: there.rollouts(0, 1)),
        (WrongNumber, lambda: there.playout(there.dice(1), max_moves=-1)),
        (WrongArray, lambda: there.playout(batch.dice(1))),
        (NoSuchSeat, lambda: there.rollouts(1, 1, [4])),
        (CudaUnavailable, lambda: CudaBatch(dealt("seven_bridge", 1)).rollouts(1, 1, [0])),
    ]
    _are_refused(refused)
    print("all is well")  # noqa: T201  it is what the test reads


def _are_refused(refused: list[tuple[type[Exception], Any]]) -> None:
    for number, (error, tried) in enumerate(refused):
        try:
            tried()
        except error:
            continue
        raise AssertionError(number)
