"""A linear player: an action is worth a weighted sum of what is seen.

Weights are small whole numbers, and so are observations. Their sums are exact in whatever order a machine
adds them, so that the player chooses the same everywhere.
"""

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

Actions = NDArray[np.int64]
NEVER = np.float32(-1e30)


class LinearAgent:
    """A player by weights, a row for each number of an observation and a column for each action."""

    def __init__(self, weights: NDArray[np.int8], bias: NDArray[np.int16]) -> None:
        self.weights, self.bias = weights, bias
        self._weights, self._bias = weights.astype(np.float32), bias.astype(np.float32)

    @classmethod
    def read(cls, content: bytes) -> "LinearAgent":
        """Read what `written` wrote."""
        kept = np.load(BytesIO(content))
        return cls(kept["weights"], kept["bias"])

    def written(self) -> bytes:
        """The weights as the content of an .npz file."""
        out = BytesIO()
        np.savez_compressed(out, weights=self.weights, bias=self.bias)
        return out.getvalue()

    @classmethod
    def of(cls, weights: NDArray[Any], bias: NDArray[Any]) -> "LinearAgent":
        """The player by these weights, rounded: the largest become 127."""
        scale = 127 / max(float(np.abs(weights).max()), 1e-9)
        low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        return cls(
            np.round(weights * scale).astype(np.int8),
            np.clip(np.round(bias * scale), low, high).astype(np.int16),
        )

    def act(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> Actions:
        """The action that is worth most in each row."""
        worth = observation.astype(np.float32) @ self._weights + self._bias
        best: Actions = np.where(mask == 1, worth, NEVER).argmax(axis=1)
        return best
