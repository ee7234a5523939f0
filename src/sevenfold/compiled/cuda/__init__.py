"""Games compiled for an Nvidia GPU: the very functions of the rules, one round a thread.

`binding` gives each function that a kernel calls its form on a GPU, and `without_gpu` compiles where there is
none. `batch` plays on from states, and `envs/cuda.py` has the environment. All need the extra `cuda`.
"""

from sevenfold.errors import SevenfoldError


class CudaUnavailable(SevenfoldError):
    """Nothing can be played on a GPU here, or not this game by this player."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this cannot be played on a GPU: {reason}")
        self.reason = reason
