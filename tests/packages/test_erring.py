"""Packages with faults on the command line: a sentence for each, and all else plays on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.erring import game_environment, write_games

BOUND = "\n\nfrom sevenfold.core import playout, round\n\nround.MOST_MOVES = playout.MOST_MOVES = 60\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    write_games(site, "endless", "refused", "stopping", "interrupting", "lacking", "printing")
    with (site / "sevenfold_endless" / "rules.py").open("a") as rules:
        rules.write(BOUND)
    return site


def sevenfold(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from sevenfold.cli import main; main()", *arguments],
        cwd=site,
        env=game_environment(site) | {"COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_games_that_cannot_be_loaded_are_left_out_of_every_command(site: Path) -> None:
    told = sevenfold(site, "games")
    assert told.returncode == 0, told.stderr
    for name, why in (
        ("stopping", "Stop: no more"),
        ("interrupting", "Interrupt: no more"),
        ("lacking", "sevenfold_lacking lacks rules.count_moves"),
    ):
        assert f"the game '{name}' of the package {name} cannot be loaded: {why}" in told.stderr + told.stdout
    assert "hello" not in told.stdout
    assert "hello" in told.stderr


@pytest.mark.parametrize(
    ("game", "why"), [("endless", "a round is not over after"), ("refused", "seat 0 wanted")]
)
def test_simulate_says_in_a_line_what_errs(site: Path, game: str, why: str) -> None:
    said = sevenfold(site, "simulate", game, "--bots", "rules", "--rounds", "2", "--seed", "1")
    assert said.returncode == 2, said.stderr
    assert f"{game}: {why}" in said.stderr
    assert "Traceback" not in said.stderr


def test_check_fails_a_game_whose_rounds_never_end(site: Path) -> None:
    said = sevenfold(site, "check", "endless", "--quick", "-k", "rounds_add_up", "-x")
    assert said.returncode != 0
    assert "EndlessRound: endless: a round is not over after" in said.stdout
