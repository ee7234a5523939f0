"""The baselines that learnt elsewhere, as agents of the suite: networks in NumPy, by their weights.

sevenfold bench-suite run bench.suite.baselines:ppo --task Lockout-v1
"""

from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from sevenfold.suite.tasks import Task

HERE = Path(__file__).parent
LEARNT = HERE.parents[1] / "examples/learnt/sevenfold_learnt"
"""The weights that come with an example; all others lie here, once trained."""


class NotTrained(ValueError):
    """A task for which there is no network."""

    def __init__(self, what: str, task: Task) -> None:
        super().__init__(f"no {what} for {task.name} is here: docs/benchmark.md says how to train it")


class NetworkAgent:
    """Takes the action that a network likes best. The last of its outputs is no action."""

    def __init__(self, file: Path | BinaryIO) -> None:
        kept = np.load(file)
        self._scale = kept["scale"]
        self._layers = [
            (kept[f"w{index}"].astype(np.float32), kept[f"b{index}"].astype(np.float32))
            for index in range(len(kept.files) // 2)
        ]

    def act(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> Any:
        """An action for each row."""
        values = observation * self._scale
        for weights, biases in self._layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = self._layers[-1]
        return np.where(mask == 1, (values @ weights + biases)[:, :-1], -np.inf).argmax(axis=1)


def _agent(what: str, task: Task, *files: Path) -> NetworkAgent:
    for file in files:
        if file.exists():
            return NetworkAgent(file)
    raise NotTrained(what, task)


def ppo(task: Task, _seed: int) -> NetworkAgent:
    """What `examples/ppo.py` taught against rules players. Raises NotTrained."""
    return _agent("ppo", task, LEARNT / f"{task.game}.npz", HERE / f"ppo-{task.game}.npz")


def dmc(task: Task, _seed: int) -> NetworkAgent:
    """What `bench.suite.dmc` taught by self-play. Raises NotTrained."""
    return _agent("dmc", task, HERE / f"dmc-{task.game}.npz")
