"""A player of Lockup and Trump 7 that learnt by `examples/ppo.py`, as a package that Sevenfold finds.

Once installed beside Sevenfold it is called `ppo` in the arena and at tables. A player of your own takes
the same few lines: all it needs is something that answers an observation with an action.
"""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.envs import action_player


class NotLearnt(ValueError):
    """A game for which there is no network."""

    def __init__(self, game: str) -> None:
        super().__init__(f"it has not learnt {game}")


def learnt(game: Any, _rng: Random) -> Any:
    """The player for a game. Raises NotLearnt."""
    file = Path(__file__).parent / f"{game.meta.name}.npz"
    if not file.exists():
        raise NotLearnt(game.meta.name)
    kept = np.load(file)
    scale = kept["scale"]
    layers = [
        (kept[f"w{index}"].astype(np.float32), kept[f"b{index}"].astype(np.float32))
        for index in range(len(kept.files) // 2)
    ]

    def act(observation: NDArray[np.int16], mask: NDArray[np.int8]) -> int:
        values = observation * scale
        for weights, biases in layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = layers[-1]
        liked = (values @ weights + biases)[:-1]  # the last output is the expected result
        return int(np.where(mask == 1, liked, -np.inf).argmax())

    return action_player(game, act)
