"""What a seat gains that learns against Medium."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.best_response import best_response
from tests.learning.test_training import GAME, PLAN, Watched


def test_it_learns_from_rounds_of_medium_players_and_meets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch, [0.1])
    found = best_response(replace(PLAN, generations=1), tmp_path)
    assert (found.ahead, found.reach) == (0.1, 0.01)
    assert watched.by == [GAME.medium] * PLAN.parts
    assert watched.met == [GAME.medium]
