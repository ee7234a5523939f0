"""The command line: what it prints, its exit status, and no traceback for a user's mistake."""

import gzip
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from sevenfold import __version__
from sevenfold.cli import app
from sevenfold.games import OWN_GAMES, load_meta, package_of
from sevenfold.search import practice
from sevenfold.testing.contract.tables import TableCase, changes, every_table

COMMANDS = [
    "play",
    "serve",
    "settings",
    "backup",
    "restore",
    "check-database",
    "reports",
    "invitations",
    "person-link",
    "move-database",
    "games",
    "warm",
    "rules",
    "simulate",
    "arena",
    "practice",
    "train",
    "bench-suite",
    "replay",
    "show",
    "review",
    "scenarios",
    "new-game",
    "check",
]

PASSING = """
- scenario: One card each
  game: lockup
  deal: {0: AS, 1: KS, 2: QS, 3: JS}
  steps: [{0: AS}]
"""
FAILING = """
- scenario: A mistake
  game: lockup
  deal: {0: AS, 1: KS, 2: QS, 3: JS}
  steps: [{0: AS}, {expect: {acting: [3]}}]
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def mistake(*arguments: object) -> str:
    """What is said of a mistake: one line on the error stream, exit status 2, no traceback."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return re.sub(r"[\s│╭╮╰╯─]+", " ", result.stderr)


def simulated(path: Path, *arguments: object) -> bytes:
    result = run("simulate", "lockup", "--rounds", 3, "--record", path, *arguments)
    assert result.exit_code == 0, result.output
    return path.read_bytes()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output
    assert command in run("--help").output


def test_without_a_command_the_server_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Any, bool]] = []
    monkeypatch.setattr(
        "sevenfold.cli.server._serve", lambda settings, browser, **_: served.append((settings, browser))
    )
    assert run().exit_code == 0
    assert run("play").exit_code == 0
    assert served[0] == served[1]
    settings, browser = served[0]
    assert (settings.host, settings.port, settings.limits, browser) == ("127.0.0.1", 7777, None, True)


def test_the_version_is_printed() -> None:
    assert run("--version").output == f"sevenfold {__version__}\n"


def test_games_names_every_game_with_its_options_and_presets() -> None:
    result = run("games")
    assert result.exit_code == 0
    for name in OWN_GAMES:
        meta = load_meta(name)
        assert all(word in result.output for word in (name, *meta.options.__struct_fields__, *meta.presets))


@pytest.mark.parametrize("language", ["en", "zh-Hans", "ja"])
@pytest.mark.parametrize("name", OWN_GAMES)
def test_rules_prints_the_numbered_rules(name: str, language: str) -> None:
    result = run("rules", name, "--language", language)
    assert result.exit_code == 0
    assert f"{load_meta(name).prefix}-1.1" in result.output


# --- simulate and replay --------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("bots", ["random", "rules"])
def test_what_was_simulated_replays(tmp_path: Path, table: TableCase, bots: str) -> None:
    record = tmp_path / "r.jsonl"
    chosen = [word for change in changes(table) for word in ("--option", change)]
    arguments = ["--players", table.players, "--rounds", 5, "--bots", bots, *chosen]
    result = run("simulate", table.name, *arguments, "--record", record, "--legal")
    assert result.exit_code == 0, result.output
    assert f"5 rounds of {table.name}" in result.output
    again = run("replay", record)
    assert (again.exit_code, again.output) == (0, "5 passed, 0 failed\n")


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    one = simulated(tmp_path / "one.jsonl", "--seed", 7)
    assert simulated(tmp_path / "again.jsonl", "--seed", 7) == one
    assert simulated(tmp_path / "other.jsonl", "--seed", 8) != one


