"""The example games of other packages: installed side by side, checked, played, removed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sevenfold.testing.served import PlayServer
from tests.packages.installing import EXAMPLES, install

ROOT = Path(__file__).parents[2]
QUICK = "states or tables or scenario or any_text or openspiel or hand or each_pair"
"""Of its own tests, what needs no compiler: the rest is the same code for every game."""


EXAMPLE_GAMES = ("euchre", "gin", "sixth_trick", "spades")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for package in EXAMPLE_GAMES:
        install(package, folder)
    return folder


def run(site: Path, *command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd or site,
        env={**os.environ, "PYTHONPATH": str(site), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def sevenfold(site: Path, *arguments: str) -> str:
    return run(site, "-c", "from sevenfold.cli import main; main()", *arguments)


@pytest.mark.parametrize("name", EXAMPLE_GAMES)
def test_its_own_tests_run_the_contract_and_play_beside_openspiel(
    site: Path, tmp_path: Path, name: str
) -> None:
    project = tmp_path / name
    shutil.copytree(EXAMPLES / name, project)
    ran = run(site, "-m", "pytest", "-q", "-pno:cacheprovider", "-rs", "-k", QUICK, cwd=project)
    assert " passed" in ran
    assert "importorskip" not in ran, "OpenSpiel is a library of the tests: it is there"


def test_it_is_played_by_every_kind_of_bot(site: Path) -> None:
    assert "Euchre (euchre)" in sevenfold(site, "games")
    assert "EU-3.2" in sevenfold(site, "rules", "euchre")
    played = sevenfold(site, "simulate", "euchre", "--bots", "rules,random,easy,rules", "--rounds", "4")
    assert "4 rounds of euchre" in played


def test_the_small_one_lacks_nothing_and_is_played_beside_it(site: Path) -> None:
    script = (
        "from sevenfold.cli import app\n"
        "from sevenfold.scaffold.check import missing\n"
        "assert list(missing(None, 'sixth_trick')) == []\n"
        "app(['simulate', 'sixth_trick', '--bots', 'rules,random,easy,rules', '--rounds', '4'])"
    )
    assert "4 rounds of sixth_trick" in run(site, "-c", script)


# --- as the guide shows it --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["py", "yaml"])
def test_the_guide_shows_the_small_game_as_it_is(kind: str) -> None:
    """What docs/games.md prints stands word for word in the packages."""
    guide = (ROOT / "docs/games.md").read_text(encoding="utf-8")
    shown = re.findall(rf"^```{kind}\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    files = [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob(f"*.{kind}")]
    assert len(shown) >= (3 if kind == "py" else 1)
    assert [block for block in shown if not any(block in text for text in files)] == []


def test_the_small_game_has_ten_rules_on_one_page() -> None:
    rules = (EXAMPLES / "sixth_trick/src/sevenfold_sixth_trick/README.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^- \*\*SI-", rules, re.MULTILINE)) == 10
    assert len(rules.splitlines()) <= 60


# --- played in the game -----------------------------------------------------------------------------


def test_it_has_environments_by_the_types_of_its_state(site: Path) -> None:
    script = (
        "import sevenfold; from sevenfold.envs.encoding import Encoding\n"
        "game = sevenfold.load_game('euchre'); match = sevenfold.new_match(game, seed=1)\n"
        "encoding = Encoding(game, 4); seen = match.seen(0)\n"
        "assert encoding.decode(encoding.encode(seen, 0), 0) == seen\n"
        "print(encoding.describe())"
    )
    told = run(site, "-c", script)
    assert "upcard               1 at the kind of the card, none for no card" in told
    assert "sits_out             1 at the seat, counted from the viewer" in told


def test_matches_of_spades_carry_the_bags_on_in_environments(site: Path) -> None:
    """Contracts and nils count tens, so the last digit of a total is the bags (SP-4.3), also put back."""
    script = """
from sevenfold.envs import MatchVectorEnv

env, other = (MatchVectorEnv("spades", 4, seed=seed, opponents="rules") for seed in (3, 4))
rounds, bags = 0, set()
for step in range(60):
    env.step(env.advise() if step % 14 == 0 else env.sample())
    other.restore(0, env.save(0))
    other.step(other.sample())
    for at in (env, other):
        for row in range(4):
            carried = at.state(row).bags
            assert carried == [total % 10 for total in at.totals[row, :2]], (step, row)
            bags.update(carried)
    rounds += env.round_ended.sum()
assert rounds > 8 and len(bags) > 3, (rounds, bags)
"""
    run(site, "-c", script)


@pytest.fixture
def package(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayServer]:
    monkeypatch.setenv("PYTHONPATH", str(site))
    server = PlayServer(tmp_path)
    yield server
    server.stop()


def test_its_colour_and_picture_are_sent_and_once_it_is_removed_its_tables_wait(
    package: PlayServer, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with httpx.Client(base_url=package.address, timeout=60) as person:
        assert '<link rel="stylesheet" href="/api/games.css">' in person.get("/").text
        styles = person.get("/api/games.css")
        assert styles.headers["content-type"].startswith("text/css")
        assert styles.text.startswith("[data-game='euchre']{--felt-lit:#")
        assert "url('/api/games/euchre/picture')" in styles.text
        assert person.get("/api/games/euchre/picture").headers["content-type"] == "image/svg+xml"
        assert person.get("/api/games/lockup/picture").status_code == 404
        person.post("/api/session").raise_for_status()
        made = person.post("/api/tables", json={"game": "euchre", "pace": 0}).raise_for_status().json()
        assert {"dealer", "maker", "sits_out", "passed"} <= set(made["seat_fields"])
        package.stop()
        monkeypatch.delenv("PYTHONPATH")
        package.start()
        (left,) = person.get("/api/tables").raise_for_status().json()
        assert (left["id"], left["rules_changed"]) == (made["id"], True)
        assert "euchre" not in [game["name"] for game in person.get("/api/games").json()]
        assert "games.css" not in person.get("/").text
        assert person.get("/api/games.css").text == ""
        package.stop()
        monkeypatch.setenv("PYTHONPATH", str(site))
        package.start()
        (back,) = person.get("/api/tables").raise_for_status().json()
        assert (back["id"], back["rules_changed"]) == (made["id"], False)
