"""Rounds on a GPU: in Numba's simulator they are those of `VectorEnv`, and all kernels compile for one.

tests/long has the other games, and every preset.
"""

import os
import re
import subprocess
import sys

import pytest

from bench import ptx
from sevenfold import CudaBatch
from sevenfold.compiled.cuda import CudaUnavailable
from sevenfold.envs import CudaVectorEnv
from sevenfold.games import load_game
from tests.envs.on_gpu import dealt

ADDS_BEFORE_IT_ROUNDS = re.compile(r"\bfma\.|\b(?:mul|add|sub)\.f64")
"""An instruction of PTX that another GPU, or no GPU, rounds otherwise."""

OUTSIDE = re.compile(r"\.extern \.func")
"""Code that would have to be linked, and so compiled by another compiler."""


def simulated(*arguments: str) -> str:
    """What Python prints in Numba's simulator of a GPU, which is chosen before Numba is imported."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def rounds_are_the_same(game: str, who: str, steps: int) -> None:
    options = ["--rounds", "2", "--compared", str(steps), "--only", game, "--who", who]
    printed = simulated("-m", "bench.cuda", *options)
    assert f"{game}, {who}: {steps} steps of 2 rounds are the same" in printed
    assert "moves of playouts and rollouts are the same" in printed


def test_rounds_on_a_gpu_are_those_of_vector_env_and_of_batches_lockup() -> None:
    rounds_are_the_same("lockup", "learnt", 30)


@pytest.mark.parametrize("game", ["lockup"])
def test_every_way_in_and_out_of_an_environment_on_a_gpu(game: str) -> None:
    assert simulated("-c", f"from tests.envs.on_gpu import ways; ways({game!r})") == "all is well\n"


def all_compiled(texts: dict[str, str]) -> None:
    """The assembly of kernels is whole, and any GPU computes by it what a CPU does."""
    for kernel, text in texts.items():
        assert ".visible .entry" in text, kernel
        assert ADDS_BEFORE_IT_ROUNDS.search(text) is None, kernel
        assert OUTSIDE.search(text) is None, kernel


def test_every_kernel_compiles_for_a_gpu_lockup() -> None:
    game = load_game("lockup").by_learnt()
    all_compiled(ptx.compile_all(ptx.usual_table(game), game, by_player=True))
    all_compiled(ptx.compile_batch(game, by_player=True))


def test_a_player_that_makes_lists_of_no_fixed_length_is_named() -> None:
    game = load_game("seven_bridge")
    with pytest.raises(CudaUnavailable, match="melds_of_three makes a list of no fixed length"):
        ptx.compile_all(ptx.usual_table(game), game, by_player=True)
    with pytest.raises(CudaUnavailable, match="melds_of_three makes a list of no fixed length"):
        ptx.compile_batch(game, by_player=True)


def test_a_batch_on_a_gpu_refuses_what_does_not_fit() -> None:
    assert simulated("-c", "from tests.envs.on_gpu import batches; batches()") == "all is well\n"


def test_without_a_gpu_an_error_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(CudaUnavailable, match="no GPU that CUDA can use"):
        CudaVectorEnv("lockup", 1)
    with pytest.raises(CudaUnavailable, match="no GPU that CUDA can use"):
        CudaBatch(dealt("lockup", 1))
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(CudaUnavailable, match=r"numba_cuda is missing; install sevenfold\[cuda\]"):
        CudaVectorEnv("lockup", 1)
