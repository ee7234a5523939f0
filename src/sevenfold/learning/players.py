"""Players by networks that no room has yet."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from types import FunctionType
from typing import Any, cast

from sevenfold.core.game import AnyGame
from sevenfold.core.inputs import Inputs, choose_by
from sevenfold.core.moves import Move
from sevenfold.core.parts import has_module
from sevenfold.errors import SevenfoldError
from sevenfold.games import package_of

INPUTS: Any = None
NETWORK: tuple[float, ...] = ()
"""What `_choose` plays by; a copy of it has its own."""


class NothingToLearn(SevenfoldError, LookupError):
    """A game whose game has no inputs for networks."""

    def __init__(self, game: str) -> None:
        super().__init__(
            f"{game}: its game has no bot/inputs.py, which says what networks are told (core/inputs.py)"
        )
        self.game = game


def inputs_of(game: AnyGame) -> Inputs[Any, Any]:
    """The inputs of a game's networks. Raises NothingToLearn."""
    name = f"{package_of(game.meta.name)}.bot.inputs"
    if not has_module(name):
        raise NothingToLearn(game.meta.name)
    return cast(Inputs[Any, Any], import_module(name))


def _choose(view: Any, seat: int) -> Move:
    return choose_by(INPUTS, NETWORK, view, seat)


def played_by(game: AnyGame, inputs: Inputs[Any, Any], weights: tuple[float, ...]) -> AnyGame:
    """The same game with a player by these weights in the place of its own. It can be compiled."""
    known = {**globals(), "INPUTS": inputs, "NETWORK": weights}
    choose: Callable[[Any, int], Move] = FunctionType(_choose.__code__, known, _choose.__name__)
    return replace(game, choose=choose)
