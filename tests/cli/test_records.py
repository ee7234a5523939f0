"""Rounds of a file on a terminal: shown, reviewed, and what is said of files that will not do."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from sevenfold.cli.common import console
from sevenfold.cli.tables import coloured, show_round
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Dealt, Played
from sevenfold.core.records import Record, read_records
from sevenfold.core.seeded import new_match
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.secrets import scramble
from sevenfold.testing.contract.tables import every_game
from tests.cli.test_commands import mistake, run
from tests.search.test_review import played

WIDTH = 80


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setattr(console, "width", WIDTH)  # it may have read that variable before


def simulated(path: Path, game: str = "lockup", rounds: int = 2) -> Path:
    file = path / "rounds.jsonl"
    result = run("simulate", game, "--rounds", rounds, "--seed", 1, "--bots", "rules", "--record", file)
    assert result.exit_code == 0, result.output
    return file


def output(*arguments: object) -> str:
    """What a command prints, in lines that fit."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    files = [each.name for each in arguments if isinstance(each, Path)]  # whose paths are as long as they are
    lines = [line for line in result.stdout.splitlines() if not any(name in line for name in files)]
    assert [line for line in lines if len(line) > WIDTH] == []
    return result.stdout


# --- show -------------------------------------------------------------------------------------------


@every_game
def test_a_round_is_shown_with_every_move_and_its_result(tmp_path: Path, game: AnyGame) -> None:
    file = simulated(tmp_path, game.meta.name)
    _, record = list(read_records(file))[1]
    for viewer in ("open", "watch", "0"):
        shown = output("show", file, "--round", 2, "--from", viewer)
        assert "round 2 of" in shown
        numbers = [int(number) for number in re.findall(r"^ *(\d+)  (?:seat|chance|  )", shown, re.MULTILINE)]
        assert numbers == sorted(numbers)
        assert set(numbers) <= set(range(1, len(record.moves) + 1))
        assert viewer != "open" or len(numbers) == len(record.moves)
        assert all(
            f"seat {seat} {points:+d}".replace("-", "−") in shown for seat, points in enumerate(record.result)
        )


@every_game
def test_the_table_is_shown_after_a_move_and_after_all(tmp_path: Path, game: AnyGame) -> None:
    file = simulated(tmp_path, game.meta.name, rounds=1)
    moves = len(next(read_records(file))[1].moves)
    for viewer in ("open", "watch", "1"):
        assert "Result" not in output("show", file, "--at", 3, "--from", viewer)
        assert "Result" in output("show", file, "--at", moves, "--from", viewer)
    whole = output("show", file, "--all")
    assert whole.count("seat 0  ") >= moves
    assert output("show", file, "--at", 3).partition("\n\n")[2] in whole


