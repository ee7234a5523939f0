"""Appending to logs: whatever comes in while one transaction is written goes into the next, together.

A transaction costs a flush to the disk, whether it holds one table's move or a hundred tables' moves.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.core.match import Standing
from sevenfold.server.database import log, tables
from sevenfold.server.transactions import writing


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


@dataclass(frozen=True)
class _Append:
    rows: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    waits: list[dict[str, Any]]
    done: asyncio.Future[None]

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
    ) -> None:
        """Append entries to a log whose last one has the number `after`; when this returns, they are kept.

        `standing` and `waits_for` are given where they have changed. All or nothing. Raises LogConflict where
        the log has gone on.
        """
        rows = log_rows(table, after, entries)
        standings = [{"table": table, "kept": as_text(standing)}] if standing is not None else []
        waits = (
            [{"table": table, "kept": waits_for, "at": time.time_ns() // 1_000_000}]
            if waits_for is not None
            else []
        )
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(rows, standings, waits, done))
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
        try:
            await self._write_together(batch)
        except IntegrityError:
            if len(batch) == 1:
                batch[0].end(LogConflict())
                return
            for append in batch:
                await self._write([append])
        except Exception as error:
            for append in batch:
                append.end(error)
        else:
            for append in batch:
                append.end()

    async def _write_together(self, batch: list[_Append]) -> None:
        rows = [row for append in batch for row in append.rows]
        standings = [standing for append in batch for standing in append.standings]
        waits = [wait for append in batch for wait in append.waits]
        async with writing(self._engine) as connection:
            await connection.execute(insert(log), rows)
            if standings:
                await connection.execute(_SET_STANDING, standings)
            if waits:
                await connection.execute(_SET_WAITS_FOR, waits)
