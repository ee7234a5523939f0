"""`sevenfold verify`: what it prints of deals that were promised, and how it ends."""

from pathlib import Path

import msgspec
import pytest

from sevenfold.core.records import Record, read_records
from tests.cli.test_commands import mistake, run

FAIR = Path(__file__).parent / "fair_round.jsonl"
LINE = FAIR.read_bytes()


def written(path: Path, *lines: bytes) -> Path:
    file = path / "rounds.jsonl"
    file.write_bytes(b"\n".join(lines))
    return file


def record() -> Record:
    return next(read_records(FAIR))[1]


def without_fairness() -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(record(), fair=msgspec.UNSET))


def test_a_deal_as_it_was_promised_ends_with_0_and_says_what_was_checked() -> None:
    result = run("verify", FAIR)
    assert result.exit_code == 0, result.output
    assert "fair_round.jsonl: the deal is the one promised\n" in result.stdout
    assert result.stdout.count("✓") == 8
    assert "✗" not in result.stdout
    for fact in ("seat 0 salt 0011", "seat 1 bot", "seat 2 none", "promise 78b1", "compare them"):
        assert fact in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"0":"KH QD', '"0":"QD KH', "seat 0 was to be dealt KH QD"),
        ('"first":2', '"first":1', "seat 2 was to act first"),
        ('"promise":"78', '"promise":"79', "the key does not lead to the promise"),
        ("target 20", "target 30", "game, rules, options or players of the record are others"),
        ("sevenfold deal 1", "sevenfold deal 7", "the terms are not written as docs/fairness.md says"),
        ("seat 1 bot", "seat 1 none", "was to be dealt"),
    ],
)
def test_a_lie_ends_with_1_and_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    line = LINE.decode()
    assert line.count(old) == 1, old
    result = run("verify", written(tmp_path, line.replace(old, new).encode()))
    assert result.exit_code == 1
    output = " ".join(result.stdout.split())
    assert "the deal is not the one promised" in output
    assert "✗ not so: " in output
    assert said in output


def test_a_file_without_a_promise_ends_with_1(tmp_path: Path) -> None:
    result = run("verify", written(tmp_path, without_fairness()))
    assert result.exit_code == 1
    assert "has no promise of its deal" in " ".join(result.stdout.split())


def test_each_round_of_a_file_is_checked(tmp_path: Path) -> None:
    result = run("verify", written(tmp_path, LINE.strip(), without_fairness(), LINE))
    assert result.exit_code == 1
    assert [result.stdout.count(sign) for sign in ("is the one promised", "no promise")] == [2, 1]


def test_what_needs_a_game_that_is_not_here_is_said_not_to_be_checked(tmp_path: Path) -> None:
    line = LINE.replace(b'"game":"lockup"', b'"game":"patience"').replace(b"game lockup", b"game patience")
    result = run("verify", written(tmp_path, line))
    assert result.exit_code == 1  # its terms are others, so its cards are too
    assert "– not checked: every move was legal" in " ".join(result.stdout.split())
    assert "the game patience is not installed" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"", "has no round"),
        (b"no record", ":1: no record"),
        (LINE.replace(b'"deal":1,"key"', b'"deal":"one","key"'), ":1: no record"),
        (LINE.replace(b'"promise":', b'"pledge":'), ":1: no record"),
        (b"\x1f\x8bdamaged", "damaged gzip"),
        (b"\xff\xfe", "has no round"),
        (b"\xff\xff", ":1: no record"),
    ],
)
def test_a_file_that_cannot_be_read_ends_with_2_and_one_line(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    file = tmp_path / "given.jsonl"
    if content is not None:
        file.write_bytes(content)
    assert message in mistake("verify", file)
