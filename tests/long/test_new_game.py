"""A new game passes all common tests, and those of all games together ask nothing of it."""

from pathlib import Path

import pytest

from sevenfold.games import OWN_GAMES
from tests.scaffold.test_new_game import OTHERS, checkout, checks, others, run, sevenfold, tried_whist

__all__ = ["checkout", "others", "tried_whist"]

FEWER = (
    "{name} and not (bounds or rollouts or legal_move_is_made or deals_as or warm "
    "or compiled_worlds or as_often or hard or expert or of_two or nobody_is_told "
    "or figures_and_lines)"
)
"""All tests of the game but for those that take longest: to compile, to be sure of a chance, or with servers
of their own.
"""
OF_ALL_GAMES = (
    "tests/cli",
    "tests/envs/test_encoding.py",
    "tests/docs/test_notation.py",
)
"""Suites with tests of all games together, such as that each has a line in a table of the documentation."""


@pytest.mark.usefixtures("tried_whist")
def test_a_new_game_passes_its_own_and_the_common_tests(checkout: Path) -> None:
    """All that `sevenfold check` runs: contract, texts, rule books, command line, search, server and more."""
    checks(checkout, "tried_whist", "-k", FEWER.format(name="tried_whist"))


@pytest.mark.timeout(600)  # what compiles of a game like Trump 7 compiles anew
@pytest.mark.usefixtures("others")
@pytest.mark.parametrize("name", OTHERS)
def test_a_game_of_each_kind_and_one_like_another_pass_them_too(checkout: Path, name: str) -> None:
    """So do the tests of environments, which a stub has none of, and a game like Trump7 has."""
    checked = sevenfold(checkout, "check", name, "-k", FEWER.format(name=name))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"{name} is a draft: all of its tests pass" in checked.stdout


@pytest.mark.usefixtures("tried_whist", "others")
def test_the_tests_of_all_games_together_ask_nothing_of_a_draft(checkout: Path) -> None:
    """Their ids name no game, so `sevenfold check` does not run them."""
    of_no_game = " and ".join(f"not {name}" for name in (*OWN_GAMES, "tried_whist", *OTHERS, "installed"))
    result = run(checkout, "-m", "pytest", "-q", *OF_ALL_GAMES, "-k", of_no_game)
    assert result.returncode == 0, result.stdout
