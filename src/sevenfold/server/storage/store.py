"""What is kept: guests, tables and their logs."""

import asyncio
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    bindparam,
    delete,
    func,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.core.log import Entry
from sevenfold.core.standing import Standing
from sevenfold.server.errors import TableDamaged, Vanished
from sevenfold.server.storage.batched_reads import BatchedReads
from sevenfold.server.storage.forgetting import ForgettingStore
from sevenfold.server.storage.friends import FriendsStore, wait_rows
from sevenfold.server.storage.guests import GuestStore
from sevenfold.server.storage.rows import (
    Member,
    Sitter,
    TableRow,
    Wait,
    damaged,
    now,
    read_bot,
    read_table,
)
from sevenfold.server.storage.schema import (
    insert_new,
    log,
    marks,
    members,
    now_ms,
    presence,
    room,
    seats,
    tables,
)
from sevenfold.server.storage.shared import SharedStore
from sevenfold.server.storage.table_writer import EditionConflict, TableWriter
from sevenfold.server.storage.transactions import Reader, reading, writing
from sevenfold.server.storage.upgrade import REVISIONS
from sevenfold.server.storage.writer import LogWriter, MadeBy

_REVISION = "SELECT version_num FROM alembic_version"

MOST_LISTED = 100
"""How many tables a list has at most."""

_ENTRY = msgspec.json.Decoder[Entry](Entry)


# statements are made once, as making one takes longer than carrying it out


def _with_seats(wanted: ColumnElement[bool]) -> Select[Any]:
    """Tables, the newest first, with one row for each pair of a seat and a member."""
    by_age = (tables.c.created.desc(), tables.c.id.desc())
    newest = select(tables).where(wanted).order_by(*by_age).limit(bindparam("most")).subquery()
    return (
        select(newest, *(seats.c[name] for name in SITTER), *_MEMBER)
        .join_from(newest, seats, seats.c.table_id == newest.c.id, isouter=True)
        .outerjoin(members, members.c.table_id == newest.c.id)
        .order_by(newest.c.created.desc(), newest.c.id.desc(), seats.c.seat, members.c.guest_id)
    )


SITTER = ("seat", "guest_id", "bot", "name", "since", "told", "stand_in", "person")
"""Columns of a seat."""

MEMBER = ("guest_id", "kind", "seat", "since", "name", "person", "looks", "played", "hands", "deal")
"""Columns of a member, which are read with `member_` before their names."""

_MEMBER = tuple(members.c[name].label(f"member_{name}") for name in MEMBER)

_IS_THERE = or_(members.c.kind == "device", members.c.kind == "watcher")

_KEY: BindParameter[str] = bindparam("key")
_GUESTS: BindParameter[int] = bindparam("guest")

_TABLE = _with_seats(tables.c.id == bindparam("table"))

_TABLES = _with_seats(tables.c.id.in_(bindparam("tables", expanding=True)))

_TABLE_BY_KEY = _with_seats(
    (tables.c.link == _KEY)
    | (tables.c.watch_link == _KEY)
    | ((tables.c.code == _KEY) & (tables.c.code_ends > bindparam("now")))
)

_CREATED: BindParameter[int] = bindparam("created")

_OF_GUEST = tables.c.id.in_(
    union(  # not an `or`, for which PostgreSQL looks through all tables
        select(seats.c.table_id).where(seats.c.guest_id == _GUESTS),
        select(members.c.table_id).where(members.c.guest_id == _GUESTS, _IS_THERE),
    )
) & (
    (tables.c.created < _CREATED)
    | ((tables.c.created == _CREATED) & (tables.c.id < bindparam("before", type_=tables.c.id.type)))
)

_OVER = tables.c.standing.contains('"over":true')
"""As it is written by `as_text`. A function for JSON would fail for all where one table is damaged."""

_TABLES_OF = {
    None: _with_seats(_OF_GUEST),
    False: _with_seats(_OF_GUEST & ~_OVER),
    True: _with_seats(_OF_GUEST & _OVER),
}
"""The tables of a guest: all, those that go on, those that are over."""

_OPEN_TABLES = _with_seats(~tables.c.started & tables.c.link.is_not(None))

