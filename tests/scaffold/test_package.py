"""A game in a package of its own: written by `sevenfold new-game --package`, installed by pip, played."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from sevenfold.testing.served import PlayServer

ROOT = Path(__file__).parents[2]
NAME = "tried_pinochle"
FEWER = "states or tables or scenarios or any_text or each_law"
"""Of the contract, what is quick and needs no compiler: the rest is the same code for every game."""


def run(folder: Path, *command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with what is installed in a folder, without a checkout around."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd or folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def sevenfold(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-c", "from sevenfold.cli import main; main()", *arguments)


def said(done: subprocess.CompletedProcess[str], status: int = 0) -> str:
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of a new game."""
    folder = tmp_path_factory.mktemp("project")
    said(sevenfold(folder, "new-game", NAME, "--seats", "3", "--prefix", "PN", "--package", str(folder)))
    return folder


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has installed it, beside a package whose game is broken."""
    site = tmp_path_factory.mktemp("site")
    pip = ("-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps", "--no-build-isolation")
    said(run(project, *pip, "--no-index", "--target", str(site), str(project)))
    package = site / "sevenfold_split_whist"
    package.mkdir()
    (package / "meta.py").write_text("import a_library_that_is_not_there\n")
    info = site / "split_whist-2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: split-whist\nVersion: 2\n")
    (info / "entry_points.txt").write_text("[sevenfold.games]\nsplit_whist = sevenfold_split_whist\n")
    return site


def test_nothing_of_a_package_is_called_a_stub_or_lies_in_sevenfold(project: Path) -> None:
    for path in (project / "src").rglob("*.*"):
        assert not any(word in path.read_text().lower() for word in ("stub", "sevenfold.games")), path
    assert (project / f"src/sevenfold_{NAME}/scenarios/1_play.yaml").is_file()


def test_an_installed_game_is_on_the_command_line(installed: Path) -> None:
    assert f"Tried Pinochle ({NAME})" in said(sevenfold(installed, "games"))
    assert "PN-2.2" in said(sevenfold(installed, "rules", NAME))
    played = said(sevenfold(installed, "simulate", NAME, "--bots", "rules,random,easy", "--rounds", "5"))
    assert f"5 rounds of {NAME}; mean result by seat: " in played
    assert "2 passed, 0 failed" in said(
        sevenfold(installed, "scenarios", f"{installed}/sevenfold_{NAME}/scenarios")
    )


def test_an_installed_game_is_checked_by_the_contract(installed: Path) -> None:
    checked = said(sevenfold(installed, "check", NAME, "-k", FEWER))
    assert "- golden is missing: keep a few records there" in checked
    assert f"{NAME} is a draft: all of its tests pass" in checked


def test_the_contract_finds_what_is_wrong_with_an_installed_game(installed: Path, tmp_path: Path) -> None:
    """A scenario that comes out otherwise, in the package beside its rules."""
    file = installed / f"sevenfold_{NAME}/scenarios/1_play.yaml"
    written = file.read_text()
    file.write_text(written.replace("tricks: [0, 1, 0]", "tricks: [1, 0, 0]"))
    contract = ("-m", "pytest", "-q", "-pno:cacheprovider", "--pyargs", "sevenfold.testing", "--game", NAME)
    ran = said(run(installed, *contract, "-k", "comes_out", cwd=tmp_path), status=1)
    file.write_text(written)
    assert "1 failed, 1 passed" in ran


def test_the_contract_says_which_games_there_are(installed: Path, tmp_path: Path) -> None:
    contract = ("-m", "pytest", "-q", "-pno:cacheprovider", "--pyargs", "sevenfold.testing", "--game")
    assert f"there is no game 'chess'; the games are lockup, trump7, seven_bridge, lockseven, {NAME}" in said(
        run(installed, *contract, "chess", cwd=tmp_path), status=4
    )
    assert "the game 'split_whist' of the package split-whist cannot be loaded" in said(
        run(installed, *contract, "split_whist", cwd=tmp_path), status=4
    )


def test_a_broken_game_is_told_and_the_others_are_listed(installed: Path) -> None:
    meta = installed / "sevenfold_split_whist/meta.py"
    why = f"ModuleNotFoundError: No module named 'a_library_that_is_not_there' ({meta}:1)"
    told = (
        f"the game 'split_whist' of the package split-whist cannot be loaded: {why}; "
        "install a version of split-whist that is mended, or take it away: pip uninstall split-whist"
    )
    assert told in said(sevenfold(installed, "games"))
    for command in ("simulate", "rules"):
        assert told in said(sevenfold(installed, command, "split_whist"), status=2)
    from_here = why.replace(f"{installed}/", "")
    assert f"- split_whist cannot be loaded: {from_here}" in said(
        sevenfold(installed, "check", "split_whist"), 1
    )


@pytest.fixture
def package(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayServer]:
    monkeypatch.setenv("PYTHONPATH", str(installed))
    server = PlayServer(tmp_path)
    yield server
    server.stop()


def test_an_installed_game_is_played_in_the_game_and_a_broken_one_is_left_out(package: PlayServer) -> None:
    with httpx.Client(base_url=f"{package.address}/api", timeout=60) as person:
        names = [game["name"] for game in person.get("/games").raise_for_status().json()]
        assert names == ["lockup", "trump7", "seven_bridge", "lockseven", NAME]
        assert person.get("/games/split_whist/rules").status_code == 404
        for kind in ("rules", "texts", "glossary", "guide", "lessons"):
            person.get(f"/games/{NAME}/{kind}", params={"language": "ja"}).raise_for_status()
        person.post("/session").raise_for_status()
        table = person.post("/tables", json={"game": NAME, "pace": 0}).raise_for_status().json()["id"]
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        page = httpx.get(f"{package.address}/tables/{table}", timeout=60)
        assert (page.status_code, "<script" in page.text) == (200, True)
    address = f"{package.address.replace('http', 'ws')}/api/tables/{table}/socket"
    with connect(address, additional_headers={"Cookie": cookies}, proxy=None) as socket:

        def receive(*types: str) -> dict[str, Any]:
            while True:
                message: dict[str, Any] = json.loads(socket.recv(60))
                if message["type"] in types:
                    return message

        socket.send(json.dumps({"type": "hello", "version": None}))
        message = receive("snapshot")
        assert message["view"]["game"] == NAME
        while message["standing"]["result"] is None:
            view = message["view"]
            if view["seat"] in view["acting"]:
                card = message["choices"]["cards"][0]
                socket.send(json.dumps({"type": "play", "version": message["version"], "move": card}))
            message = receive("update")
        assert sum(message["standing"]["result"]) == 17
