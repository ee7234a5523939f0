"""The deals of each day: which boards they are, and what they brought whom."""

from datetime import date
from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.results import FINISHED, READ, READ_OWN, RESULTS, Result
from sevenfold.server.storage.schema import day_boards
from sevenfold.server.storage.statements import Row, Statement


class DayBoard(NamedTuple):
    """The board of a deal of a day; `number` is from 1 on."""

    game: str
    number: int
    board: str


_OF_DAY = Mapper(DayBoard, day_boards)

_BOARDS = Statement("SELECT game, number, board_id FROM day_boards WHERE day = :day ORDER BY game, number")
_ADD = Statement(lambda insert: insert(day_boards).on_conflict_do_nothing(), ("day", *_OF_DAY.columns))
_TRIES = Statement(
    f"{READ_OWN} FROM day_boards JOIN results ON results.board_id = day_boards.board_id"
    " WHERE day_boards.day = :day AND results.person_id = :person"
    " ORDER BY results.counts DESC, results.number"
)
_AT_TABLE = Statement(f"{READ} FROM results WHERE board_id = :board AND table_id = :table")
_COUNTED = Statement(
    f"SELECT person_id, table_id, result FROM results WHERE board_id = :board AND {FINISHED}"
    " ORDER BY ended, table_id"
)
_PLAYED = Statement(
    "SELECT DISTINCT day_boards.day FROM results JOIN day_boards ON day_boards.board_id = results.board_id"
    " WHERE results.person_id = :person AND results.result IS NOT NULL AND NOT results.given_up"
)


class DayStore:
    """The part of the database that says which boards are deals of which day."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def boards(self, day: date) -> tuple[DayBoard, ...]:
        """The boards of a day that somebody has asked for."""
        return _OF_DAY.all(await self._backend.rows(_BOARDS, {"day": day.isoformat()}))

    async def add(self, day: date, board: DayBoard) -> None:
        """Keep which board a deal of a day is, unless there is one already."""
        await self._backend.write(_ADD.of([_OF_DAY.row(board, day=day.isoformat())]))

    async def tries(self, day: date, person: int) -> tuple[Result, ...]:
        """The deals of a day that a person has begun, those that count before others."""
        return RESULTS.all(await self._backend.rows(_TRIES, {"day": day.isoformat(), "person": person}))

    async def result(self, board: str, table: str) -> Result | None:
        """What a deal brought whoever played it at a table; None if there is no such result."""
        return RESULTS.first(await self._backend.rows(_AT_TABLE, {"board": board, "table": table}))

    async def counted(self, board: str) -> list[Row]:
        """What was finished of a board and counts, the earliest first: `person_id`, `table_id` and `result`.
        They may be thousands.
        """
        return await self._backend.rows(_COUNTED, {"board": board}, long=True)

    async def played(self, person: int) -> set[date]:
        """The days of which a person has finished a deal."""
        found = await self._backend.rows(_PLAYED, {"person": person})
        return {date.fromisoformat(row["day"]) for row in found}
