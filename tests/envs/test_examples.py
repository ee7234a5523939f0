"""Each example runs, for a few iterations."""

import runpy
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
RUNS = {
    "linear_selfplay.py": ["trump7", "--by", "trump", "--seconds", "0.2", "--rounds", "20"],
    "ppo.py": ["trump7", "--seconds", "0.2", "--rounds", "20", "--hidden", "8"],
    "openspiel_cfr.py": ["--iterations", "2", "--deck", "AS KS QH JC", "--hand-size", "1"],
    "openspiel_ismcts.py": ["--rounds", "1", "--simulations", "2"],
}


AT_A_SERVER = ["join_by_link.py"]
"""Run by tests/server/test_rematch.py."""


def test_every_example_is_run() -> None:
    assert sorted([*RUNS, *AT_A_SERVER]) == sorted(file.name for file in (ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs(name: str) -> None:
    app = typer.Typer()
    app.command()(runpy.run_path(str(ROOT / "examples" / name))["main"])
    done = CliRunner().invoke(app, RUNS[name])
    assert done.exit_code == 0, done.output
    assert "ahead by" in done.output or "exploitability" in done.output
