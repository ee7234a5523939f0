"""Changed numbers from outside are refused before compiled code reads them: no process dies or hangs."""

import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.envs.encoding import encoded_games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("what", ["rounds", "states", "unsound"])
@pytest.mark.parametrize("game", encoded_games())
def test_changed_numbers_are_refused_and_no_process_dies(game: str, what: str) -> None:
    """What is `unsound` has numbers that are possible, but not together; it may also play on to an end."""
    program = f"from tests.envs.changed import {what}; {what}({game!r}, 40)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
