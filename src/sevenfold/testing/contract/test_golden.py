"""Golden logs: records of old rounds, which must replay to the same bytes."""

import shlex
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.core.records import read_records
from sevenfold.games import examples_folder
from sevenfold.scaffold.golden import played_again
from sevenfold.testing.contract.tables import FINISHED, GAMES

FILES = [file for name in GAMES for file in sorted(examples_folder(name).glob("golden/*.jsonl"))]
COMMANDS = [
    (readme.parent, line.strip())
    for name in GAMES
    for readme in examples_folder(name).glob("golden/README.md")
    for line in readme.read_text(encoding="utf-8").splitlines()
    if line.startswith("    sevenfold ")
]


@pytest.mark.parametrize("name", FINISHED)
def test_every_game_has_golden_logs(name: str) -> None:
    assert list(examples_folder(name).glob("golden/*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_golden_log_comes_out_byte_for_byte(file: Path) -> None:
    again = b"".join(msgspec.json.encode(played_again(record)) + b"\n" for _, record in read_records(file))
    assert again == file.read_bytes()


@pytest.mark.parametrize(
    ("folder", "command"),
    COMMANDS,
    ids=[f"{folder.parts[-2]}-{command[-24:]}" for folder, command in COMMANDS],
)
def test_the_command_that_made_a_golden_log_makes_it_again(
    tmp_path: Path, folder: Path, command: str
) -> None:
    *arguments, option, name = shlex.split(command)[1:]
    assert option == "--record"
    result = CliRunner().invoke(app, [*arguments, option, str(tmp_path / name)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_every_golden_log_has_the_command_that_made_it() -> None:
    made = {folder / shlex.split(command)[-1] for folder, command in COMMANDS}
    assert made == set(FILES)
