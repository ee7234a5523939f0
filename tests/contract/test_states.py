"""States of every game: each field says who may see it."""

from dataclasses import fields

from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import visibilities
from tests.contract.tables import every_game


@every_game
def test_every_field_says_who_may_see_it(game: AnyGame) -> None:
    assert list(visibilities(game.state)) == [field.name for field in fields(game.state)]
