"""Records: good ones replay, and of one that was tampered with the message says what is wrong."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.arena.simulate import Simulation
from sevenfold.core.records import Record, RecordError, UnreadableRecords, read_records, replay_record
from sevenfold.games import load_game

LOCKUP = load_game("lockup")


def record(*, with_legal: bool = True) -> Record:
    """A round of Lockup in which chance had something to do."""
    simulation = Simulation(LOCKUP, LOCKUP.meta.options(), 4, ["random"], 1)
    (made,) = simulation.records(1, with_legal=with_legal)
    assert any(seat == "*" for seat, _ in made.moves)
    return made


def chance_in(made: Record) -> int:
    return next(index for index, (seat, _) in enumerate(made.moves) if seat == "*")


def refusal(tampered: Record) -> str:
    with pytest.raises(RecordError) as error:
        replay_record(LOCKUP, tampered)
    return str(error.value)


@pytest.mark.parametrize("with_legal", [False, True])
def test_a_record_replays_as_it_was_written(tmp_path: Path, with_legal: bool) -> None:
    made = record(with_legal=with_legal)
    path = tmp_path / "r.jsonl"
    path.write_bytes(msgspec.json.encode(made) + b"\n")
    ((number, again),) = read_records(path)
    assert (number, again) == (1, made)
    assert (b"legal" in path.read_bytes()) == with_legal
    replay_record(LOCKUP, again)


def test_another_result_is_told() -> None:
    made = record()
    tampered = msgspec.structs.replace(made, result=[13, 0, 0, 0])
    assert refusal(tampered) == f"result: expected [13, 0, 0, 0], found {made.result}"


@pytest.mark.parametrize("change", [lambda legal: legal[1:], lambda legal: [*legal, "XX"], lambda _: []])
def test_another_legal_set_is_told_with_its_move(change: Callable[[list[str]], list[str]]) -> None:
    made = record()
    assert made.legal is not msgspec.UNSET
    legal = list(made.legal)
    legal[1] = change(legal[1] or [])
    seat, move = made.moves[1]
    message = refusal(msgspec.structs.replace(made, legal=legal))
    assert message.startswith(f"move 2 ({seat} {move}): legal: expected {legal[1]}, found")


def test_the_legal_set_of_chance_is_empty() -> None:
    made = record()
    assert made.legal is not msgspec.UNSET
    index = chance_in(made)
    assert made.legal[index] == []
    legal = [*made.legal[:index], [made.moves[index][1]], *made.legal[index + 1 :]]
    assert f"move {index + 1} " in refusal(msgspec.structs.replace(made, legal=legal))


def test_a_legal_set_may_be_left_open_and_be_in_any_order() -> None:
    made = record()
    assert made.legal is not msgspec.UNSET
    backwards = [moves and moves[::-1] for moves in made.legal]
    replay_record(LOCKUP, msgspec.structs.replace(made, legal=backwards))
    replay_record(LOCKUP, msgspec.structs.replace(made, legal=[None] * len(made.moves)))


def test_a_legal_set_short_is_told() -> None:
    made = record()
    assert made.legal is not msgspec.UNSET
    message = refusal(msgspec.structs.replace(made, legal=made.legal[1:]))
    assert message == f"{len(made.moves) - 1} legal sets for {len(made.moves)} moves"


@pytest.mark.parametrize(
    ("move", "violation"),
    [
        (("1", "AS"), "refused: not_your_turn"),
        (("*", "0 lose AS"), "refused: not_your_turn"),
        (("0", "nonsense"), "refused: malformed"),
        (("4", "AS"), "'4' is no seat; the seats are 0 to 3, and * for chance"),
        (("٣", "AS"), "'٣' is no seat"),
        (("00", "AS"), "'00' is no seat"),
        (("9" * 5000, "AS"), "is no seat"),
        (("-1", "AS"), "'-1' is no seat"),
        (("", "AS"), "'' is no seat"),
    ],
)
def test_a_move_that_the_rules_refuse_is_told(move: tuple[str, str], violation: str) -> None:
    made = record(with_legal=False)
    (leader, _), *others = made.moves
    assert leader == "0"
    message = refusal(msgspec.structs.replace(made, moves=[move, *others]))
    assert message.startswith(f"move 1 ({move[0]} {move[1]}): ")
    assert violation in message


def test_a_round_that_breaks_off_or_goes_on_is_told() -> None:
    made = record(with_legal=False)
    cut = msgspec.structs.replace(made, moves=made.moves[:-1])
    assert refusal(cut) == "the round is not over after the last move"
    longer = msgspec.structs.replace(made, moves=[*made.moves, ("0", "AS")])
    assert refusal(longer) == f"move {len(longer.moves)} (0 AS): refused: over"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": 99}, "played by rules 99; here are rules 1"),
        ({"players": 5}, "lockup takes 4 players, not 5"),
        ({"players": 10**15}, "lockup takes 4 players"),
        ({"first": 4}, "first: there is no seat 4"),
        ({"first": -1}, "first: there is no seat -1"),
        ({"options": {"picture_club": "none"}}, "picture_club takes same_rank | any"),
        ({"options": {"colour": "red"}}, "colour is no option"),
        ({"deal": {"0": "AS", "1": "KS", "2": "QS"}}, "the deal must name the seats 0, 1, 2, 3"),
        ({"deal": {"0": "AS", "1": "AS", "2": "QS", "3": "JS"}}, "the pack has not so many of AS"),
        ({"deal": {"0": "AS", "1": "KS", "2": "QS", "3": "J"}}, "'J' is no card"),
        ({"rest": "AS"}, "the pack has not so many of AS"),
    ],
)
def test_a_beginning_that_the_game_does_not_have_is_told(changes: dict[str, Any], message: str) -> None:
    assert message in refusal(msgspec.structs.replace(record(), **changes))


@pytest.mark.parametrize(
    "line",
    [b"no JSON", b"[]", b"{}", b'{"game": "lockup"', b"\xff\xfe", b'{"game": 7}', b"null"],
)
def test_a_line_that_is_no_record_is_told_with_its_number(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(msgspec.json.encode(record()) + b"\n" + line + b"\n")
    lines = read_records(path)
    next(lines)
    with pytest.raises(UnreadableRecords, match=r"r\.jsonl:2: no record"):
        next(lines)


def test_a_record_with_a_field_too_many_or_too_few_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    whole = msgspec.to_builtins(record(with_legal=False))
    for changed in ({**whole, "winner": 1}, {key: whole[key] for key in whole if key != "rest"}):
        path.write_bytes(msgspec.json.encode(changed))
        with pytest.raises(UnreadableRecords, match=r"r\.jsonl:1: no record"):
            list(read_records(path))


def test_a_line_that_breaks_off_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(msgspec.json.encode(record())[:-20])
    with pytest.raises(UnreadableRecords, match=r"r\.jsonl:1: no record"):
        list(read_records(path))


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRecords, match=r"none\.jsonl: No such file"):
        list(read_records(tmp_path / "none.jsonl"))
    with pytest.raises(UnreadableRecords, match="Is a directory"):
        list(read_records(tmp_path))


def test_an_empty_file_holds_no_records(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").touch()
    assert list(read_records(tmp_path / "r.jsonl")) == []


def test_records_may_be_packed_and_have_blank_lines(tmp_path: Path) -> None:
    made = record()
    path = tmp_path / "r.jsonl"
    path.write_bytes(gzip.compress(b"\n" + msgspec.json.encode(made) + b"\n \n"))
    assert list(read_records(path)) == [(2, made)]


def test_a_damaged_pack_of_records_says_how_far_it_could_be_read(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl.gz"
    path.write_bytes(gzip.compress(msgspec.json.encode(record()))[:-20])
    with pytest.raises(UnreadableRecords, match=r"r\.jsonl\.gz: damaged gzip, after line \d"):
        list(read_records(path))


FILES = Path(__file__).with_name("files")
EXPECTED: dict[str, int | None] = json.loads((FILES / "records.json").read_text())
"""How many records are in each file; null where there is none. The page reads the same (web/src/replay)."""


def test_each_of_the_files_is_listed() -> None:
    assert {file.name for file in FILES.iterdir()} == {*EXPECTED, "records.json"}


@pytest.mark.parametrize(("name", "count"), EXPECTED.items())
def test_a_file_as_somebody_has_it_is_opened(name: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(UnreadableRecords, match=name):
            list(read_records(FILES / name))
        return
    found = [record for _, record in read_records(FILES / name)]
    assert len(found) == count
    for record in found:
        replay_record(LOCKUP, record)
