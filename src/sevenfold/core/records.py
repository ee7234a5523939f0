"""Records: rounds as JSON lines, which other implementations can replay (docs/notation.md)."""

import gzip
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from io import BufferedReader
from json import detect_encoding
from pathlib import Path
from typing import Any, Literal

import msgspec

from sevenfold.core.deal import DealError
from sevenfold.core.game import Game, S, V, WrongMemory
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import LogError, read_deal, read_seat
from sevenfold.core.match import Match
from sevenfold.core.meta import WrongNumberOfSeats
from sevenfold.core.options import OptionError, read_options
from sevenfold.core.promise import Fairness
from sevenfold.core.violations import IllegalMove
from sevenfold.errors import SevenfoldError

GZIP = b"\x1f\x8b"
"""How a file begins that gzip has compressed."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One round. `round` is its number, `scores` are the totals before it, and `carried` is what the match
    carried on until then, in games in which that matters (`Meta.memory`).

    `legal` holds, for each move, the moves that it was chosen from; null where they are too many to list.
    `fair` shows that the deal was promised (docs/fairness.md).

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> (record,) = sevenfold.Simulation(game, game.meta.options(), 4, ["rules"], seed=1).records(1)
    >>> record.moves[:2], record.result
    ([('0', '4H'), ('1', '3H')], [4, 2, 5, 2])
    """

    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    first: int
    round: int | msgspec.UnsetType = msgspec.UNSET
    scores: Sequence[int] | msgspec.UnsetType = msgspec.UNSET
    carried: Sequence[int] | msgspec.UnsetType = msgspec.UNSET
    deal: dict[str, str]
    rest: str
    moves: list[tuple[str, str]]
    legal: list[list[str] | None] | msgspec.UnsetType = msgspec.UNSET
    result: list[int]
    fair: Fairness | msgspec.UnsetType = msgspec.UNSET


class UnreadableRecords(SevenfoldError, ValueError):
    """A file that holds no records.

    >>> import pathlib, sevenfold
    >>> list(sevenfold.read_records(pathlib.Path("no/such/file")))
    Traceback (most recent call last):
        ...
    sevenfold.UnreadableRecords: no/such/file: No such file or directory
    """


RecordFault = Literal["rules", "options", "deal", "move", "unfinished", "result"]
"""What is wrong with a record: it is of other rules, or this part of it does not fit."""


class RecordError(SevenfoldError):
    """A record that does not replay as it is written. `fault` says why, `move` at which move, from 1.

    >>> from msgspec.structs import replace
    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> (record,) = sevenfold.Simulation(game, game.meta.options(), 4, ["rules"], seed=1).records(1)
    >>> sevenfold.replay_record(game, replace(record, moves=record.moves[:-1]))
    Traceback (most recent call last):
        ...
    sevenfold.RecordError: the round is not over after the last move
    """

    def __init__(self, text: str, fault: RecordFault, move: int | None = None) -> None:
        super().__init__(text)
        self.fault = fault
        self.move = move


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """The records of a file with their line numbers. Raises UnreadableRecords.

    A line has a record, or a list of them, or a report of a moment with its record. The file may also be one
    such value over several lines. It may be compressed by gzip, in several parts, and be in UTF-8 or UTF-16.
    A mark of its encoding (BOM) and blank lines are passed over.

    >>> import msgspec, pathlib, sevenfold, tempfile
    >>> game = sevenfold.load_game("lockup")
    >>> (record,) = sevenfold.Simulation(game, game.meta.options(), 4, ["rules"], seed=1).records(1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "rounds.jsonl"
    ...     size = file.write_bytes(msgspec.json.encode(record))
    ...     list(sevenfold.read_records(file)) == [(1, record)]
    True
    """
    number, found = 0, False
    try:
        with _open(path) as file:
            lines = _lines(file)
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                for record in _records_in(line) if found else _first_records(line, lines):
                    found = True
                    yield number, record
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UnreadableRecords(f"{path}:{number}: no record: {error}") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UnreadableRecords(f"{path}: damaged gzip, after line {number}: {error}") from None
    except OSError as error:
        raise UnreadableRecords(f"{path}: {error.strerror}") from None


def _open(path: Path) -> BufferedReader | gzip.GzipFile:
    """A file, unpacked if it is compressed, whatever it is called."""
    file = path.open("rb")
    if file.peek(len(GZIP))[: len(GZIP)] != GZIP:
        return file
    file.close()
    return gzip.open(path, "rb")


