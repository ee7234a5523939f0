"""What is kept: guests, tables and their logs."""

import asyncio
import secrets
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
import structlog
from sqlalchemy import RowMapping, Select, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.bots.levels import Level
from sevenfold.core.log import Entry
from sevenfold.core.match import Standing
from sevenfold.server.database import guests, log, seats, tables
from sevenfold.server.errors import TableDamaged
from sevenfold.server.system import is_due
from sevenfold.server.transactions import writing
from sevenfold.server.writer import LogWriter, as_text, log_rows

GUEST_KEPT = 60
"""How long a guest is remembered without asking the database again, in seconds."""

MOST_GUESTS_KEPT = 10_000

MOST_LISTED = 100
"""Of the tables of a guest."""

logger = structlog.get_logger()

_ENTRY = msgspec.json.Decoder[Entry](Entry)


# statements that are made once, as making one takes longer than to carry it out

_GUEST = select(guests.c.id, guests.c.expires).where(
    guests.c.token_hash == bindparam("token_hash"), guests.c.expires > bindparam("now")
)

_TABLE = (
    select(tables, seats.c.guest_id, seats.c.bot)
    .join_from(tables, seats, seats.c.table_id == tables.c.id, isouter=True)
    .where(tables.c.id == bindparam("table"))
    .order_by(seats.c.seat)
)

_NEWEST = (
    select(tables)
    .where(tables.c.id.in_(select(seats.c.table_id).where(seats.c.guest_id == bindparam("guest"))))
    .order_by(tables.c.created.desc())
    .limit(MOST_LISTED)
    .subquery()
)

_TABLES_OF = (
    select(_NEWEST, seats.c.guest_id, seats.c.bot)
    .join_from(_NEWEST, seats, seats.c.table_id == _NEWEST.c.id, isouter=True)
    .order_by(_NEWEST.c.created.desc(), _NEWEST.c.id, seats.c.seat)
)

_ENTRIES = (
    select(log.c.seq, log.c.entry)
    .where(log.c.table_id == bindparam("table"), log.c.seq > bindparam("after"))
    .order_by(log.c.seq)
)


class Guest(msgspec.Struct, frozen=True):
    """Somebody with a session, which ends at `expires`, in ms since 1970."""

    id: int
    expires: int


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat: a guest, or a bot that plays so well."""

    guest: int | None = None
    bot: Level | None = None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is kept, without its log."""

    id: str
    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    seed: bytes
    pace: int
    created: int
    standing: Standing
    waits_for: int
    """For which seats of persons the table waited when it was written last, as bits."""
    seats: tuple[Sitter, ...]

    @property
    def persons(self) -> frozenset[int]:
        """The seats at which persons sit."""
        return frozenset(seat for seat, sitter in enumerate(self.seats) if sitter.guest is not None)

    def seat_of(self, guest: int) -> int | None:
        """The seat of a guest; None for one who has none."""
        return next((seat for seat, sitter in enumerate(self.seats) if sitter.guest == guest), None)


def now() -> int:
    """The time in ms since 1970."""
    return time.time_ns() // 1_000_000


def new_table_id() -> str:
    """An id for a new table, fit for an address."""
    return secrets.token_hex(6)


