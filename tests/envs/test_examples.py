"""Each example runs, for a few iterations."""

import runpy
import tomllib
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
import typer
from joblib.externals.loky import get_reusable_executor
from typer.testing import CliRunner

from sevenfold.arena.simulate import Simulation
from sevenfold.bots.players import find_player
from sevenfold.cli import app
from sevenfold.games import load_game

ROOT = Path(__file__).parents[2]
RUNS = {
    "linear_selfplay.py": ["trump7", "--seconds", "0.2", "--rounds", "20"],
    "suite_agent.py": ["--updates", "2", "--rounds", "20"],
    "ppo.py": ["trump7", "--seconds", "0.2", "--rounds", "20", "--hidden", "8"],
    "openspiel_cfr.py": ["--iterations", "2", "--deck", "AS KS QH JC", "--hand-size", "1"],
    "openspiel_mccfr.py": ["--iterations", "2"],
    "openspiel_ismcts.py": ["--rounds", "1", "--simulations", "2"],
}


AT_A_SERVER = ["join_by_link.py"]
"""Run by tests/server/test_rematch.py."""


def test_every_example_is_run() -> None:
    assert sorted([*RUNS, *AT_A_SERVER]) == sorted(file.name for file in (ROOT / "examples").glob("*.py"))


def test_every_recipe_is_valid_and_on_their_page_with_what_came_of_it() -> None:
    """They are run by hand: their libraries are too large for the tests."""
    page = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    for file in (ROOT / "examples/recipes").glob("*.py"):
        compile(file.read_text(encoding="utf-8"), file.name, "exec")
        assert f"| `{file.name}` |" in page


# the game is in the test's id, so that it runs where the game is compiled
@pytest.mark.parametrize("name", RUNS, ids=lambda name: f"{name} lockup" if "cfr" in name else name)
def test_an_example_runs(name: str) -> None:
    example = typer.Typer()
    example.command()(runpy.run_path(str(ROOT / "examples" / name))["main"])
    done = CliRunner().invoke(example, RUNS[name])
    assert done.exit_code == 0, done.output
    assert "ahead by" in done.output or "exploitability" in done.output


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The package `examples/learnt`, as though it were installed: with what its pyproject.toml names."""
    folder = ROOT / "examples/learnt"
    points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    info = tmp_path / "sevenfold_learnt-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sevenfold-learnt\nVersion: 1\n")
    lines = [f"[{group}]\n{name} = {to}\n" for group, named in points.items() for name, to in named.items()]
    (info / "entry_points.txt").write_text("".join(lines))
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.syspath_prepend(str(tmp_path))
    get_reusable_executor().shutdown()  # processes that are there already would not find it


@pytest.mark.usefixtures("learnt")
def test_the_learnt_player_is_named_in_the_arena() -> None:
    done = CliRunner().invoke(app, ["arena", "trump7", "--players", "ppo,random", "--deals", "2"])
    assert done.exit_code == 0, done.output
    assert "ppo" in done.output


@pytest.mark.usefixtures("learnt")
@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_the_learnt_player_is_ahead_of_random_ones(game: str) -> None:
    loaded = load_game(game)
    players = loaded.meta.seats(None)
    bots = ["ppo", *["random"] * (players - 1)]
    rounds = Simulation(loaded, loaded.meta.options(), players, bots, 3).records(12)
    ahead = [result[0] - fmean(result[1:]) for result in (record.result for record in rounds)]
    assert fmean(ahead) > 0.5


@pytest.mark.usefixtures("learnt")
def test_the_learnt_player_knows_what_it_has_not_learnt() -> None:
    with pytest.raises(ValueError, match="it has not learnt lockseven"):
        find_player("ppo")(load_game("lockseven"), Random(1))