def test_each_line_is_a_round_and_first_moves_on_by_one_seat(tmp_path: Path) -> None:
    lines = simulated(tmp_path / "r.jsonl").splitlines()
    firsts = [int(re.findall(rb'"first":(\d)', line)[0]) for line in lines]
    assert [(first - firsts[0]) % 4 for first in firsts] == [0, 1, 2]
    assert not any(b'"legal"' in line for line in lines)


def test_bots_may_be_named_one_a_seat(tmp_path: Path) -> None:
    assert simulated(tmp_path / "r.jsonl", "--bots", "rules,random,random,random")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["patience"], f"there is no game 'patience'; the games are {', '.join(OWN_GAMES)}"),
        (["lockup", "--preset", "mine"], "no preset 'mine'; its presets are author, gamerules"),
        (["lockup", "--option", "target"], "--option target: write name=value"),
        (["lockup", "--option", "colour=red"], "colour is no option; the options are picture_club"),
        (["lockup", "--option", "target=0"], "target takes 1 to 200"),
        (["lockup", "--option", "target="], "target takes 1 to 200"),
        (["lockup", "--option", "picture_club=all"], "picture_club takes same_rank | any"),
        (["lockup", "--players", "5"], "lockup takes 4 players, not 5"),
        (["lockup", "--bots", "clever"], "no player 'clever'; the players are random, rules"),
        (["lockup", "--bots", "rules,random"], "name one player for all 4 seats, or one a seat"),
        (["lockup", "--bots", ""], "no player ''"),
        (["lockup", "--rounds", "0"], "--rounds"),
        (["lockup", "--rounds", "many"], "--rounds"),
        (["lockup", "--sead", "1"], "--sead"),
        ([], "Missing argument"),
    ],
)
def test_a_mistake_in_simulate_names_the_thing_and_leaves_the_record_alone(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    record = tmp_path / "r.jsonl"
    record.write_text("precious")
    assert message in mistake("simulate", *arguments, "--record", record)
    assert record.read_text() == "precious"


def test_a_record_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "r.jsonl"
    assert str(missing) in mistake("simulate", "lockup", "--record", missing)
    assert str(tmp_path) in mistake("simulate", "lockup", "--record", tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
def test_a_full_disk_is_told() -> None:
    assert "No space left" in mistake("simulate", "lockup", "--record", "/dev/full")


def test_replay_names_the_line_that_comes_out_otherwise_and_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    first, second, third = simulated(record).splitlines()
    tampered = re.sub(rb'"result":.*\]', b'"result":[0,0,0,13]', second)
    foreign = first.replace(b'"lockup"', b'"patience"')
    record.write_bytes(b"\n".join([first, tampered, foreign, third]))
    result = run("replay", record)
    assert result.exit_code == 1
    about_second, about_third, summary = result.output.splitlines()
    assert about_second.startswith(f"{record}:2: result: expected [0, 0, 0, 13], found")
    assert about_third.startswith(f"{record}:3: there is no game 'patience'")
    assert summary == "2 passed, 2 failed"


def test_replay_of_what_is_no_record_file_is_a_mistake(tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    assert "No such file" in mistake("replay", record)
    assert "Is a directory" in mistake("replay", tmp_path)
    record.write_text("precious")
    assert f"{record}:1: no record" in mistake("replay", record)


# --- scenarios ------------------------------------------------------------------------------------


def test_scenarios_that_hold_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(PASSING)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yml").write_text(PASSING)
    (tmp_path / "notes.txt").write_text("not looked at")
    assert run("scenarios", tmp_path).output == "2 passed, 0 failed\n"
    result = run("scenarios", tmp_path / "a.yaml", tmp_path / "deep")
    assert (result.exit_code, result.output) == (0, "2 passed, 0 failed\n")


def test_a_failure_has_a_line_with_file_scenario_and_step_and_the_rest_still_run(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(FAILING + PASSING + "- scenario: No deal\n  game: lockup\n  steps: []\n")
    result = run("scenarios", path)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{path}: A mistake: step 2: acting: expected [3], found [1]",
        f"{path}: No deal: step 0: Object missing required field `deal`",
        "1 passed, 2 failed",
    ]


def test_a_scenario_file_that_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert "No such file" in mistake("scenarios", path)
    assert "no scenario files" in mistake("scenarios", tmp_path)
    path.write_text("scenario: alone")
    assert "a scenario file is a list of scenarios" in mistake("scenarios", path)
    path.write_text("- {")
    assert f"{path}: no YAML" in mistake("scenarios", path)
    assert "Missing argument" in mistake("scenarios")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "patience"], "there is no game 'patience'"),
        (["rules", "lockup", "--language", "tlh"], "tlh"),
        (["play", "--port", "70000"], "--port"),
        (["deal"], "deal"),
    ],
)
def test_other_mistakes_are_said_plainly(arguments: list[str], message: str) -> None:
    assert message in mistake(*arguments)


