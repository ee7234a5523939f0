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
from sevenfold.server.storage.sweeping import batches
from sevenfold.server.times import iso

_WAITED = Mapper(Wait, waits)

_LAST_LINES = Statement("SELECT line FROM talk WHERE table_id = :table ORDER BY number DESC LIMIT :most")
_ADD_LINE = Statement(
    "INSERT INTO talk (table_id, number, line, person_id) VALUES (:table, :number, :line, :person)"
    " ON CONFLICT DO NOTHING",
    counted=True,
)
_COPY_TALK = Statement(
    "INSERT INTO talk (table_id, number, line, person_id)"
    " SELECT CAST(:to AS varchar), number, line, person_id FROM talk WHERE table_id = :table"
)

_SAID_BEFORE = "substr(line, length(line) - 30, 29) < :said_before"
"""A line ends with when it was said: `"at":"2026-11-29T20:12:02.123+00:00"}`."""

_SAID_AT = Statement(f"SELECT DISTINCT table_id FROM talk WHERE {_SAID_BEFORE} ORDER BY table_id")
_CHANGED = Statement("UPDATE tables SET edition = edition + 1 WHERE id = :table")
_UNSAY = Statement(f"DELETE FROM talk WHERE table_id = :table AND {_SAID_BEFORE}")

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

    async def add_line(self, table: str, line: Line, person: int) -> bool:
        """Keep a line that a person said. Return False if another line has its number."""
        values = {"table": table, "number": line.number, "line": as_text(line), "person": person}
        return await self._backend.write(_ADD_LINE.of([values]))

    async def sweep_talk(self, said_before: int) -> list[str]:
        """Delete what was said before then. Return the tables where it was, which have a new edition."""
        values = {"said_before": iso(said_before)}
        tables = [row["table_id"] for row in await self._backend.rows(_SAID_AT, values, long=True)]
        for some in batches(tables):
            async with self._backend.transaction(long=True) as transaction:
                await transaction.change(_CHANGED.of([{"table": table} for table in some]))
                await transaction.change(_UNSAY.of([{**values, "table": table} for table in some]))
        return tables

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