_ENTRIES = (
    select(log.c.seq, log.c.entry, (now_ms() - log.c.at).label("age"), marks.c.seat, marks.c.made_by)
    .outerjoin_from(log, marks, (marks.c.table_id == log.c.table_id) & (marks.c.seq == log.c.seq))
    .where(log.c.table_id == bindparam("table"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)


_LENGTH = select(func.max(log.c.seq).label("length")).where(log.c.table_id == bindparam("table"))

Columns = Mapping[str, Any]
"""A row of the database."""

FoundTable = tuple[Columns, tuple[Sitter, ...], tuple[Member, ...]]
"""A table as it was read, with who sits there and who else is there."""


class Place(NamedTuple):
    """Where a table stands in a list, by when it was made, in ms since 1970, and by its id."""

    created: int
    table: str


NEWEST = Place(2**62, "")
"""The place before all tables."""


class Logged(NamedTuple):
    """A part of a log: its entries, and for how many seconds each has been there, 0 if that is not known.

    `made_by` has the entries that were not made by the person at the seat, by entry number.
    """

    entries: tuple[Entry, ...]
    ages: tuple[float, ...]
    made_by: dict[int, MadeBy]


class Store:
    """The database, as the rest of the server sees it. It reads through `reader`, if there is one."""

    def __init__(self, engine: AsyncEngine, reader: AsyncEngine | None = None) -> None:
        self._engine = engine
        self._readers = reader or engine
        self._reader = Reader(self._readers)
        self._by_id = BatchedReads(self._ask_by_id) if engine.dialect.name == "postgresql" else None
        """Finds tables by id where that takes a while; None where it does not."""
        self.room = ""
        """The room's own id, once it is open. It is no secret."""
        self.newcomers = asyncio.Semaphore(1)
        """Held while a match is read and replayed, which is done one match at a time."""
        self._writer = LogWriter(engine)
        self._tables_writer = TableWriter(engine)
        self.guests = GuestStore(engine, self._reader)
        self.forgetting = ForgettingStore(engine, self._readers)
        self.friends = FriendsStore(engine, self._readers, self._reader)
        self.shared = SharedStore(engine, self._readers)

    @property
    def queue(self) -> int:
        """How many appends to logs wait while others are written."""
        return self._writer.queue

    async def close(self) -> None:
        """Write what is still to be written, and let go of the database."""
        await self._writer.close()
        self._reader.close()
        await self._engine.dispose()
        await self._readers.dispose()

    async def open_room(self) -> None:
        """Find out the room's own id. A room that has none yet is given one."""
        ids = select(room.c.id)
        async with reading(self._readers) as connection:
            known = (await connection.execute(ids)).scalar_one_or_none()
        if known is None:
            async with writing(self._engine) as connection:
                new = insert_new(self._engine, room).values(number=1, id=secrets.token_hex(4))
                await connection.execute(new)
                known = (await connection.execute(ids)).scalar_one()
        self.room = known

    async def is_up_to_date(self) -> bool:
        """Whether the database has the newest revision that this program knows, or a newer one.

        Raises StorageAway.
        """
        async with reading(self._readers) as connection:
            revision = (await connection.exec_driver_sql(_REVISION)).scalar_one_or_none()
        return revision is not None and revision not in REVISIONS[:-1]

    # --- tables -----------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """Keep a new table, with what its log begins with."""
        await self._tables_writer.add(row, entries)

    async def replace_table(
        self, old: TableRow, new: TableRow, *, seq: int = 1, begins: Sequence[Entry] = ()
    ) -> TableRow:
        """Keep a changed table, and return its row with a new edition. Without a person it is deleted.

        `seq` is the first log entry that may be by a person who sits down now, `begins` what a new log begins
        with. Raises EditionConflict, Vanished.
        """
        try:
            return await self._tables_writer.replace(old, new, seq, begins)
        except Vanished:
            now_there = await self.table(old.id)
            if now_there is None or now_there.edition != old.edition:
                raise EditionConflict from None
            raise

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        if self._by_id is not None:
            found = (await self._by_id.find([table])).get(table)
        else:
            found = next(iter(await self._tables(_TABLE, table=table)), None)
        return read_table(*found) if found is not None else None

    async def _ask_by_id(self, wanted: Collection[str]) -> dict[str, FoundTable]:
        found = await self._tables(_TABLES, tables=list(wanted), most=len(wanted))
        return {each[0]["id"]: each for each in found}

    async def table_by_key(self, key: str) -> TableRow | None:
        """The table that a link or a code leads to; None if there is none."""
        found = await self._tables(_TABLE_BY_KEY, key=key, now=now())
        return read_table(*found[0]) if found else None

    async def tables_of(
        self, guest: int, over: bool | None = None, before: Place = NEWEST
    ) -> tuple[list[TableRow], Place | None]:
        """The tables at which a guest sits or watches, the newest first: at most MOST_LISTED `before` one.

        `over` is for those that are over, or that are not. Damaged ones are left out. Also return the place
        of the last one, if there are more.
        """
        found = await self._tables(
            _TABLES_OF[over],
            guest=guest,
            created=before.created,
            before=before.table,
            most=MOST_LISTED + 1,
        )
        kept = found[:MOST_LISTED]
        last = kept[-1][0] if len(found) > len(kept) else None
        return _whole(kept), Place(last["created"], last["id"]) if last is not None else None

    async def open_tables(self) -> list[TableRow]:
        """The tables that have not started and are open to newcomers, the newest first."""
        return _whole(await self._tables(_OPEN_TABLES, long=True))

    async def _tables(self, query: Select[Any], *, long: bool = False, **asked: Any) -> list[FoundTable]:
        """Rows of tables, with who sits at them and who else is there."""
        found: dict[str, tuple[Columns, dict[int, Sitter], dict[int, Member]]] = {}
        asked = {"most": MOST_LISTED} | asked
        if long:
            async with reading(self._readers, long=True) as connection:
                rows: Sequence[Columns] = (await connection.execute(query, asked)).mappings().all()
        else:
            rows = await self._reader.rows(query, asked)
        for row in rows:
            _, sitters, others = found.setdefault(row["id"], (row, {}, {}))
            seat = row["seat"]
            if seat not in sitters:
                _, guest, bot, *more = (row[name] for name in SITTER)
                sitters[seat] = Sitter(guest, read_bot(bot), *more)
            member = row["member_guest_id"]
            if member is not None and member not in others:
                others[member] = Member(*(row[f"member_{name}"] for name in MEMBER))
        return [
            (row, tuple(sitters.values()), tuple(others.values())) for row, sitters, others in found.values()
        ]

    async def delete_table(self, table: str) -> None:
        """Forget a table with its log."""
        async with writing(self._engine) as connection:
            await connection.execute(delete(tables).where(tables.c.id == table))

    async def length(self, table: str) -> int:
        """How many entries a table's log has."""
        return (await self._reader.rows(_LENGTH, {"table": table}))[0]["length"] or 0

    async def sweep_tables(self, created_before: int, but: Collection[str]) -> int:
        """Delete old tables whose log has nothing after the first deal. Return how many there were.

        Those that nobody has a seat at are deleted too: earlier versions left some.
        """
        sits = select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.guest_id.is_not(None))
        moved = select(log.c.seq).where(log.c.table_id == tables.c.id, log.c.seq > 1).exists()
        watched = select(presence.c.guest_id).where(presence.c.table_id == tables.c.id).exists()
        unplayed = (tables.c.created < created_before) & ~moved & ~watched & tables.c.id.not_in(but)
        async with writing(self._engine, long=True) as connection:
            return (await connection.execute(delete(tables).where(unplayed | ~sits.exists()))).rowcount

    async def set_waits_for(self, table: str, waits_for: int) -> None:
        """Keep for which persons a table waits, as bits."""
        async with writing(self._engine) as connection:
            await connection.execute(
                update(tables).where(tables.c.id == table).values(waits_for=waits_for, waits_since=now())
            )

    # --- logs -------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """What the log has after entry number `after`. Raises TableDamaged."""
        return (await self.logged(table, after)).entries

    async def logged(self, table: str, after: int = 0) -> Logged:
        """The same, with the age of each entry and who made it. Raises TableDamaged."""
        entries, ages, made_by = [], [], {}
        rows = await self._reader.rows(_ENTRIES, {"table": table, "after": after})
        for number, row in enumerate(rows, after + 1):
            seq = row["seq"]
            try:
                entries.append(_ENTRY.decode(row["entry"]))
            except msgspec.MsgspecError:
                raise damaged(table, f"log {seq}") from None
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
    ) -> None:
        """Append to a log whose last entry has the number `after`, all or nothing.

        `standing`, `waits_for` and `waits` are given where they have changed, `made_by` for entries that are
        not by the person who sits there. Raises LogConflict where the log has gone on.
        """
        rows = wait_rows(table, waits)
        await self._writer.append(table, after, entries, standing, waits_for, made_by, rows)


def _whole(found: Iterable[FoundTable]) -> list[TableRow]:
    whole = []
    for each in found:
        with suppress(TableDamaged):
            whole.append(read_table(*each))
    return whole
