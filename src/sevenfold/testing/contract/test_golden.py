"""Golden logs: records of old rounds, which must replay to the same bytes."""

import shlex
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import read_deal, read_seat, write_deal, write_hand
from sevenfold.core.match import Match
from sevenfold.core.options import read_options, written_options
from sevenfold.core.records import Record, read_records
from sevenfold.games import examples_folder, load_game
from sevenfold.testing.contract.tables import FINISHED, GAMES

FILES = [file for name in GAMES for file in sorted(examples_folder(name).glob("golden/*.jsonl"))]
COMMANDS = [
    (readme.parent, line.strip())
    for name in GAMES
    for readme in examples_folder(name).glob("golden/README.md")
    for line in readme.read_text(encoding="utf-8").splitlines()
    if line.startswith("    sevenfold ")
]


def played_again(record: Record) -> Record:
    """The record as it is written when its round is played again."""
    game = load_game(record.game)
    options = read_options(game.meta.options, record.options)
    pack = game.rules.pack(options)
    deal = read_deal(pack, record.deal, record.rest, record.players)
    match = Match(game, options, record.players, deal, record.first)
    write = game.notation.write
    moves: list[tuple[str, str]] = []
    legal: list[list[str] | None] = []
    recorded = record.legal or [None] * len(record.moves)
    for (word, text), chosen_from in zip(record.moves, recorded, strict=True):
        seat = read_seat(word, record.players)
        listed = chosen_from is not None
        legal.append(
            [write(choice) for choice in legal_moves(game.rules, match.state, seat)] if listed else None
        )
        moves.append((word, write(match.play_text(seat, text).move)))
    return Record(
        game=game.meta.name,
        rules=game.meta.rules_version,
        options=written_options(match.options),
        players=match.players,
        first=match.round.first,
        deal=write_deal(pack, deal),
        rest=write_hand(pack, deal.rest),
        moves=moves,
        legal=legal if record.legal else msgspec.UNSET,
        result=list(match.standing.result or ()),
    )


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
