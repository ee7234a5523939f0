"""Games of `examples/` are OpenSpiel's, move for move, in enough rounds to come to every rule."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.installing import EXAMPLES, install


@pytest.mark.timeout(1800)  # each move of so many rounds is looked for in both
@pytest.mark.parametrize(("game", "rounds"), [("gin", 2000), ("spades", 3000)])
def test_thousands_of_rounds_are_openspiels(tmp_path: Path, game: str, rounds: int) -> None:
    site = install(game, tmp_path / "site")
    project = shutil.copytree(EXAMPLES / game, tmp_path / game)
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", "-k", "openspiel_plays_it"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(site), "OPENSPIEL_ROUNDS": str(rounds)},
        capture_output=True,
        text=True,
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert "1 passed" in played.stdout
