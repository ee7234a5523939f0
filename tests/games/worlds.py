"""Worlds drawn one by one by plain Python, for the tests of the rooms' `sample.py`."""

from random import Random
from typing import Any

from sevenfold.core.dice import SEEDS
from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import draw_world, empty_layout


class Worlds:
    """The worlds that a seat cannot rule out."""

    def __init__(self, game: AnyGame, view: Any, seat: int) -> None:
        self.game, self.view, self.seat = game, view, seat
        self.layout = empty_layout()

    def draw(self, rng: Random) -> Any:
        world = duplicate(self.view)
        dice = rng.randrange(SEEDS)
        found, _ = draw_world(self.game.sample, self.view, self.seat, self.layout, world, dice)
        assert found
        return world


def sample(game: AnyGame, view: Any, seat: int, rng: Random) -> Any:
    """One of them."""
    return Worlds(game, view, seat).draw(rng)
