"""Logs: they are read, and appended to. What comes in while one transaction is written goes into the next.

A transaction costs a flush to the disk, whether it holds one table's move or a hundred tables' moves. An
append that loses the race for its key fails alone: all of that transaction are written again, one by one.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sqlalchemy import bindparam, insert, select

from sevenfold.core.log import Entry
from sevenfold.core.standing import Standing
from sevenfold.server.errors import StorageProblem, Vanished
from sevenfold.server.storage.backend import Backend, KeyTaken
from sevenfold.server.storage.friends import SET_WAITS, wait_rows
from sevenfold.server.storage.results import END_RESULTS, ends_of
from sevenfold.server.storage.rows import Wait, as_text, damaged, log_rows, now, read_entry
from sevenfold.server.storage.schema import log, marks
from sevenfold.server.storage.seen import SEE_DEAL, dealt_rows
from sevenfold.server.storage.statements import Statement, Values, now_ms


class MadeBy(NamedTuple):
    """For a log entry that is a seat's move but was not made by its person: the seat, and who made it."""

    seat: int
    by: Literal["substitute", "clock"]


class Logged(NamedTuple):
    """A part of a log: its entries, and for how many seconds each has been there, 0 if that is not known.

    `made_by` has the entries that were not made by the person at the seat, by entry number.
    """

    entries: tuple[Entry, ...]
    ages: tuple[float, ...]
    made_by: dict[int, MadeBy]


class LogConflict(Exception):
    """Somebody else has appended to the log since it was read."""


_ENTRIES = Statement(
    select(log.c.seq, log.c.entry, (now_ms() - log.c.at).label("age"), marks.c.seat, marks.c.made_by)
    .outerjoin_from(log, marks, (marks.c.table_id == log.c.table_id) & (marks.c.seq == log.c.seq))
    .where(log.c.table_id == bindparam("table"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)

_TEXT = Statement("SELECT entry FROM log WHERE table_id = :table AND seq = :seq")
_LENGTH = Statement("SELECT max(seq) AS length FROM log WHERE table_id = :table")

_ADD = Statement(
    lambda insert: insert(log).values(at=now_ms()).on_conflict_do_nothing(),
    ("table_id", "seq", "entry"),
    counted=True,
)
_ADD_MARKS = Statement(insert(marks))
_NOTE_NOT_KEPT = Statement(
    "INSERT INTO not_kept (table_id, seq) VALUES (:table, :seq)"
    " ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq"
)
_SET_STANDING = Statement("UPDATE tables SET standing = :kept, over = :over WHERE id = :table")
_SET_WAITS_FOR = Statement("UPDATE tables SET waits_for = :kept, waits_since = :at WHERE id = :table")


@dataclass(frozen=True, eq=False)
class _Append:
    rows: Sequence[Values]
    standings: Sequence[Values]
    turns: Sequence[Values]
    marks: Sequence[Values]
    waits: Sequence[Values]
    results: Sequence[Values]
    ended: Sequence[Values]
    seen: Sequence[Values]
    done: asyncio.Future[None]

    def end(self, error: Exception | None = None) -> None:
        """Tell the caller who waits for it, if they still do."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class LogStore:
    """The logs of all tables."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.ended: set[str] = set()
        """The tables at which this process wrote the end of a round; whoever keeps rounds takes them out."""
        self._waiting: list[_Append] = []
        self._writing: asyncio.Task[None] | None = None

    @property
    def queue(self) -> int:
        """How many appends wait while others are written."""
        return len(self._waiting)

    async def length(self, table: str) -> int:
        """How many entries a table's log has."""
        return (await self._backend.rows(_LENGTH, {"table": table}))[0]["length"] or 0

    async def text(self, table: str, seq: int) -> str | None:
        """An entry as it is kept; None if there is none of this number."""
        found = await self._backend.rows(_TEXT, {"table": table, "seq": seq})
        return found[0]["entry"] if found else None

    async def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """What the log has after entry number `after`. Raises TableDamaged."""
        return (await self.logged(table, after)).entries

    async def logged(self, table: str, after: int = 0) -> Logged:
        """The same, with the age of each entry and who made it. Raises TableDamaged."""
        entries, ages, made_by = [], [], {}
        rows = await self._backend.rows(_ENTRIES, {"table": table, "after": after})
        for number, row in enumerate(rows, after + 1):
            seq = row["seq"]
            entries.append(read_entry(table, seq, row["entry"]))
            if seq != number:
                raise damaged(table, f"log {number}")
            ages.append((row["age"] or 0) / 1000)
            if row["made_by"] is not None:
                made_by[seq] = MadeBy(row["seat"], row["made_by"])
        return Logged(tuple(entries), tuple(ages), made_by)

    async def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        standing: Standing | None = None,
        waits_for: int | None = None,
        made_by: Mapping[int, MadeBy] = MappingProxyType({}),
        waits: Mapping[int, Wait] = MappingProxyType({}),
        deals: Sequence[str] = (),
    ) -> None:
        """Append to a log whose last entry has the number `after`; when this returns, it is kept.

        `standing`, `waits_for` and `waits` are given where they have changed, `made_by` for entries that are
        not by the person who sits there. `deals` are the ids of those that are dealt: whoever is there has
        seen them. All or nothing. Raises LogConflict where the log has gone on.
        """
        marked: list[Values] = [
            {"table_id": table, "seq": seq, "seat": mark.seat, "made_by": mark.by}
            for seq, mark in made_by.items()
        ]
        is_end = standing is not None and standing.result is not None
        append = _Append(
            log_rows(table, after, entries),
            [_standing(table, standing)] if standing is not None else [],
            [_turn(table, waits_for)] if waits_for is not None else [],
            marked,
            wait_rows(table, waits),
            ends_of(table, standing) if standing is not None else [],
            [{"table": table, "seq": after + len(entries)}] if is_end else [],
            dealt_rows(table, deals),
            asyncio.get_running_loop().create_future(),
        )
        self._waiting.append(append)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await append.done
        if is_end:
            self.ended.add(table)

    async def set_waits_for(self, table: str, waits_for: int) -> None:
        """Keep for which persons a table waits, as bits."""
        await self._backend.write(_SET_WAITS_FOR.of([_turn(table, waits_for)]))

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
                batch[0].end(LogConflict() if isinstance(error, KeyTaken | Vanished) else error)
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
        return await self._backend.write(
            _ADD.of([row for append in batch for row in append.rows]),
            _ADD_MARKS.of([mark for append in batch for mark in append.marks]),
            _SET_STANDING.of([standing for append in batch for standing in append.standings]),
            _SET_WAITS_FOR.of([turn for append in batch for turn in append.turns]),
            SET_WAITS.of([wait for append in batch for wait in append.waits]),
            END_RESULTS.of([result for append in batch for result in append.results]),
            _NOTE_NOT_KEPT.of([end for append in batch for end in append.ended]),
            SEE_DEAL.of([seen for append in batch for seen in append.seen]),
        )


def _standing(table: str, standing: Standing) -> Values:
    return {"table": table, "kept": as_text(standing), "over": standing.over}


def _turn(table: str, waits_for: int) -> Values:
    return {"table": table, "kept": waits_for, "at": now()}


def _first(append: _Append) -> tuple[Any, ...]:
    return append.rows[0]["table_id"], append.rows[0]["seq"]


def _end(batch: Iterable[_Append], error: Exception | None = None) -> None:
    for append in batch:
        append.end(error)
