"""Tables: found by id, by a link or a code, or for a list; made, changed and deleted."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    String,
    any_,
    bindparam,
    cast,
    or_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import ARRAY

from sevenfold.core.log import Entry
from sevenfold.server.errors import TableDamaged, Vanished
from sevenfold.server.storage.backend import Backend, KeyTaken
from sevenfold.server.storage.batched_reads import BatchedReads
from sevenfold.server.storage.rows import (
    MEMBERS,
    SEATS,
    Member,
    SeatHolder,
    TableRow,
    now,
    read_bot,
    read_table,
)
from sevenfold.server.storage.schema import kept_rounds, members, seats, tables, tenures
from sevenfold.server.storage.statements import Row, Statement, WriteStep
from sevenfold.server.storage.sweeping import Sweep
from sevenfold.server.storage.table_steps import adding, replacing

MOST_LISTED = 100
"""How many tables a list has at most."""


def _with_seats(wanted: ColumnElement[bool]) -> Statement:
    """Tables, the newest first, with one row for each pair of a seat and a member."""
    by_age = (tables.c.created.desc(), tables.c.id.desc())
    newest = select(tables).where(wanted).order_by(*by_age).limit(bindparam("most")).subquery()
    return Statement(
        select(newest, *(seats.c[name] for name in ("seat", *SEATS.columns)), *_MEMBER)
        .join_from(newest, seats, seats.c.table_id == newest.c.id, isouter=True)
        .outerjoin(members, members.c.table_id == newest.c.id)
        .order_by(newest.c.created.desc(), newest.c.id.desc(), seats.c.seat, members.c.person_id)
    )


_MEMBER = tuple(members.c[name].label(f"member_{name}") for name in MEMBERS.columns)

_IS_THERE = or_(*(members.c.kind == kind for kind in ("watcher", "coming", "owner")))

_KEY: BindParameter[str] = bindparam("key")
_PERSONS: BindParameter[int] = bindparam("person")

_TABLE = _with_seats(tables.c.id == bindparam("table"))

_TABLES = _with_seats(tables.c.id == any_(cast(bindparam("tables"), ARRAY(String))))

_TABLE_BY_KEY = _with_seats(
    (tables.c.link == _KEY)
    | (tables.c.watch_link == _KEY)
    | ((tables.c.code == _KEY) & (tables.c.code_ends > bindparam("now")))
)

_CREATED: BindParameter[int] = bindparam("created")

_BEFORE = (tables.c.created < _CREATED) | (
    (tables.c.created == _CREATED) & (tables.c.id < bindparam("before", type_=tables.c.id.type))
)

_SITS = select(seats.c.table_id).where(seats.c.person_id == _PERSONS)
_IS_MEMBER = select(members.c.table_id).where(members.c.person_id == _PERSONS, _IS_THERE)
_HAS_PLAYED = (
    select(tenures.c.table_id)
    .join(kept_rounds, kept_rounds.c.table_id == tenures.c.table_id)
    .where(tenures.c.person_id == _PERSONS, kept_rounds.c.ends >= tenures.c.seq)
)
"""Tables with a finished round in which a person sat, or after which they came to the seat."""

_OF_GAME = cast(bindparam("game"), String).is_(None) | (tables.c.game == bindparam("game"))

# not an `or` of these, for which PostgreSQL looks through all tables
_OF_PERSON = tables.c.id.in_(union(_SITS, _IS_MEMBER)) & _BEFORE & _OF_GAME
_EVER_OF_PERSON = tables.c.id.in_(union(_SITS, _IS_MEMBER, _HAS_PLAYED)) & _BEFORE & _OF_GAME

_TABLES_OF = {
    None: _with_seats(_OF_PERSON),
    False: _with_seats(_OF_PERSON & ~tables.c.over),
    True: _with_seats(_EVER_OF_PERSON & (tables.c.over | ~tables.c.id.in_(union(_SITS, _IS_MEMBER)))),
}
"""The tables of a person: all, those that go on, those that are over, also for whoever has left them."""

_OPEN_TABLES = _with_seats(~tables.c.started & tables.c.link.is_not(None))

_DELETE = Statement("DELETE FROM tables WHERE id = :table")

_UNPLAYED = Sweep(
    "tables",
    "created < :created_before AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = tables.id AND seq > 1)"
    " AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id AND ended IS NULL)"
    " AND NOT EXISTS (SELECT 1 FROM presence WHERE table_id = tables.id)",
)
_OLD = Sweep(
    "tables",
    "COALESCE((SELECT at FROM log WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), tables.created)"
    " < :moved_before"
    " AND NOT EXISTS (SELECT 1 FROM boards WHERE id = tables.board AND closes >= :moved_before)"
    " AND NOT EXISTS"
    " (SELECT 1 FROM events WHERE id = tables.event AND COALESCE(closes, created) >= :moved_before)"
    " AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id AND ended IS NULL)"
    " AND NOT EXISTS (SELECT 1 FROM presence WHERE table_id = tables.id)",
)
"""Those of a board or event stay until it has been closed for as long: others compare with them."""

_NOBODYS = Sweep(
    "tables", "NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND person_id IS NOT NULL)"
)

FoundTable = tuple[Row, tuple[SeatHolder, ...], tuple[Member, ...]]
"""A table as it was read, with who sits there and who else is there."""


class Cursor(NamedTuple):
    """Where a table stands in a list, by when it was made, in ms since 1970, and by its id."""

    created: int
    table: str


NEWEST = Cursor(2**62, "")
"""The place before all tables."""


class EditionConflict(Exception):
    """Somebody else has changed the table since it was read."""


class TableStore:
    """All tables, without their logs."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._by_id = BatchedReads(self._ask_by_id) if backend.is_shared else None
        """Finds tables by id where that takes a while; None where it does not."""

    async def add(self, row: TableRow, entries: Sequence[Entry], *also: WriteStep) -> None:
        """Keep a new table, with what its log begins with, and whatever else is kept with it.

        Raises KeyTaken, and Vanished where what is counted in `also` is not there; then nothing is kept.
        """
        if not await self._backend.write(*adding(row, entries), *also):
            raise Vanished

    @staticmethod
    def adding(row: TableRow, entries: Sequence[Entry]) -> list[WriteStep]:
        """The steps that keep a new table, with what its log begins with."""
        return adding(row, entries)

    async def replace(
        self,
        old: TableRow,
        new: TableRow,
        *,
        seq: int = 1,
        begins: Sequence[Entry] = (),
        also: Sequence[WriteStep] = (),
    ) -> TableRow:
        """Keep a changed table, and return its row with a new edition. Without a person it is deleted.

        `seq` is the first log entry that may be by a person who sits down now, `begins` what a new log begins
        with, `also` whatever else is kept with it. Raises EditionConflict if the table has changed since
        `old` was read, or its log has gone on where that matters, Vanished if who sits down has just been
        deleted.
        """
        new = msgspec.structs.replace(new, edition=old.edition + 1)
        try:
            if not await self._backend.write(*replacing(old, new, seq, begins), *also):
                raise EditionConflict
        except (Vanished, KeyTaken):  # statements are sent together: some follow one that changed nothing
            now_there = await self.find(old.id)
            if now_there is None or now_there.edition != old.edition:
                raise EditionConflict from None
            raise
        return new

    async def find(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id. Raises TableDamaged."""
        if self._by_id is not None:
            found = (await self._by_id.find([table])).get(table)
        else:
            found = next(iter(await self._read(_TABLE, table=table)), None)
        return read_table(*found) if found is not None else None

    async def _ask_by_id(self, wanted: Collection[str]) -> dict[str, FoundTable]:
        found = await self._read(_TABLES, tables=list(wanted), most=len(wanted))
        return {each[0]["id"]: each for each in found}

    async def by_key(self, key: str) -> TableRow | None:
        """The table that a link or a code leads to; None if there is none. Raises TableDamaged."""
        found = await self._read(_TABLE_BY_KEY, key=key, now=now())
        return read_table(*found[0]) if found else None

    async def of_person(
        self, person: int, over: bool | None = None, before: Cursor = NEWEST, game: str | None = None
    ) -> tuple[list[TableRow], Cursor | None]:
        """The tables at which a person sits or watches, the newest first: at most MOST_LISTED `before` one.

        With a `game` it is those of this game. `over` is for those that are over, or that are not. Those that
        are over are also the tables that the person has left after a round. Damaged ones are left out. Also
        return the place of the last one, if there are more.
        """
        found = await self._read(
            _TABLES_OF[over],
            person=person,
            game=game,
            created=before.created,
            before=before.table,
            most=MOST_LISTED + 1,
            long=True,
        )
        kept = found[:MOST_LISTED]
        last = kept[-1][0] if len(found) > len(kept) else None
        return _whole(kept), Cursor(last["created"], last["id"]) if last is not None else None

    async def open(self) -> list[TableRow]:
        """The tables that have not started and are open to newcomers, the newest first."""
        return _whole(await self._read(_OPEN_TABLES, long=True))

    async def _read(self, statement: Statement, *, long: bool = False, **asked: Any) -> list[FoundTable]:
        """Rows of tables, with who sits at them and who else is there."""
        found: dict[str, tuple[Row, dict[int, SeatHolder], dict[int, Member]]] = {}
        for row in await self._backend.rows(statement, {"most": MOST_LISTED} | asked, long=long):
            _, holders, others = found.setdefault(row["id"], (row, {}, {}))
            seat = row["seat"]
            if seat not in holders:
                holders[seat] = SEATS.read(row, bot=read_bot(row["bot"]))
            member = row["member_person_id"]
            if member is not None and member not in others:
                others[member] = MEMBERS.read(row)
        return [
            (row, tuple(holders.values()), tuple(others.values())) for row, holders, others in found.values()
        ]

    async def delete(self, table: str) -> None:
        """Forget a table with its log."""
        await self._backend.write(_DELETE.of([{"table": table}]))

    async def sweep(self, created_before: int, but: Collection[str]) -> int:
        """Delete old tables whose log has nothing after the first deal, but for boards. Return how many.

        Those that nobody has a seat at are deleted too: earlier versions left some.
        """
        swept = await _NOBODYS.run(self._backend)
        return swept + await _UNPLAYED.run(self._backend, {"created_before": created_before}, but=but)

    async def sweep_old(self, moved_before: int, but: Collection[str]) -> int:
        """Delete tables where nobody has moved since then, and their boards closed. Return how many."""
        return await _OLD.run(self._backend, {"moved_before": moved_before}, but=but)


def _whole(found: Iterable[FoundTable]) -> list[TableRow]:
    whole = []
    for each in found:
        with suppress(TableDamaged):
            whole.append(read_table(*each))
    return whole
