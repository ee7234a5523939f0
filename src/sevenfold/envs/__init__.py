"""Sevenfold's games as environments for players that learn.

Importing this package registers the games with Gymnasium and PettingZoo, where these are installed, as
`sevenfold/Lockup-v1` and so on. `sevenfold.envs.openspiel` does the same for OpenSpiel.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sevenfold.compiled.arrays import WrongArray
from sevenfold.compiled.cuda import CudaUnavailable
from sevenfold.envs.acting import action_player
from sevenfold.envs.cuda import CudaVectorEnv
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.history import NoHistory, NoTokens
from sevenfold.envs.matches import MatchVectorEnv
from sevenfold.envs.saving import OtherVersion, SavedRound, WrongSave
from sevenfold.envs.short import ShortDeck
from sevenfold.envs.solved import SOLVED_DECKS
from sevenfold.envs.tree import GameTree
from sevenfold.envs.vector import IllegalAction, VectorEnv

if TYPE_CHECKING:
    from sevenfold.envs.petting import aec_env

__all__ = [
    "SOLVED_DECKS",
    "CudaUnavailable",
    "CudaVectorEnv",  # experimental: it has not run on a card yet
    "Encoding",
    "GameTree",
    "IllegalAction",
    "MatchVectorEnv",
    "NoHistory",
    "NoTokens",
    "OtherVersion",
    "SavedRound",
    "ShortDeck",
    "VectorEnv",
    "WrongArray",
    "WrongSave",
    "action_player",
    "aec_env",
]


def __getattr__(name: str) -> Any:
    if name == "aec_env":
        from sevenfold.envs.petting import aec_env

        return aec_env
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if find_spec("gymnasium"):
    from sevenfold.envs.registration import register_all

    register_all()
