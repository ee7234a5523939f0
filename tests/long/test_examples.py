"""Gin rummy of `examples/` is OpenSpiel's, move for move, in enough rounds to come to every rule."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.installing import EXAMPLES, install


@pytest.mark.timeout(1800)  # two thousand rounds, each move of which is looked for in both
def test_two_thousand_rounds_of_gin_are_openspiels(tmp_path: Path) -> None:
    site = install("gin", tmp_path / "site")
    project = shutil.copytree(EXAMPLES / "gin", tmp_path / "gin")
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", "-k", "openspiel_plays_it"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(site), "GIN_ROUNDS": "2000"},
        capture_output=True,
        text=True,
    )
    assert played.returncode == 0, played.stdout + played.stderr
    assert "1 passed" in played.stdout
