"""Sevenfold's games as environments for players that learn."""

from sevenfold.envs.encoding import Encoding
from sevenfold.envs.vector import IllegalAction, VectorEnv

__all__ = ["Encoding", "IllegalAction", "VectorEnv"]
