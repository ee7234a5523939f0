"""What is kept: guests, tables and their logs."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    RowMapping,
    Select,
    bindparam,
    delete,
    insert,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.core.match import Standing
from sevenfold.server.database import (
    log,
    marks,
    members,
    now_ms,
    presence,
    seats,
    sittings,
    tables,
)
from sevenfold.server.errors import TableDamaged
from sevenfold.server.friends_store import FriendsStore, wait_rows
from sevenfold.server.guest_store import GuestStore
from sevenfold.server.rows import (
    WRITTEN_WITH_MOVES,
    Member,
    Sitter,
    TableRow,
    Wait,
    columns_of,
    damaged,
    now,
    read_bot,
    read_table,
)
from sevenfold.server.shared_store import SharedStore
from sevenfold.server.transactions import reading, writing
from sevenfold.server.writer import LogWriter, MadeBy, log_rows

MOST_LISTED = 100
"""Of the tables of a guest."""

_ENTRY = msgspec.json.Decoder[Entry](Entry)


# statements that are made once, as making one takes longer than to carry it out


def _with_seats(wanted: ColumnElement[bool]) -> Select[Any]:
    """Tables, the newest first, with a row a seat."""
    newest = (
        select(tables).where(wanted).order_by(tables.c.created.desc()).limit(bindparam("most")).subquery()
    )
    return (
        select(newest, *(seats.c[name] for name in SITTER))
        .join_from(newest, seats, seats.c.table_id == newest.c.id, isouter=True)
        .order_by(newest.c.created.desc(), newest.c.id, seats.c.seat)
    )


SITTER = ("guest_id", "bot", "name", "since", "told", "stand_in", "shows_hand")
"""Columns of a seat."""

_KEY: BindParameter[str] = bindparam("key")
_GUESTS: BindParameter[int] = bindparam("guest")

_TABLE = _with_seats(tables.c.id == bindparam("table"))

_TABLE_BY_KEY = _with_seats(
    (tables.c.link == _KEY)
    | (tables.c.watch_link == _KEY)
    | ((tables.c.code == _KEY) & (tables.c.code_ends > bindparam("now")))
)

_TABLES_OF = _with_seats(
    tables.c.id.in_(
        union(  # and no `or`, by which PostgreSQL looks through all tables
            select(seats.c.table_id).where(seats.c.guest_id == _GUESTS),
            select(members.c.table_id).where(members.c.guest_id == _GUESTS, members.c.kind != "removed"),
        )
    )
)

_OPEN_TABLES = _with_seats(~tables.c.started & tables.c.link.is_not(None))

_MEMBERS = (
    select(members)
    .where(members.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(members.c.guest_id)
)

_ADD_TO_LOG = insert(log).values(at=now_ms())

_ENTRIES = (
    select(log.c.seq, log.c.entry, (now_ms() - log.c.at).label("age"))
    .where(log.c.table_id == bindparam("table"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)


class EditionConflict(Exception):
    """Somebody else has changed the table since it was read."""


class Store:
    """The database, as the rest of the server sees it. What is read goes by `reader`, if there is one."""

    def __init__(self, engine: AsyncEngine, reader: AsyncEngine | None = None) -> None:
        self._engine = engine
        self._reader = reader or engine
        self.newcomers = asyncio.Semaphore(1)
        """Held while a match is read and replayed."""
        self._writer = LogWriter(engine)
        self.guests = GuestStore(engine, self._reader)
        self.friends = FriendsStore(engine, self._reader)
        self.shared = SharedStore(engine, self._reader)

    @property
    def queue(self) -> int:
        """How many appends to logs wait while others are written."""
        return self._writer.queue

    async def close(self) -> None:
        """Write what is to be written and let go of the database."""
        await self._writer.close()
        await self._engine.dispose()
        await self._reader.dispose()

    # --- tables -----------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """Keep a new table, with what its log begins with."""
        async with writing(self._engine) as connection:
            await connection.execute(insert(tables).values(**columns_of(row)))
            await _write_seats(connection, None, row, seq=len(entries) + 1)
            if entries:
                await connection.execute(_ADD_TO_LOG, log_rows(row.id, 0, entries))

    async def replace_table(
        self, old: TableRow, new: TableRow, *, seq: int = 1, begins: Sequence[Entry] = ()
    ) -> TableRow:
        """Keep a table as it is now, and what its log begins with if it starts; its row with a new edition.

        `seq` is the first entry of the log that may be by whoever sits down. Columns that follow from the log
        are left to its writer, unless the table starts. Raises EditionConflict where the table has changed
        since `old` was read.
        """
        new = msgspec.structs.replace(new, edition=old.edition + 1)
        values = columns_of(new)
        if not begins:
            values = {name: value for name, value in values.items() if name not in WRITTEN_WITH_MOVES}
        same = (tables.c.id == old.id) & (tables.c.edition == old.edition)
        async with writing(self._engine) as connection:
            if (await connection.execute(update(tables).where(same).values(**values))).rowcount == 0:
                raise EditionConflict
            await _write_seats(connection, old, new, seq)
            if begins:
                await connection.execute(_ADD_TO_LOG, log_rows(new.id, 0, begins))
        return new

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        found = await self._tables(_TABLE, table=table)
        return read_table(*found[0]) if found else None

    async def table_by_key(self, key: str) -> TableRow | None:
        """The table that a link or a code leads to; None if there is none."""
        found = await self._tables(_TABLE_BY_KEY, key=key, now=now())
        return read_table(*found[0]) if found else None

    async def tables_of(self, guest: int, most: int | None = None) -> list[TableRow]:
        """The tables at which a guest sits or watches, the newest first, at most so many, or MOST_LISTED.

        Damaged ones are left out.
        """
        return _whole(await self._tables(_TABLES_OF, guest=guest, most=most or MOST_LISTED))

    async def open_tables(self) -> list[TableRow]:
        """The tables that wait and are open, the newest first."""
        return _whole(await self._tables(_OPEN_TABLES, long=True))

    async def _tables(
        self, query: Select[Any], *, long: bool = False, **asked: Any
    ) -> list[tuple[RowMapping, tuple[Sitter, ...], tuple[Member, ...]]]:
        """Rows of tables, with who sits at them and who else is there."""
        found: dict[str, tuple[RowMapping, list[Sitter], list[Member]]] = {}
        async with reading(self._reader, long=long) as connection:
            for row in (await connection.execute(query, {"most": MOST_LISTED} | asked)).mappings():
                _, sitters, _ = found.setdefault(row["id"], (row, [], []))
                guest, bot, *more = (row[name] for name in SITTER)
                sitters.append(Sitter(guest, read_bot(bot), *more))
            for member in await connection.execute(_MEMBERS, {"tables": list(found)}):
                found[member.table_id][2].append(Member(member.guest_id, member.kind, member.seat))
        return [(row, tuple(sitters), tuple(others)) for row, sitters, others in found.values()]

    async def delete_table(self, table: str) -> None:
        """Forget a table with its log."""
        async with writing(self._engine) as connection:
            await connection.execute(delete(tables).where(tables.c.id == table))

    async def sweep_tables(self, created_before: int, but: Collection[str]) -> int:
        """Forget tables of which the log has nothing but its first deal; how many there were."""
        moved = select(log.c.seq).where(log.c.table_id == tables.c.id, log.c.seq > 1).exists()
        watched = select(presence.c.guest_id).where(presence.c.table_id == tables.c.id).exists()
        unplayed = delete(tables).where(
            tables.c.created < created_before, ~moved, ~watched, tables.c.id.not_in(but)
        )
        async with writing(self._engine, long=True) as connection:
            return (await connection.execute(unplayed)).rowcount

    async def set_waits_for(self, table: str, waits_for: int) -> None:
        """Keep for which persons a table waits, as bits."""
        async with writing(self._engine) as connection:
            await connection.execute(
                update(tables).where(tables.c.id == table).values(waits_for=waits_for, waits_since=now())
            )

    # --- logs -------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """What the log has after entry number `after`. Raises TableDamaged."""
        return (await self.dated_entries(table, after))[0]

    async def dated_entries(self, table: str, after: int = 0) -> tuple[tuple[Entry, ...], tuple[float, ...]]:
        """The same, and how long ago each was written, in seconds; 0 where that is not known."""
        entries, ages = [], []
        async with reading(self._reader) as connection:
            rows = await connection.execute(_ENTRIES, {"table": table, "after": after})
            for number, (seq, entry, age) in enumerate(rows, after + 1):
                try:
                    entries.append(_ENTRY.decode(entry))
                except msgspec.MsgspecError:
                    raise damaged(table, f"log {seq}") from None
                if seq != number:
                    raise damaged(table, f"log {number}")
                ages.append((age or 0) / 1000)
        return tuple(entries), tuple(ages)

    async def made_by(self, table: str, after: int = 0) -> dict[int, MadeBy]:
        """The entries of a log that are not by the person who sat there, by their numbers."""
        query = select(marks).where(marks.c.table_id == table, marks.c.seq > after)
        async with reading(self._reader) as connection:
            return {row.seq: MadeBy(row.seat, row.made_by) for row in await connection.execute(query)}

    async def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        standing: Standing | None = None,
        waits_for: int | None = None,
        made_by: Mapping[int, MadeBy] = MappingProxyType({}),
        waits: Mapping[int, Wait] = MappingProxyType({}),
    ) -> None:
        """Append to a log whose last entry has the number `after`, all or nothing.

        `standing`, `waits_for` and `waits` are given where they have changed, `made_by` for entries that are
        not by the person who sits there. Raises LogConflict where the log has gone on.
        """
        rows = wait_rows(table, waits)
        await self._writer.append(table, after, entries, standing, waits_for, made_by, rows)


def _whole(found: Iterable[tuple[RowMapping, tuple[Sitter, ...], tuple[Member, ...]]]) -> list[TableRow]:
    whole = []
    for each in found:
        with suppress(TableDamaged):
            whole.append(read_table(*each))
    return whole


async def _write_seats(connection: AsyncConnection, old: TableRow | None, new: TableRow, seq: int) -> None:
    """Write what is new of who sits and who else is at a table."""
    was = old.seats if old else ()
    changed = [
        (seat, sitter) for seat, sitter in enumerate(new.seats) if seat >= len(was) or was[seat] != sitter
    ]
    if changed or len(was) > len(new.seats):
        gone = [seat for seat, _ in changed] + list(range(len(new.seats), len(was)))
        await connection.execute(delete(seats).where(seats.c.table_id == new.id, seats.c.seat.in_(gone)))
    if changed:
        await connection.execute(
            insert(seats), [_seat_values(new.id, seat, sitter) for seat, sitter in changed]
        )
    sat_down = [
        {"table_id": new.id, "seat": seat, "seq": seq, "guest_id": sitter.guest, "bot": sitter.bot}
        for seat, sitter in changed
        if seat >= len(was) or (was[seat].guest, was[seat].bot) != (sitter.guest, sitter.bot)
    ]
    if sat_down:
        from_here = (sittings.c.table_id == new.id) & (sittings.c.seq >= seq)
        of_them = sittings.c.seat.in_([each["seat"] for each in sat_down])
        await connection.execute(delete(sittings).where(from_here, of_them))
        await connection.execute(insert(sittings), sat_down)
    if old is None or old.members != new.members:
        await connection.execute(delete(members).where(members.c.table_id == new.id))
        if new.members:
            await connection.execute(insert(members), [_member_values(new.id, each) for each in new.members])


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
        "shows_hand": sitter.shows_hand,
    }


def _member_values(table: str, member: Member) -> dict[str, Any]:
    return {"table_id": table, "guest_id": member.guest, "kind": member.kind, "seat": member.seat}
