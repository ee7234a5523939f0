"""Packages with faults on the command line: a sentence for each, and all else plays on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.erring import game_environment, write_games, write_players

BOUND = "\n\nfrom sevenfold.core import playout, round\n\nround.MOST_MOVES = playout.MOST_MOVES = 60\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    write_games(site, "endless", "refused", "stopping", "interrupting", "lacking", "printing")
    write_players(site, "contrary", "nonsense", "raises", "forgotten")
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


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (
            "endless",
            r"- sevenfold_endless/facts.py:\d+: a round is not over after MOST_MOVES, \d+, and is in",
        ),
        (
            "refused",
            r"- sevenfold_refused/bot/player.py:\d+: the bot plays Move\(.*\) for seat \d, which",
        ),
        ("lacking", r"- sevenfold_lacking/rules.py lacks the function count_moves\("),
        ("stopping", r"- stopping cannot be loaded: Stop: no more \(sevenfold_stopping/meta.py:\d+\)"),
    ],
)
def test_check_says_so_before_any_test_is_run(site: Path, game: str, why: str) -> None:
    said = sevenfold(site, "check", game)
    assert said.returncode == 1, said.stderr
    assert re.search(why, said.stdout), said.stdout
    assert f"{game} has faults: mend what stands above" in said.stdout
    assert "Running the tests" not in said.stdout


@pytest.mark.parametrize(
    ("game", "bot", "why"),
    [
        ("printing", "raises", "the player of seat 0 has erred in printing: RuntimeError: it has no idea ("),
        ("printing", "nonsense", "erred in printing: TypeError: it plays '7C', which is no Move ("),
        (
            "lockseven",
            "contrary",
            "the player 'contrary' has erred in lockseven: ValueError: it does not",
        ),
    ],
)
def test_a_bot_of_one_package_that_errs_at_the_game_of_another_is_told_in_a_line(
    site: Path, game: str, bot: str, why: str
) -> None:
    said = sevenfold(site, "simulate", game, "--bots", bot, "--rounds", "2", "--seed", "1")
    assert said.returncode == 2, said.stderr
    assert why in said.stderr
    assert "Traceback" not in said.stderr


def test_a_bot_that_cannot_be_loaded_is_told_beside_the_games(site: Path) -> None:
    told = sevenfold(site, "games").stderr
    assert "the player 'forgotten' cannot be loaded from erring_players:forgotten: " in told
    assert "'raises'" not in told
