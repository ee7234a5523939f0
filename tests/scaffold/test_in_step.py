"""`sevenfold check --write`: the numbers, lists and keys that a game's files repeat of its code."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.games import OWN_GAMES
from sevenfold.scaffold import check
from sevenfold.scaffold.in_step import (
    behind,
    empty,
    numbered,
    numbers_in_step,
    texts_in_step,
    unknown_rules,
)

ROOT = Path(__file__).parents[2]
GAMES_FOLDER = ROOT / "examples" / "games"
EXAMPLES = sorted(path.name for path in GAMES_FOLDER.iterdir() if (path / "pyproject.toml").is_file())


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder for the path with the example games in it, installed."""
    for game in EXAMPLES:
        package = f"sevenfold_{game}"
        shutil.copytree(GAMES_FOLDER / game / "src" / package, tmp_path / package)
        info = tmp_path / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[sevenfold.games]\n{game} = {package}\n")
    return tmp_path


def in_site(site: Path, code: str) -> str:
    """What a program says that has this folder on its path."""
    environment = {**os.environ, "PYTHONPATH": str(site), "NO_COLOR": "1", "COLUMNS": "200"}
    command = [sys.executable, "-c", f"from sevenfold.scaffold import golden, in_step\n{code}"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


# --- the games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_game_is_in_step_with_its_code(game: str) -> None:
    assert behind(ROOT, game) == {}
    assert [*empty(game), *unknown_rules(game)] == []


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_game_is_in_step_with_its_code(site: Path, game: str) -> None:
    lists = f"in_step.behind(None, '{game}'), *in_step.empty('{game}'), *in_step.unknown_rules('{game}')"
    assert in_site(site, f"print({lists})") == "{}\n"


def test_check_write_writes_first_and_then_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "run_tests", lambda *_, **__: 0)
    done = CliRunner().invoke(app, ["check", "lockup", "--write"])
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == "lockup: all of its tests pass"
    assert behind(ROOT, "lockup") == {}


def test_a_package_is_brought_into_step(site: Path) -> None:
    package = site / "sevenfold_euchre"
    before = {path: path.read_bytes() for path in package.rglob("*") if path.suffix in (".md", ".json")}
    for path in package.glob("README*.md"):
        path.write_text(path.read_text(encoding="utf-8").replace("**EU-3.4**", "**EU-3.?**"))
    texts = package / "texts" / "en.json"
    texts.write_text(re.sub(r'  "event.made".*\n', '  "event.lost": "Gone.",\n', texts.read_text()))
    (package / "GUIDE.md").write_text((package / "GUIDE.md").read_text() + "\nSee EU-9.1.\n")

    in_site(site, "assert len(in_step.write(None, 'euchre')) == 4")
    told = in_site(site, "print(*in_step.empty('euchre'), *in_step.unknown_rules('euchre'))")
    assert told == (
        "texts/en.json has no words for event.made. GUIDE.md names EU-9.1, which README.md has not.\n"
    )
    after = {path: path.read_bytes() for path in before if path.suffix == ".md" and path.stem != "GUIDE"}
    assert {path for path in after if after[path] != before[path]} == set()
    assert json.loads(texts.read_text()).keys() == json.loads(before[texts]).keys()


def test_golden_logs_are_made_once(site: Path) -> None:
    folder = site / "sevenfold_euchre" / "golden"
    shutil.rmtree(folder)
    names = "print(*(path.name for path in golden.make_golden('euchre')))"
    assert in_site(site, names) == "README.md standard-43.jsonl stick_the_dealer-43.jsonl\n"
    assert len((folder / "standard-43.jsonl").read_text().splitlines()) == 4
    assert "    sevenfold simulate euchre --preset standard " in (folder / "README.md").read_text()
    assert in_site(site, names) == "\n"


# --- a README ---------------------------------------------------------------------------------------


def test_a_rule_without_a_number_gets_the_next_of_its_section() -> None:
    text = "- **SN-1.1** A.\n- **SN-1.?** B.\n- **SN-1.10** C.\n- **SN-2.?** D.\n- **SN-2.?** E.\n"
    assert re.findall(r"SN-[\d.?]+", numbered(text)) == ["SN-1.1", "SN-1.11", "SN-1.10", "SN-2.1", "SN-2.2"]


# --- texts and numbers ------------------------------------------------------------------------------

TEXTS = """{
  "name": "Snap",

  "event.turned": "Turned.",
  "event.gone": "Gone.",

  "move.turn": "Turn",
  "phase.over": "Over"
}
"""


def of_texts(text: str, *keys: str) -> str:
    return texts_in_step(text, keys, may_stay=lambda key: key.startswith("move."))


def test_texts_have_the_keys_that_the_code_asks_for() -> None:
    made = of_texts(TEXTS, "name", "event.turned", "event.won", "phase.over", "field.trump")
    assert made == TEXTS.replace('"event.gone": "Gone."', '"event.won": ""').replace(
        '"phase.over": "Over"', '"phase.over": "Over",\n  "field.trump": ""'
    )
    assert json.loads(made)["move.turn"] == "Turn"
    assert of_texts(made, "name", "event.turned", "event.won", "phase.over", "field.trump") == made


@pytest.mark.parametrize("last", ["phase.over", "move.turn"])
def test_whichever_text_is_last_it_is_still_json(last: str) -> None:
    keys = [key for key in json.loads(TEXTS) if key not in ("phase.over", "move.turn")]
    assert set(json.loads(of_texts(TEXTS, *keys, last))) == {*keys, last, "move.turn"}


def test_new_numbers_are_listed_and_one_that_was_given_is_kept() -> None:
    listed = "# numbers\nsnap: SN-1.1 SN-1.2\nother: OT-1.1\n"
    assert numbers_in_step(listed, "snap", ["SN-1.1", "SN-1.3", "SN-1.2"]) == listed.replace(
        "SN-1.1 SN-1.2", "SN-1.1 SN-1.3 SN-1.2"
    )
    assert numbers_in_step(listed, "snap", ["SN-1.1", "SN-1.3"]) == listed
    assert numbers_in_step(listed, "chess", ["CH-1.1"]) == listed
