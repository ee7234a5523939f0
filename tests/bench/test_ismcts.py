"""OpenSpiel's search against a player of moves, in rounds whose moves take several actions."""

from random import Random

import numpy as np
import pyspiel
import pytest

from bench.ismcts import RuleRollouts, TimedSearch, play
from sevenfold.bots.players import random_player
from sevenfold.games import load_game


@pytest.mark.parametrize("game", ["trump7"])
def test_a_round_is_played_to_its_end_by_a_search_and_a_player_of_moves(game: str) -> None:
    room, rng = load_game(game), np.random.RandomState(1)
    loaded = pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 1})
    searcher = TimedSearch(loaded, RuleRollouts(room, rng), 0.001, rng)
    ahead = [play(loaded, random_player(room, Random(1)), seat, searcher, 1) for seat in range(3)]
    assert any(ahead)
    assert searcher.took
