"""Writes tables when they are changed: their rows, who sits there, and what their logs begin with.

All that one change writes goes to the database in one transaction.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Insert, Integer, Table, bindparam, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.server.storage.rows import WRITTEN_WITH_MOVES, Member, Sitter, TableRow, columns_of
from sevenfold.server.storage.schema import (
    guests,
    log,
    members,
    now_ms,
    seats,
    set_seat,
    sittings,
    tables,
)
from sevenfold.server.storage.statements import Prepared, Step
from sevenfold.server.storage.transactions import carry_out
from sevenfold.server.storage.writer import log_rows


class EditionConflict(Exception):
    """Somebody else has changed the table since it was read."""


class TableWriter:
    """Writes all of a table but what is appended to its log."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        same = (tables.c.id == bindparam("same")) & (tables.c.edition == bindparam("was"))
        kept = [column.name for column in tables.c if column.name not in WRITTEN_WITH_MOVES]
        self._change = Prepared(engine, update(tables).where(same), kept, counted=True)
        self._change_all = Prepared(engine, update(tables).where(same), tables.c.keys(), counted=True)
        self._delete = Prepared(engine, delete(tables).where(same), counted=True)
        self._add = _adding(engine, tables)
        self._set_seats = Prepared(engine, set_seat(engine), seats.c.keys())
        gone = (seats.c.table_id == bindparam("table")) & (seats.c.seat >= bindparam("players"))
        self._forget_seats = Prepared(engine, delete(seats).where(gone))
        later = (
            (sittings.c.table_id == bindparam("table"))
            & (sittings.c.seat == bindparam("at"))
            & (sittings.c.seq >= bindparam("since"))
        )
        self._forget_sittings = Prepared(engine, delete(sittings).where(later))
        self._add_sittings = _adding(engine, sittings)
        self._forget_members = Prepared(
            engine, delete(members).where(members.c.table_id == bindparam("table"))
        )
        self._add_members = Prepared(engine, _add_member())
        self._begin_log = Prepared(engine, insert(log).values(at=now_ms()), ("table_id", "seq", "entry"))

    async def add(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """Keep a new table, with what its log begins with."""
        steps = [self._add.of([columns_of(row)]), *self._steps(None, row, len(entries) + 1, entries)]
        await carry_out(self._engine, steps)

    async def replace(self, old: TableRow, new: TableRow, seq: int, begins: Sequence[Entry]) -> TableRow:
        """Keep a changed table, and what its log begins with if it starts. Return its row with a new edition.

        `seq` is the first log entry that may be by a person who sits down now. Columns that follow from the
        log are left to the log's writer, unless the table starts. A table at which no person sits any more is
        deleted: in this transaction, so that nobody can sit down meanwhile. Raises EditionConflict if the
        table has changed since `old` was read, Vanished if who sits down has just been deleted.
        """
        new = msgspec.structs.replace(new, edition=old.edition + 1)
        if not new.persons:
            if not await carry_out(self._engine, [self._delete.of([{"same": old.id, "was": old.edition}])]):
                raise EditionConflict
            return new
        change = self._change_all if begins else self._change
        changed = change.of([columns_of(new) | {"same": old.id, "was": old.edition}])
        if not await carry_out(self._engine, [changed, *self._steps(old, new, seq, begins)]):
            raise EditionConflict
        return new

    def _steps(
        self, old: TableRow | None, new: TableRow, seq: int, begins: Sequence[Entry]
    ) -> Iterator[Step]:
        """The steps that write who sits at a table, who else is there, and what its log begins with."""
        was, table = old.seats if old else (), {"table": new.id}
        changed = [
            (seat, sitter) for seat, sitter in enumerate(new.seats) if seat >= len(was) or was[seat] != sitter
        ]
        yield self._set_seats.of([_seat_values(new.id, seat, sitter) for seat, sitter in changed])
        if len(was) > len(new.seats):
            yield self._forget_seats.of([table | {"players": len(new.seats)}])
        sat_down = [
            (seat, sitter)
            for seat, sitter in changed
            if seat >= len(was) or (was[seat].guest, was[seat].bot) != (sitter.guest, sitter.bot)
        ]
        if old is not None:
            yield self._forget_sittings.of([table | {"at": seat, "since": seq} for seat, _ in sat_down])
        yield self._add_sittings.of(
            [
                {"table_id": new.id, "seat": seat, "seq": seq, "guest_id": sitter.guest, "bot": sitter.bot}
                for seat, sitter in sat_down
            ]
        )
        if old is not None and old.members != new.members:
            yield self._forget_members.of([table])
        if old is None or old.members != new.members:
            yield self._add_members.of([_member_values(new.id, member) for member in new.members])
        yield self._begin_log.of(log_rows(new.id, 0, begins))


def _add_member() -> Insert:
    """Keep a member, unless the guest has deleted their data meanwhile."""
    guest = bindparam("guest_id", type_=Integer)
    values = (bindparam(column.name, type_=column.type) for column in members.c)
    there = select(*values).where(exists(select(guests.c.id).where(guests.c.id == guest)))
    return insert(members).from_select(members.c.keys(), there)


def _adding(engine: AsyncEngine, table: Table) -> Prepared:
    return Prepared(engine, insert(table), table.c.keys())


def _seat_values(table: str, seat: int, sitter: Sitter) -> dict[str, Any]:
    return {
        "table_id": table,
        "seat": seat,
        "guest_id": sitter.guest,
        "bot": sitter.bot,
        "name": sitter.name,
        "since": sitter.since,
        "told": sitter.told,
        "stand_in": sitter.stand_in,
        "shows_hand": False,
        "person": sitter.person,
    }


def _member_values(table: str, member: Member) -> dict[str, Any]:
    values = msgspec.structs.asdict(member)
    return {"table_id": table, "guest_id": values.pop("guest")} | values