def test_the_installed_command_says_the_same_in_a_process_of_its_own(tmp_path: Path) -> None:
    def sevenfold(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [str(Path(sys.executable).with_name("sevenfold")), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    record = tmp_path / "r.jsonl"
    made = sevenfold("simulate", "lockup", "--rounds", 2, "--record", record, "--legal")
    assert (made.returncode, made.stderr) == (0, "")
    again = sevenfold("replay", record)
    assert (again.returncode, again.stdout, again.stderr) == (0, "2 passed, 0 failed\n", "")
    wrong = sevenfold("simulate", "patience")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == f"sevenfold: there is no game 'patience'; the games are {', '.join(OWN_GAMES)}\n"


# --- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [("simulate", "lockup", "--rounds", 1, "--record"), ("practice", "lockup", "--positions", 1, "--write")],
    ids=["simulate", "practice"],
)
def test_a_file_is_replaced_only_by_force(
    tmp_path: Path, command: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = practice.load_practice(package_of("lockup"))
    monkeypatch.setattr(practice, "make_practice", lambda _game, _seed, _each: iter(kept))
    file = tmp_path / "mine.jsonl"
    file.write_text("my notes")
    said = mistake(*command, file)
    assert "there already" in said
    assert "--force" in said
    assert file.read_text() == "my notes"
    assert run(*command, file, "--force").exit_code == 0
    assert file.read_text() != "my notes"


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "lockup", "--format", "jsonl", "--record", "{folder}"),
        ("arena", "lockup", "--json", "{file}"),
        ("backup", "{file}", "--data", "{data}"),
    ],
    ids=lambda command: command[0],
)
def test_no_other_command_replaces_a_file_either(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "folder").mkdir()
    file = tmp_path / "folder" / "mine"
    file.write_text("my notes")
    data = tmp_path / "data"
    places = {"folder": file.parent, "file": file, "data": data}
    mistake(*(word.format_map(places) for word in command))
    assert file.read_text() == "my notes"


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    result = run("simulate", "lockup", "--rounds", 1, "--record", "/dev/null")
    assert result.exit_code == 0, result.output
    assert "s a directory" in mistake("simulate", "lockup", "--rounds", 1, "--record", tmp_path)


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda lines: lines,
    "a blank last line": lambda lines: lines + b"\n",
    "blank lines": lambda lines: b"\n" + lines.replace(b"\n", b"\n \r\n"),
    "lines of Windows": lambda lines: lines.replace(b"\n", b"\r\n"),
    "no last end of line": lambda lines: lines.rstrip(b"\n"),
    "a mark of its encoding": lambda lines: b"\xef\xbb\xbf" + lines,
    "gzip": gzip.compress,
    "gzip, in parts": lambda lines: b"".join(gzip.compress(line) for line in lines.splitlines(True)),
    "gzip of all that": lambda lines: gzip.compress(b"\xef\xbb\xbf" + lines + b"\n\n"),
}