class Store:
    """The database, as the rest of the server sees it. What is read goes by `reader`, if there is one."""

    def __init__(self, engine: AsyncEngine, reader: AsyncEngine | None = None) -> None:
        self._engine = engine
        self._reader = reader or engine
        self._guests: dict[bytes, tuple[float, Guest]] = {}
        """Guests by their tokens, and when they were read."""
        self._reading: dict[bytes, asyncio.Task[Guest | None]] = {}
        self.newcomers = asyncio.Semaphore(1)
        """Held while a match is read and replayed."""
        self._writer = LogWriter(engine)

    @property
    def queue(self) -> int:
        """How many appends to logs wait while others are written."""
        return self._writer.queue

    async def close(self) -> None:
        """Write what is to be written and let go of the database."""
        await self._writer.close()
        await self._engine.dispose()
        await self._reader.dispose()

    # --- guests -----------------------------------------------------------------------------------

    async def add_guest(self, token_hash: bytes, expires: int) -> int:
        """A new guest's id."""
        new = insert(guests).values(token_hash=token_hash, expires=expires).returning(guests.c.id)
        async with writing(self._engine) as connection:
            guest: int = (await connection.execute(new)).scalar_one()
        return guest

    async def guest(self, token_hash: bytes) -> Guest | None:
        """The guest with this token; None if there is none, or the session has ended."""
        read, guest = self._guests.get(token_hash, (0.0, None))
        if guest is None or monotonic() - read > GUEST_KEPT:
            guest = await self._read_guest_once(token_hash)
        return guest if guest is not None and guest.expires > now() else None

    async def _read_guest_once(self, token_hash: bytes) -> Guest | None:
        """Who asks while the guest is read has the same answer: a page opens several sockets at once."""
        reading = self._reading.get(token_hash)
        if reading is None:
            reading = self._reading[token_hash] = asyncio.create_task(self._read_guest(token_hash))
            reading.add_done_callback(lambda _: self._reading.pop(token_hash))
        guest = await asyncio.shield(reading)
        if guest is not None:
            self._keep_guest(token_hash, guest)
        return guest

    def _keep_guest(self, token_hash: bytes, guest: Guest) -> None:
        self._guests.pop(token_hash, None)
        if len(self._guests) >= MOST_GUESTS_KEPT:
            del self._guests[next(iter(self._guests))]
        self._guests[token_hash] = monotonic(), guest

    async def _read_guest(self, token_hash: bytes) -> Guest | None:
        asked = {"token_hash": token_hash, "now": now()}
        async with self._reader.connect() as connection:
            found = (await connection.execute(_GUEST, asked)).one_or_none()
        return Guest(found.id, found.expires) if found else None

    async def renew_guest(self, guest: int, expires: int) -> None:
        """Let a session last until `expires`."""
        self._guests = {token: kept for token, kept in self._guests.items() if kept[1].id != guest}
        async with writing(self._engine) as connection:
            await connection.execute(update(guests).where(guests.c.id == guest).values(expires=expires))

    # --- tables -----------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """Keep a new table, with what its log begins with."""
        values = msgspec.structs.asdict(row) | {
            "options": as_text(row.options),
            "standing": as_text(row.standing),
        }
        sitters = values.pop("seats")
        async with writing(self._engine) as connection:
            await connection.execute(insert(tables).values(**values))
            await connection.execute(
                insert(seats),
                [
                    {"table_id": row.id, "seat": seat, "guest_id": sitter.guest, "bot": sitter.bot}
                    for seat, sitter in enumerate(sitters)
                ],
            )
            await connection.execute(insert(log), log_rows(row.id, 0, entries))

    async def table(self, table: str) -> TableRow | None:
        """A table; None if there is none of this id."""
        found = await self._tables(_TABLE, {"table": table})
        return _read_table(*found[0]) if found else None

    async def tables_of(self, guest: int) -> list[TableRow]:
        """The tables at which a guest sits, the newest first, at most MOST_LISTED; without damaged ones."""
        whole = []
        for row, sitters in await self._tables(_TABLES_OF, {"guest": guest}):
            with suppress(TableDamaged):
                whole.append(_read_table(row, sitters))
        return whole

    async def _tables(
        self, query: Select[Any], asked: dict[str, Any]
    ) -> list[tuple[RowMapping, list[Sitter]]]:
        """Rows of tables with who sits at them, by one query."""
        found: dict[str, tuple[RowMapping, list[Sitter]]] = {}
        async with self._reader.connect() as connection:
            for row in (await connection.execute(query, asked)).mappings():
                _, sitters = found.setdefault(row["id"], (row, []))
                sitters.append(Sitter(row["guest_id"], _read_level(row["bot"])))
        return list(found.values())

    async def delete_table(self, table: str) -> None:
        """Forget a table with its log."""
        async with writing(self._engine) as connection:
            await connection.execute(delete(tables).where(tables.c.id == table))

    async def sweep_tables(self, created_before: int, but: Collection[str]) -> int:
        """Forget tables of which the log has nothing but its first deal; how many there were."""
        moved = select(log.c.seq).where(log.c.table_id == tables.c.id, log.c.seq > 1).exists()
        unplayed = delete(tables).where(tables.c.created < created_before, ~moved, tables.c.id.not_in(but))
        async with writing(self._engine) as connection:
            return (await connection.execute(unplayed)).rowcount

    async def sweep_guests(self) -> int:
        """Forget guests whose session is over and who sit at no table; how many there were."""
        sits = select(seats.c.seat).where(seats.c.guest_id == guests.c.id).exists()
        async with writing(self._engine) as connection:
            gone = await connection.execute(delete(guests).where(guests.c.expires < now(), ~sits))
            return gone.rowcount

    async def set_pace(self, table: str, pace: int) -> None:
        """Keep the pace of a table's bots."""
        async with writing(self._engine) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(pace=pace))

    async def set_waits_for(self, table: str, waits_for: int) -> None:
        """Keep for which persons a table waits, as bits."""
        async with writing(self._engine) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(waits_for=waits_for))

    async def set_bot(self, table: str, seat: int, level: Level) -> None:
        """Keep how well the bot at a seat plays."""
        at_seat = update(seats).where(seats.c.table_id == table, seats.c.seat == seat)
        async with writing(self._engine) as connection:
            await connection.execute(at_seat.values(bot=level))

    # --- logs -------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """What the log has after entry number `after`. Raises TableDamaged."""
        entries = []
        async with self._reader.connect() as connection:
            rows = await connection.execute(_ENTRIES, {"table": table, "after": after})
            for number, (seq, entry) in enumerate(rows, after + 1):
                try:
                    entries.append(_ENTRY.decode(entry))
                except msgspec.MsgspecError:
                    raise damaged(table, f"log {seq}") from None
                if seq != number:
                    raise damaged(table, f"log {number}")
        return tuple(entries)

    async def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        standing: Standing | None = None,
        waits_for: int | None = None,
    ) -> None:
        """Append to a log whose last entry has the number `after`, all or nothing.

        `standing` and `waits_for` are given where they have changed. Raises LogConflict where the log has
        gone on.
        """
        await self._writer.append(table, after, entries, standing, waits_for)


def _read_level(bot: str | None) -> Level | None:
    """A bot's level. At tables older than levels bots play by rules, as medium ones do."""
    if bot is None:
        return None
    return Level(bot) if bot in set(Level) else Level.MEDIUM


def _read_table(row: RowMapping, sitters: Sequence[Sitter]) -> TableRow:
    values = dict(row)
    try:
        for column, kind in (("options", dict[str, str | int]), ("standing", Standing)):
            values[column] = msgspec.json.decode(row[column], type=kind)
    except msgspec.MsgspecError as error:
        raise damaged(row["id"], f"tables.{column}", error) from None
    if len(sitters) != row["players"]:
        raise damaged(row["id"], "seats")
    del values["guest_id"], values["bot"]
    return TableRow(**values, seats=tuple(sitters))


def damaged(table: str, at: str, error: Exception | None = None) -> TableDamaged:
    """What is raised for a damaged table; it is logged once."""
    if is_due(f"table {table} damaged", seconds=24 * 3600):
        logger.error("table damaged", table=table, at=at, error=type(error).__name__)
    return TableDamaged(table=table, at=at)
