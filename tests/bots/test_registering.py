"""What is known of players: by which weights they play."""

from dataclasses import replace

from sevenfold.bots.registering import weights_hash
from sevenfold.core.game import AnyGame
from sevenfold.games import load_game


def test_weights_that_no_player_plays_by_count_for_nothing() -> None:
    game: AnyGame = load_game("trump7")
    assert weights_hash(game) is not None
    assert weights_hash(replace(game, learnt=None)) is None
