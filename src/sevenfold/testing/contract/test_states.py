"""States of every game: each field says who may see it."""

from dataclasses import fields
from typing import Any

from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import visibilities
from sevenfold.testing.contract.tables import every_game


@every_game
def test_every_field_says_who_may_see_it(game: AnyGame) -> None:
    state: Any = game.state
    assert list(visibilities(state)) == [field.name for field in fields(state)]