def _lines(file: BufferedReader | gzip.GzipFile) -> Iterator[bytes]:
    """The lines of a file in UTF-8, without their ends. What a Windows shell has written is in UTF-16."""
    encoding = detect_encoding(file.peek(4)[:4])
    if encoding.startswith("utf-8"):
        for number, line in enumerate(file):
            yield from (line if number else line.removeprefix(BOM_UTF8)).splitlines() or [b""]
    else:
        yield from file.read().decode(encoding).encode().splitlines()


_RECORD = msgspec.json.Decoder(Record)


def _first_records(line: bytes, more: Iterator[bytes]) -> list[Record]:
    """The records in the first line that has anything, or in all lines if something goes on in the next."""
    try:
        return _records_in(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError as broken:
        try:
            return _records_in(b"\n".join((line, *more)))
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            raise broken from None


def _records_in(text: bytes) -> list[Record]:
    """The records that a text in JSON is, holds as a list, or reports. Raises msgspec.DecodeError."""
    try:
        return [_RECORD.decode(text)]
    except msgspec.ValidationError as error:
        found = list(_inside(msgspec.json.decode(text)))
        if not found:
            raise error from None
        return found


def _inside(value: object) -> Iterator[Record]:
    match value:
        case list():
            for each in value:
                yield from _inside(each)
        case {"words": str(), "record": record}:  # a report
            yield from _inside(record)
        case {"game": str(), "moves": list()}:
            yield msgspec.convert(value, Record)


def replay_record(game: Game[S, V, Any], record: Record) -> Match[S, V]:
    """Play a record again, and return the match of this one round.

    Raises RecordError where a move, its legal moves or the result differ.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> for record in sevenfold.Simulation(game, game.meta.options(), 4, ["rules"], seed=1).records(2):
    ...     match = sevenfold.replay_record(game, record)
    >>> match.round_over, list(match.standing.result) == record.result
    (True, True)
    """
    match = begun(game, record)
    if record.legal is not msgspec.UNSET and len(record.legal) != len(record.moves):
        raise RecordError(f"{len(record.legal)} legal sets for {len(record.moves)} moves", "move")
    for index, (seat_word, move) in enumerate(record.moves):
        where = f"move {index + 1} ({seat_word} {move})"
        try:
            seat = read_seat(seat_word, record.players)
            if record.legal is not msgspec.UNSET:
                _check_legal(game, match, seat, record.legal[index], where)
            match.play_text(seat, move)
        except IllegalMove as refused:
            raise RecordError(f"{where}: refused: {refused}", "move", index + 1) from None
        except LogError as error:
            raise RecordError(f"{where}: {error}", "move", index + 1) from None
    if not match.round_over:
        raise RecordError("the round is not over after the last move", "unfinished")
    result = list(match.results[-1])
    if result != record.result:
        raise RecordError(f"result: expected {record.result}, found {result}", "result")
    return match


def begun(game: Game[S, V, Any], record: Record) -> Match[S, V]:
    """The match of a record after its deal. Raises RecordError."""
    if record.rules != game.meta.rules_version:
        raise RecordError(
            f"played by rules {record.rules}; here are rules {game.meta.rules_version}", "rules"
        )
    if record.scores and len(record.scores) != record.players:
        raise RecordError(f"scores: {len(record.scores)} totals for {record.players} players", "deal")
    try:
        game.meta.seats(record.players)
        options = read_options(game.meta.options, record.options)
        deal = read_deal(game.rules.pack(options), record.deal, record.rest, record.players)
        return Match(
            game,
            options,
            record.players,
            deal,
            record.first,
            totals=record.scores or (),
            round_number=record.round or 1,
            carried=record.carried or (),
        )
    except OptionError as error:
        raise RecordError(str(error), "options") from None
    except (DealError, WrongNumberOfSeats, WrongMemory) as error:
        raise RecordError(str(error), "deal") from None


def _check_legal(
    game: Game[S, V, Any], match: Match[S, V], seat: int, expected: list[str] | None, where: str
) -> None:
    if expected is None:
        return
    moves = legal_moves(game.rules, match.state, seat)
    if sorted(game.notation.parse(text) for text in expected) != sorted(moves):
        found = [game.notation.write(move) for move in moves]
        raise RecordError(f"{where}: legal: expected {expected}, found {found}", "move")
