"""The reasons of hints are true, in 2,000 positions of each game."""

import pytest

from sevenfold.games import load_game
from tests.games.reasons_told import CHECKS, check_reasons


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_what_speaks_for_a_move_is_true(name: str) -> None:
    assert len(check_reasons(name, 2000)) > 3


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_every_reason_of_a_game_has_its_check(name: str) -> None:
    reasons = load_game(name).reasons
    assert reasons is not None
    assert set(reasons.REASONS) == set(CHECKS[name])