@every_game
def test_law_1_what_a_viewer_may_not_see_is_not_shown(
    game: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    match = new_match(game, seed=1)
    beginning = match.round.beginning
    for viewer in (1, None):
        other = match.copy()
        hidden = scramble(beginning.state, viewer, len(match.pack.names), Random(1))
        other.round.beginning = beginning._replace(state=hidden)
        shown = []
        for each in (match, other):
            show_round(each, viewer, "a round", at=0, whole=False)
            shown.append(capsys.readouterr().out)
        assert shown[0] == shown[1]
        assert "The deal" in shown[0]


def test_all_rounds_of_a_file_are_shown(tmp_path: Path) -> None:
    shown = output("show", simulated(tmp_path, rounds=3))
    assert [int(number) for number in re.findall(r"round (\d) of", shown)] == [1, 2, 3]


# --- review -----------------------------------------------------------------------------------------


def planted(path: Path) -> Path:
    """A file with one round of Lockup, in which seat 2 makes a bad move, the twelfth."""
    match = played(load_game("lockup"), 9, (12, "JH"))
    dealt, *moves = match.log.entries
    assert isinstance(dealt, Dealt)
    record = Record(
        game="lockup",
        rules=match.log.rules,
        options=match.log.options,
        players=4,
        first=dealt.first,
        deal=dealt.deal,
        rest=dealt.rest,
        moves=[(entry.seat, entry.move) for entry in moves if isinstance(entry, Played)],
        result=list(match.standing.result or ()),
    )
    file = path / "planted.jsonl"
    file.write_bytes(msgspec.json.encode(record))
    return file


def test_a_review_names_what_was_lost_and_what_was_better(tmp_path: Path) -> None:
    file = planted(tmp_path)
    shown = output("review", file, "--seat", 2, "--worlds", 200)
    first = shown[shown.index("◆") :]
    assert first.startswith("◆ Move 12 · Play   better by 1.")
    assert re.search(r"played +J♥ *\n", first)
    assert re.search(r"better +K♥ *\n", first)
    assert "200 worlds a decision" in shown
    assert re.search(r"these cards are worth [\d.]+ tricks", " ".join(shown.split()))
    assert output("review", file, "--seat", 2, "--worlds", 200) == shown
    assert output("review", file, "--seat", 2, "--worlds", 200, "--seed", 5) != shown


@every_game
def test_rounds_of_every_game_are_reviewed_in_their_own_words(tmp_path: Path, game: AnyGame) -> None:
    file = simulated(tmp_path, game.meta.name)
    shown = output("review", file, "--round", 2, "--seat", 1, "--worlds", 16)
    assert "reviewed for seat 1" in shown
    assert not re.search(r"\{|None|reason\.|move\.|phase\.", shown)


def test_with_all_cards_known_the_review_says_so(tmp_path: Path) -> None:
    shown = output("review", simulated(tmp_path), "--cards", "known")
    assert "With all cards known, as nobody could" in shown


def test_what_was_not_compared_is_said(tmp_path: Path) -> None:
    shown = output("review", simulated(tmp_path, "lockseven"), "--worlds", 16)
    assert "not compared" in shown


# --- what will not do -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "review"])
@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "No such file"),
        (b"", [], "has no round"),
        (b"\n\n", [], "has no round"),
        (b"no record", [], ":1: no record"),
        (b'{"type": "deal"}\n', [], ":1: no record"),
        (b"\x1f\x8bdamaged", [], "damaged gzip"),
        (b"RECORD", ["--round", 2], "has 1 round; there is no round 2"),
        (b"RECORD", ["--round", 0], "--round"),
        (b"FOREIGN", [], ":1: there is no game 'patience'; the games are"),
        (b"OLDER", [], ":1: played by rules 9; here are rules"),
        (b"SHORT", [], ":1: the round is not over after the last move"),
    ],
)
def test_a_file_that_will_not_do_is_one_line_that_names_it(
    tmp_path: Path, command: str, content: bytes | None, arguments: list[object], message: str
) -> None:
    made = simulated(tmp_path, rounds=1)
    line, (_, record) = made.read_bytes(), next(read_records(made))
    lines = {
        b"RECORD": line,
        b"FOREIGN": line.replace(b'"lockup"', b'"patience"'),
        b"OLDER": line.replace(b'"rules":1', b'"rules":9'),
        b"SHORT": msgspec.json.encode(msgspec.structs.replace(record, moves=record.moves[:-1])),
    }
    file = tmp_path / "given.jsonl"
    if content is not None:
        file.write_bytes(lines.get(content, content))
    assert message in mistake(command, file, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "--from", "4"], "--from 4: take open, watch, or a seat from 0 to 3"),
        (["show", "--from", "host"], "--from host: take open"),
        (["show", "--from", "-1"], "--from -1: take open"),
        (["show", "--at", "999"], "--at 999: the round has"),
        (["review", "--seat", "4"], "there is no seat 4; the seats are 0 to 3"),
        (["review", "--worlds", "1"], "--worlds"),
        (["review", "--cards", "all"], "--cards"),
    ],
)
def test_what_a_round_does_not_have_is_a_mistake(tmp_path: Path, arguments: list[str], message: str) -> None:
    command, *options = arguments
    assert message in mistake(command, simulated(tmp_path), *options)


@pytest.mark.parametrize(
    ("text", "red"),
    [
        ("♠ A K  ♥ Q J 2  ♣ 9", ["♥ Q J 2"]),
        ("Seat 2 takes the trick: 4♥ 3♠ A♦.", ["4♥", "A♦"]),
        ("With ♥ as trump your hand is strong enough.", ["♥"]),
        ("♥ T", ["♥ T"]),
    ],
)
def test_red_suits_are_red_and_nothing_else_is(text: str, red: list[str]) -> None:
    shown = coloured(text)
    assert [text[span.start : span.end] for span in shown.spans] == red
