"""Worlds drawn one by one by plain Python, for the tests of the games' `sample.py`."""

from random import Random
from typing import Any, Generic, cast

from sevenfold.core.dice import SEEDS
from sevenfold.core.game import Game, S, V
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import draw_world, empty_layout


class Worlds(Generic[S, V]):
    """The worlds that a seat cannot rule out."""

    def __init__(self, game: Game[S, V, Any], seen: V, seat: int) -> None:
        assert game.sample is not None
        self.sample, self.seen, self.seat = game.sample, seen, seat
        self.layout = empty_layout()

    def draw(self, rng: Random) -> S:
        world = cast(S, duplicate(self.seen))
        dice = rng.randrange(SEEDS)
        found, _ = draw_world(self.sample, self.seen, self.seat, self.layout, world, dice)
        assert found
        return world


def sample(game: Game[S, V, Any], seen: V, seat: int, rng: Random) -> S:
    """One of them."""
    return Worlds(game, seen, seat).draw(rng)
