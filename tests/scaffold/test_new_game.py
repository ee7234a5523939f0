"""`sevenfold new-game` and `check`: a new game plays at once, in a copy of the repository.

tests/long runs all tests of such games.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.scaffold.check import QUICK, UNCOMPILED

ROOT = Path(__file__).parents[2]
COPIED = (
    "conftest.py",
    "src",
    "tests",
    "docs",
    "bench",
    "examples",
    "CONTRIBUTING.md",
    "README.md",
    "pyproject.toml",
    "mkdocs.yml",
    "mkdocs_hooks.py",
)
LEFT_OUT = shutil.ignore_patterns("static", "golden", "browser")
"""What is compiled of each source is copied too: each process would compile it anew, or read it there."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what concerns games."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder)
    return folder


def run(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, with the copy's packages. Hypothesis finds its tables of Unicode here.

    Tests of the server run on SQLite alone: here a game is tried, not a database.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "src"),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis"),
        "SEVENFOLD_TEST_DATABASE": "sqlite",
        "COLUMNS": "200",
        "NO_COLOR": "1",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, *command],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=550,
    )


def sevenfold(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(checkout, "-c", "from sevenfold.cli import main; main()", *arguments)


def made(checkout: Path, *arguments: str) -> str:
    result = sevenfold(checkout, "new-game", *arguments)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def packages(checkout: Path) -> set[str]:
    return {path.name for path in (checkout / "src/sevenfold/games").iterdir()} - {"__pycache__"}


def refused(checkout: Path, *arguments: str) -> str:
    """What is said of a mistake; nothing has been written."""
    before = packages(checkout)
    result = sevenfold(checkout, "new-game", *arguments)
    assert result.returncode == 2, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    assert packages(checkout) == before
    return result.stderr


@pytest.fixture(scope="module")
def tried_whist(checkout: Path) -> str:
    """What is said of a new game for four."""
    return made(checkout, "tried_whist")


OTHERS = {
    "tried_meld": ("--kind", "rummy"),
    "tried_shed": ("--kind", "shedding"),
    "tried_ombre": ("--like", "trump7", "--seats", "3"),
}
"""A new game of each other kind, and one like another: all that the tests of all games know of is its own."""


@pytest.fixture(scope="module")
def others(checkout: Path) -> tuple[str, ...]:
    for number, (name, asked) in enumerate(OTHERS.items()):
        made(checkout, name, *asked, "--prefix", f"O{number}")
    return tuple(OTHERS)


# --- a new game -------------------------------------------------------------------------------------


def test_a_new_game_says_what_it_has_written_and_what_to_do_next(tried_whist: str) -> None:
    assert "src/sevenfold/games/tried_whist/rules.py" in tried_whist
    assert "tests/games/tried_whist/scenarios/1_play.yaml" in tried_whist
    assert "sevenfold check tried_whist" in tried_whist


@pytest.mark.usefixtures("tried_whist")
def test_nothing_of_a_new_game_is_called_a_stub(checkout: Path) -> None:
    for folder in ("src/sevenfold/games/tried_whist", "tests/games/tried_whist"):
        for path in (checkout / folder).rglob("*.*"):
            if path.suffix != ".pyc":
                assert not re.search(r"stub|\bST[-_]\d", path.read_text(), re.IGNORECASE), path


@pytest.mark.usefixtures("tried_whist")
def test_a_new_game_is_on_the_command_line(checkout: Path) -> None:
    assert "Tried Whist (tried_whist)" in sevenfold(checkout, "games").stdout
    assert "TW-2.2" in sevenfold(checkout, "rules", "tried_whist", "--language", "ja").stdout
    played = sevenfold(checkout, "simulate", "tried_whist", "--bots", "rules,random,random,random")
    assert "100 rounds of tried_whist; mean result by seat: " in played.stdout


def checks(checkout: Path, *arguments: str) -> None:
    """`sevenfold check` says what a new game lacks, and its tests pass."""
    result = sevenfold(checkout, "check", *arguments)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "golden is missing: keep a few records there" in result.stdout
    assert "README.ja.md is missing, though there are texts in ja." in result.stdout
    assert "GUIDE.md is missing: the illustrated page, and the essentials for the table." in result.stdout
    assert "`sevenfold practice tried_whist` makes them." in result.stdout
    assert "encoding.py is missing, so there are no environments of it" in result.stdout
    assert "tried_whist is a draft" in result.stdout
    counts = [int(count) for count in re.findall(r"(\d+) passed", result.stdout)]
    assert len(counts) == 2
    assert min(counts) > 3
    assert counts[0] > 40


@pytest.mark.usefixtures("tried_whist")
def test_a_new_game_passes_what_needs_no_server_and_no_machine_code(checkout: Path) -> None:
    checks(checkout, "--quick", "tried_whist")


def test_a_game_of_each_kind_and_one_like_another_pass_them_too(
    checkout: Path, others: tuple[str, ...]
) -> None:
    chosen = f"({' or '.join(others)}) and {UNCOMPILED}"
    result = run(checkout, "-m", "pytest", "-q", *QUICK, "-k", chosen)
    assert result.returncode == 0, result.stdout
    assert int(re.findall(r"(\d+) passed", result.stdout)[0]) > 40 * len(others)


@pytest.mark.usefixtures("tried_whist")
def test_a_new_game_is_typed_and_formatted(checkout: Path) -> None:
    folders = ["src/sevenfold/games/tried_whist", "tests/games/tried_whist"]
    for command in (["ruff", "check", *folders], ["ruff", "format", "--check", *folders]):
        result = run(checkout, "-m", *command)
        assert result.returncode == 0, result.stdout


# --- others -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 6])
def test_a_new_game_for_other_seats_shows_its_rules(checkout: Path, seats: int) -> None:
    name = f"game_for_{seats}"
    made(checkout, name, "--seats", str(seats), "--prefix", f"G{seats}")
    scenarios = sevenfold(checkout, "scenarios", f"tests/games/{name}/scenarios")
    assert scenarios.stdout.endswith("2 passed, 0 failed\n"), scenarios.stdout
    own = run(checkout, "-m", "pytest", "-q", f"tests/games/{name}")
    assert own.returncode == 0, own.stdout


@pytest.mark.parametrize("like", ["trump7", "seven_bridge"])
def test_a_game_like_another_has_all_of_its_rules(checkout: Path, like: str) -> None:
    name = f"my_{like}"
    made(checkout, name, "--like", like, "--prefix", f"M{like[0].upper()}")
    scenarios = sevenfold(checkout, "scenarios", f"tests/games/{name}/scenarios")
    assert scenarios.stdout.endswith(" passed, 0 failed\n"), scenarios.stdout
    theirs = (checkout / f"src/sevenfold/games/{like}/rules.py").read_text()
    ours = (checkout / f"src/sevenfold/games/{name}/rules.py").read_text()
    assert len(ours.splitlines()) == len(theirs.splitlines())


# --- mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lockup"], "lockup is taken"),
        (["Black-Lady"], "'Black-Lady' cannot be a game's name: write lower-case letters"),
        (["class"], "'class' cannot be a game's name"),
        (["whist", "--prefix", "LU"], "LU is the prefix of lockup's rules; name another with --prefix"),
        (["whist", "--prefix", "w"], "'w' cannot be the prefix of rule numbers"),
        (["whist", "--seats", "1"], "2 to 8 seats, not 1"),
        (["whist", "--like", "trump7", "--seats", "4"], "trump7 is for 3 players; leave --seats out"),
        (["whist", "--like", "chess"], "there is no game 'chess'"),
        (["whist", "--kind", "rummy", "--with", "bids"], "--with is for a game of tricks; leave it out"),
    ],
)
def test_a_mistake_is_told_with_the_way_out(checkout: Path, arguments: list[str], message: str) -> None:
    assert message in refused(checkout, *arguments)


def test_check_names_the_games_where_there_is_no_such_one(checkout: Path) -> None:
    result = sevenfold(checkout, "check", "chess")
    assert result.returncode == 2
    assert "there is no game 'chess'; the games are lockup" in result.stderr


def test_an_installed_package_is_no_checkout(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src/sevenfold", tmp_path / "site/sevenfold", ignore=LEFT_OUT)
    code = "from sevenfold.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    result = subprocess.run(
        [sys.executable, "-c", code, "new-game", "whist"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert "is no checkout of Sevenfold; clone the repository" in result.stderr
