"""Appending to logs: whatever comes in while one transaction is written goes into the next, together.

A transaction costs a flush to the disk, whether it holds one table's move or a hundred tables' moves.
"""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.core.standing import Standing
from sevenfold.server.errors import StorageProblem, Vanished
from sevenfold.server.storage.schema import insert_new, log, marks, now_ms, set_waits, tables, waits
from sevenfold.server.storage.statements import Prepared
from sevenfold.server.storage.transactions import carry_out


class MadeBy(NamedTuple):
    """For a log entry that is a seat's move but was not made by its person: the seat, and who made it."""

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
"""What identifies an entry: its table and number."""


@dataclass(frozen=True, eq=False)
class _Append:
    rows: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    turns: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    waits: Sequence[dict[str, object]]
    done: asyncio.Future[None]

    def end(self, error: Exception | None = None) -> None:
        """Tell the caller who waits for it, if they still do."""
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
        new = insert_new(engine, log).values(at=now_ms())
        self._add = Prepared(engine, new, ("table_id", "seq", "entry"), counted=True)
        self._add_marks = Prepared(engine, insert(marks))
        self._set_standing = Prepared(engine, _SET_STANDING)
        self._set_waits_for = Prepared(engine, _SET_WAITS_FOR)
        self._set_waits = Prepared(engine, set_waits(engine), waits.c.keys())
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
        """Write appends, each of which succeeds or fails by itself."""
        try:
            kept = await self._write_together(batch)
        except StorageProblem as error:
            _end(batch, error)
        except Exception as error:
            if len(batch) == 1:
                batch[0].end(LogConflict() if isinstance(error, IntegrityError | Vanished) else error)
            else:  # perhaps only one of them cannot be written
                await self._write_one_by_one(batch)
        else:
            if kept:
                _end(batch)
            elif len(batch) == 1:
                batch[0].end(LogConflict())
            else:  # one of them came too late
                await self._write_one_by_one(batch)

    async def _write_one_by_one(self, batch: list[_Append]) -> None:
        for append in batch:
            await self._write([append])

    async def _write_together(self, batch: list[_Append]) -> bool:
        """Write them in one transaction. Return False if somebody else took one of their numbers in a log.

        All processes write in the order of the keys, so that no two wait for each other.
        """
        batch = sorted(batch, key=_first)
        steps = (
            self._add.of([row for append in batch for row in append.rows]),
            self._add_marks.of([mark for append in batch for mark in append.marks]),
            self._set_standing.of([standing for append in batch for standing in append.standings]),
            self._set_waits_for.of([turn for append in batch for turn in append.turns]),
            self._set_waits.of([wait for append in batch for wait in append.waits]),
        )
        return await carry_out(self._engine, steps)


def _first(append: _Append) -> Key:
    return append.rows[0]["table_id"], append.rows[0]["seq"]


def _end(batch: Iterable[_Append], error: Exception | None = None) -> None:
    for append in batch:
        append.end(error)
