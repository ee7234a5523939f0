"""The deals of each day: which boards they are, and who has begun them."""

from datetime import date
from typing import NamedTuple

from sevenfold.core.standing import Standing
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.schema import board_tries, day_boards
from sevenfold.server.storage.statements import Row, Statement


class DayBoard(NamedTuple):
    """The board of a deal of a day; `number` is from 1 on."""

    game: str
    number: int
    board: str


class DayTry(NamedTuple):
    """Somebody has begun a deal of a day. Where its table is gone, there is no `standing` any more."""

    board: str
    guest: int
    table: str
    seat: int
    counts: bool
    name: str | None
    standing: Standing | None
    moved: int | None
    """When its last move was made, in ms since 1970."""


_OF_DAY = Mapper(DayBoard, day_boards)
_TRIED = Mapper(DayTry, board_tries)

_BOARDS = Statement("SELECT game, number, board_id FROM day_boards WHERE day = :day ORDER BY game, number")
_ADD = Statement(lambda insert: insert(day_boards).on_conflict_do_nothing(), ("day", *_OF_DAY.columns))
_TRIES = Statement(
    "SELECT tried.board_id, tried.guest_id, tried.table_id, tried.seat, tried.counts, seats.name,"
    " tables.standing,"
    " (SELECT at FROM log WHERE log.table_id = tried.table_id ORDER BY seq DESC LIMIT 1) AS moved"
    " FROM day_boards JOIN board_tries AS tried ON tried.board_id = day_boards.board_id"
    " LEFT JOIN tables ON tables.id = tried.table_id"
    " LEFT JOIN seats ON seats.table_id = tried.table_id AND seats.seat = tried.seat"
    " WHERE day_boards.day = :day AND tried.guest_id = :guest AND tried.number = 1"
)
_FINISHED = Statement(
    "SELECT tried.guest_id, tried.seat, tables.standing FROM board_tries AS tried"
    " JOIN tables ON tables.id = tried.table_id"
    " WHERE tried.board_id = :board AND tried.number = 1 AND tried.counts AND tables.over"
    " AND COALESCE((SELECT at FROM log WHERE log.table_id = tried.table_id ORDER BY seq DESC LIMIT 1), 0)"
    " < :closes"
)
_PLAYED = Statement(
    "SELECT DISTINCT day_boards.day FROM board_tries"
    " JOIN day_boards ON day_boards.board_id = board_tries.board_id"
    " JOIN tables ON tables.id = board_tries.table_id"
    " WHERE board_tries.guest_id = :guest AND tables.over"
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

    async def tries(self, day: date, guest: int) -> tuple[DayTry, ...]:
        """The deals of a day that a guest has begun."""
        return _TRIED.all(await self._backend.rows(_TRIES, {"day": day.isoformat(), "guest": guest}))

    async def finished(self, board: str, closes: int) -> list[Row]:
        """Who has finished a board in time, so that it counts: `guest_id`, `seat` and the `standing` as it
        is kept. They may be thousands, so they are to be read elsewhere than in the loop.
        """
        asked = {"board": board, "closes": closes}
        return await self._backend.rows(_FINISHED, asked, long=True)

    async def played(self, guest: int) -> set[date]:
        """The days of which a guest has finished a deal."""
        found = await self._backend.rows(_PLAYED, {"guest": guest})
        return {date.fromisoformat(row["day"]) for row in found}
