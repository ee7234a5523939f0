"""What is kept of tables of several persons besides who sits there: talk, and waits."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import ClauseElement, Integer, case, literal_column

from sevenfold.server.protocol.talk import Line
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import Wait, as_text
from sevenfold.server.storage.schema import waits
from sevenfold.server.storage.statements import InsertInto, Row, Statement, Values, WriteStep

_WAITED = Mapper(Wait, waits)

_LAST_LINES = Statement("SELECT line FROM talk WHERE table_id = :table ORDER BY number DESC LIMIT :most")
_ADD_LINE = Statement(
    "INSERT INTO talk (table_id, number, line, guest_id) VALUES (:table, :number, :line, :guest)"
    " ON CONFLICT DO NOTHING",
    counted=True,
)
_COPY_TALK = Statement(
    "INSERT INTO talk (table_id, number, line, guest_id)"
    " SELECT CAST(:to AS varchar), number, line, guest_id FROM talk WHERE table_id = :table"
)

_WAITS = Statement("SELECT * FROM waits WHERE table_id = :table")


def _set_waits(insert: InsertInto) -> ClauseElement:
    """Keep how a table waits for seats. If another process has written the same before, its times stay."""
    new = insert(waits)
    same = waits.c.move.is_not_distinct_from(new.excluded.move)
    stopped = literal_column("0", Integer)  # no value to be given
    same &= (waits.c.asked == stopped) == (new.excluded.asked == stopped)
    names = ("asked", "used", "spent")
    times = {name: case((same, waits.c[name]), else_=new.excluded[name]) for name in names}
    return new.on_conflict_do_update(
        index_elements=[waits.c.table_id, waits.c.seat],
        set_={"move": new.excluded.move, **times},
    )


SET_WAITS = Statement(_set_waits, waits.c.keys())


class FriendsStore:
    """The part of the database that only tables of several persons need."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def talk(self, table: str, most: int) -> list[Line]:
        """The last lines that were said at a table."""
        last = await self._backend.rows(_LAST_LINES, {"table": table, "most": most})
        return [msgspec.json.decode(row["line"], type=Line) for row in reversed(last)]

    async def add_line(self, table: str, line: Line, guest: int) -> bool:
        """Keep a line that a guest said. Return False if another line has its number."""
        values = {"table": table, "number": line.number, "line": as_text(line), "guest": guest}
        return await self._backend.write(_ADD_LINE.of([values]))

    @staticmethod
    def copying_talk(table: str, to: str) -> WriteStep:
        """The step that copies what was said at a table to another table."""
        return _COPY_TALK.of([{"table": table, "to": to}])

    async def waits(self, table: str) -> dict[int, Wait]:
        """How a table waits for each person for whom something is kept."""
        return _by_seat(await self._backend.rows(_WAITS, {"table": table}))

    async def keep_waits(self, table: str, mine: Mapping[int, Wait]) -> dict[int, Wait]:
        """Keep how a table waits for some seats. Return what is then kept.

        If another process has written the same before, its times count.
        """
        kept = await self.waits(table)
        new = {seat: _agreed(kept.get(seat), wait) for seat, wait in mine.items()}
        if new.items() <= kept.items():  # another process has written all of this
            return kept
        async with self._backend.transaction() as transaction:
            await transaction.change(SET_WAITS.of(wait_rows(table, new)))
            return _by_seat(await transaction.rows(_WAITS, {"table": table}))


def _by_seat(rows: list[Row]) -> dict[int, Wait]:
    return {row["seat"]: _WAITED.read(row) for row in rows}


def _agreed(kept: Wait | None, mine: Wait) -> Wait:
    if kept is None or kept.move != mine.move or bool(kept.asked) != bool(mine.asked):
        return mine
    return kept


def wait_rows(table: str, waiting: Mapping[int, Wait]) -> list[Values]:
    """Rows for how a table waits for seats, in the order of their keys."""
    return [_WAITED.row(wait, table_id=table, seat=seat) for seat, wait in sorted(waiting.items())]