@pytest.mark.parametrize("how", PACKED)
def test_records_are_replayed_however_they_were_saved(tmp_path: Path, how: str) -> None:
    lines = simulated(tmp_path / "made.jsonl")
    file = tmp_path / "saved"
    file.write_bytes(PACKED[how](lines))
    result = run("replay", file)
    assert (result.exit_code, result.output) == (0, "3 passed, 0 failed\n")


def test_a_damaged_file_of_records_is_a_mistake(tmp_path: Path) -> None:
    lines = simulated(tmp_path / "made.jsonl")
    packed = gzip.compress(lines)
    file = tmp_path / "saved.gz"
    for damaged in (packed[:-20], packed[:30] + b"xxxx" + packed[34:], packed[:2], packed[:-4] + b"xxxx"):
        file.write_bytes(damaged)
        assert f"{file.name}: damaged gzip" in mistake("replay", file).replace(f"{tmp_path}/", "")
    file.write_bytes(lines + b"{\n")
    assert ":4: no record" in mistake("replay", file)


# --- practice ---------------------------------------------------------------------------------------


def test_practice_is_made_told_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself is tested elsewhere: here its positions are those that the server keeps."""
    kept = practice.load_practice(package_of("trump7"))
    monkeypatch.setattr(practice, "make_practice", lambda _game, seed, _each: iter(kept[seed:]))
    file = tmp_path / "practice.json"
    result = run("practice", "trump7", "--positions", 2, "--seed", 3, "--write", file)
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()
    assert first.startswith(
        f"seed {kept[3].seed}: {kept[3].best}; next best {kept[3].others[0].move}, behind by"
    )
    assert practice.read_practice(file.read_bytes()) == kept[3:5]
    assert f"seed {kept[4].seed}" in second


def test_practice_of_a_game_that_is_not_there_is_a_mistake() -> None:
    assert "there is no game 'snap'" in mistake("practice", "snap")


@pytest.mark.parametrize(
    ("arguments", "says", "opens"),
    [
        ((), ["http://127.0.0.1:7777/"], "http://127.0.0.1:7777/"),
        (("--host", "::1"), ["http://[::1]:7777/"], "http://[::1]:7777/"),
        (("--host", "[::1]"), ["http://[::1]:7777/"], "http://[::1]:7777/"),
        (
            ("--host", "0.0.0.0"),
            ["http://127.0.0.1:7777/", "Others in your network open http://192.168.1.20:7777/", "█"],
            "http://127.0.0.1:7777/",
        ),
        (
            ("--host", "::"),
            ["http://127.0.0.1:7777/", "Others in your network open http://192.168.1.20:7777/", "█"],
            "http://127.0.0.1:7777/",
        ),
        (("--host", "192.168.1.20"), ["http://192.168.1.20:7777/", "█"], "http://192.168.1.20:7777/"),
        (("--host", "fd00::20"), ["http://[fd00::20]:7777/", "█"], "http://[fd00::20]:7777/"),
    ],
)
def test_play_says_where_the_server_is_open_and_shows_a_code_to_others(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: list[str], opens: str
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(
        "sevenfold.server.running.run.run", lambda settings, on_ready, **_: on_ready(settings.port)
    )
    monkeypatch.setattr("sevenfold.server.addresses._own_address", lambda _: "192.168.1.20")
    result = run("play", *arguments)
    assert result.exit_code == 0, result.output
    for text in says:
        assert text in result.output
    assert ("█" in result.output) == ("█" in says)
    assert opened == [opens]


def test_play_limits_what_others_may_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr("sevenfold.cli.server._serve", lambda settings, *_, **__: served.append(settings))
    run("play")
    run("play", "--host", "0.0.0.0")
    assert [settings.limits is not None for settings in served] == [False, True]


def test_a_name_of_the_server_with_a_path_is_a_mistake() -> None:
    assert "cannot be below a path" in mistake("serve", "--allow-host", "https://room.example/cards")
