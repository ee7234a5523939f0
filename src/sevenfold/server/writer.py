"""Appending to logs: whatever comes in while one transaction is written goes into the next, together.

A transaction costs a flush to the disk, whether it holds one table's move or a hundred tables' moves.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, insert, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.core.match import Standing
from sevenfold.server.database import insert_new, log, marks, now_ms, set_waits, tables
from sevenfold.server.errors import StorageProblem
from sevenfold.server.transactions import writing


class MadeBy(NamedTuple):
    """An entry of the log is a seat's move, but its person did not make it: who did."""

    seat: int
    by: Literal["stand_in", "clock"]


class LogConflict(Exception):
    """Somebody else has appended to the log since it was read."""


_TABLE = update(tables).where(tables.c.id == bindparam("table"))
_SET_STANDING = _TABLE.values(standing=bindparam("kept"))
_SET_WAITS_FOR = _TABLE.values(waits_for=bindparam("kept"), waits_since=bindparam("at"))


def as_text(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


def log_rows(table: str, after: int, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Rows for entries that follow entry number `after`."""
    return [
        {"table_id": table, "seq": seq, "entry": as_text(entry)}
        for seq, entry in enumerate(entries, after + 1)
    ]


Key = tuple[str, int]
"""An entry's place: its table and number."""


@dataclass(frozen=True, eq=False)
class _Append:
    rows: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    turns: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    waits: Sequence[dict[str, object]]
    done: asyncio.Future[None]

    @property
    def keys(self) -> list[Key]:
        """The places that it takes."""
        return [(row["table_id"], row["seq"]) for row in self.rows]

    def end(self, error: Exception | None = None) -> None:
        """Tell whoever waits, if they still do."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class LogWriter:
    """Appends to the logs of all tables."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._set_waits = set_waits(engine)
        self._add = insert_new(engine, log).values(at=now_ms()).returning(log.c.table_id, log.c.seq)
        self._waiting: list[_Append] = []
        self._writing: asyncio.Task[None] | None = None

    @property
    def queue(self) -> int:
        """How many appends wait while others are written."""
        return len(self._waiting)

    async def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        standing: Standing | None,
        waits_for: int | None,
        made_by: Mapping[int, MadeBy],
        waits: Sequence[dict[str, object]],
    ) -> None:
        """Append entries to a log whose last one has the number `after`; when this returns, they are kept.

        `standing`, `waits_for` and rows of `waits` are given where they have changed, `made_by` for entries
        that are not by the person who sits there. All or nothing. Raises LogConflict where the log has gone
        on.
        """
        rows = log_rows(table, after, entries)
        standings = [{"table": table, "kept": as_text(standing)}] if standing is not None else []
        turns = (
            [{"table": table, "kept": waits_for, "at": time.time_ns() // 1_000_000}]
            if waits_for is not None
            else []
        )
        marked = [
            {"table_id": table, "seq": seq, "seat": mark.seat, "made_by": mark.by}
            for seq, mark in made_by.items()
        ]
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(rows, standings, turns, marked, waits, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def close(self) -> None:
        """Wait until all is written."""
        if self._writing is not None:
            await self._writing

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            await self._write(batch)

    async def _write(self, batch: list[_Append]) -> None:
        """Write appends, of which each stands or falls alone."""
        try:
            kept = await self._write_together(batch)
        except StorageProblem as error:
            _end(batch, error)
        except Exception as error:
            if len(batch) == 1:
                batch[0].end(LogConflict() if isinstance(error, IntegrityError) else error)
                return
            for append in batch:  # one of them may be what cannot be written
                await self._write([append])
        else:
            _end(kept)
            _end([append for append in batch if append not in kept], LogConflict())

    async def _write_together(self, batch: list[_Append]) -> list[_Append]:
        """One transaction; the answer is those that were kept, as nobody else had their places in the logs.

        All processes write in the order of the keys: so none waits for another that waits for it.
        """
        async with writing(self._engine) as connection:
            kept = await self._add_to_logs(connection, sorted(batch, key=_first))
            made_by = [mark for append in kept for mark in append.marks]
            standings = [standing for append in kept for standing in append.standings]
            turns = [turn for append in kept for turn in append.turns]
            waits = [wait for append in kept for wait in append.waits]
            if made_by:
                await connection.execute(insert(marks), made_by)
            if standings:
                await connection.execute(_SET_STANDING, standings)
            if turns:
                await connection.execute(_SET_WAITS_FOR, turns)
            if waits:
                await connection.execute(self._set_waits, waits)
        return kept

    async def _add_to_logs(self, connection: AsyncConnection, batch: list[_Append]) -> list[_Append]:
        """Those that nobody else was faster than. Of the others not one row is kept."""
        firsts: dict[Key, _Append] = {}
        for append in batch:
            if not any(key in firsts for key in append.keys):
                firsts |= dict.fromkeys(append.keys, append)
        rows = [row for append in dict.fromkeys(firsts.values()) for row in append.rows]
        added = {(row.table_id, row.seq) for row in await connection.execute(self._add, rows)}
        spoiled = {append for key, append in firsts.items() if key not in added}
        if spoiled:
            part = [key for append in spoiled for key in append.keys if key in added]
            await connection.execute(delete(log).where(tuple_(log.c.table_id, log.c.seq).in_(part)))
        return [append for append in dict.fromkeys(firsts.values()) if append not in spoiled]


def _first(append: _Append) -> Key:
    return append.keys[0]


def _end(batch: Iterable[_Append], error: Exception | None = None) -> None:
    for append in batch:
        append.end(error)
