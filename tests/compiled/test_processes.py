"""The compiled engine in threads and processes, without a folder for its cache, without Numba."""

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.compiled.cpu import cache, warm
from sevenfold.compiled.cpu.cache import FOLDER, cache_folder
from sevenfold.games import OWN_GAMES, load_game
from tests.compiled.test_batch import dealt

METHODS = ["fork", "spawn"] if sys.platform == "linux" else ["spawn"]
"""Windows cannot fork a process, and on a Mac one with threads must not."""


def means(seed: int, threads: int = 1) -> list[float]:
    batch = dealt(load_game("lockup"))
    batch.threads = threads
    found: list[float] = batch.rollouts(500, seed).means.tolist()
    return found


def many_means(name: str) -> str:
    """The mean results of many rounds, at random and by the rule-based player, as text."""
    game = load_game(name)
    batch, seats = dealt(game), range(game.meta.players.default)
    return str([batch.rollouts(400, 1).means.tolist(), batch.rollouts(40, 2, seats).means.tolist()])


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def test_threads_play_at_the_same_time() -> None:
    alone = [means(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(means, range(8))) == alone


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_other_processes_play_the_same(method: str) -> None:
    alone = [means(seed) for seed in range(4)]
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as processes:
        assert list(processes.map(means, range(4))) == alone


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_other_processes_have_threads_of_their_own(method: str) -> None:
    here = means(1, threads=2)
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as processes:
        assert processes.submit(means, 1, 2).result() == here == means(1)


def test_nothing_is_compiled_by_imports(tmp_path: Path) -> None:
    code = "import sevenfold.compiled.cpu.warm, sevenfold.games; sevenfold.games.load_game('lockup')"
    run(code, **{FOLDER: str(tmp_path)})
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written_to_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    kept = cache_folder("lockup", cache, "test")
    (kept / "rollouts").mkdir()
    (kept / "rollouts" / "code").write_text("machine code")

    def refuse(dir: Path) -> None:  # noqa: A002
        raise PermissionError(13, f"Permission denied: {dir}")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    temporary = cache_folder("lockup", cache, "test")
    assert temporary != kept
    assert (temporary / "rollouts" / "code").read_text() == "machine code"
    assert "cannot be written to" in capsys.readouterr().err


def test_without_a_folder_for_a_cache_it_compiles_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    code = """
from sevenfold.games import load_game
from tests.compiled.test_batch import dealt
print(dealt(load_game("lockup")).to_act()[0].tolist())
"""
    done = run(code, **{FOLDER: str(tmp_path / "file")})
    assert done.stdout.split() == ["[1,", "2,", "4,", "8,", "1,", "2,", "4,", "8]"]
    assert "cannot be written to" in done.stderr


def test_without_numba_plain_python_gives_the_same_and_says_so() -> None:
    code = """
import sys, logging
logging.basicConfig(format="%(message)s")
sys.modules["numba"] = None
from sevenfold.compiled.cpu.rollouts import mean_results
from sevenfold.core.deal import MatchSoFar
from sevenfold.core.dealer import Dealer
from sevenfold.games import load_game
game = load_game("lockup")
options = game.meta.options()
worlds = [
    game.rules.start(options, 4, Dealer(b"batch").deal(game, options, 4, n), n % 4, MatchSoFar(1, 1))
    for n in range(8)
]
print(mean_results(game, worlds, 500, 3))
print(mean_results(game, worlds, 500, 3))
"""
    done = run(code)
    assert done.stdout.splitlines() == [str(means(3))] * 2
    assert done.stderr.splitlines() == [
        "lockup is played by plain Python: numba is missing; install sevenfold[fast]"
    ]


@pytest.mark.parametrize("name", ["lockup"])
def test_with_bounds_checked_the_rounds_are_the_same(name: str) -> None:
    """What all games share is checked with one game: a game's own lists have bounds in plain Python."""
    code = f"from tests.compiled.test_processes import many_means; print(many_means('{name}'))"
    assert run(code, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0").stdout.splitlines() == [many_means(name)]


@pytest.mark.parametrize("name", ["trump7"])
def test_warm_compiles_a_game_ahead(name: str) -> None:
    result = CliRunner().invoke(app, ["warm", name])
    assert (result.exit_code, result.output) == (0, f"{name} is compiled\n")


def test_warm_compiles_every_game_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(warm, "warm_up", lambda game: warmed.append(game.meta.name))
    result = CliRunner().invoke(app, ["warm"])
    assert result.stdout.splitlines() == [f"{name} is compiled" for name in OWN_GAMES]
    assert warmed == list(OWN_GAMES)
