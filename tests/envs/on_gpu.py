"""What `test_cuda.py` runs in Numba's simulator of a GPU: each way in and out of `CudaVectorEnv`."""

from importlib import import_module
from typing import Any

import numpy as np

from sevenfold.compiled.arrays import WrongArray
from sevenfold.core.given import NoSuchSeat, WrongNumber
from sevenfold.envs import CudaVectorEnv, VectorEnv

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


def _what_is_wrong_is_refused(there: CudaVectorEnv) -> None:
    refused: list[tuple[type[Exception], Any]] = [
        (WrongArray, lambda: there.step(np.zeros(ROUNDS, np.int64))),
        (WrongArray, lambda: there.step(cuda.to_device(np.zeros(ROUNDS, np.int32)))),
        (WrongArray, lambda: there.step(cuda.to_device(np.zeros(ROUNDS + 1, np.int64)))),
        (WrongArray, lambda: there.mask(out=cuda.to_device(np.zeros((ROUNDS, 1), np.int8)))),
        (WrongArray, lambda: there.reset(where=cuda.to_device(np.ones(ROUNDS, np.int64)))),
        (NoSuchSeat, lambda: there.observe(seat=4)),
        (WrongNumber, lambda: there.state(ROUNDS)),
        (WrongNumber, lambda: CudaVectorEnv("lockup", 1, device=1)),
        (WrongNumber, lambda: CudaVectorEnv("lockup", 1, threads=0)),
    ]
    for number, (error, tried) in enumerate(refused):
        try:
            tried()
        except error:
            continue
        raise AssertionError(number)
