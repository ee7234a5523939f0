"""What is kept: guests, tables and their logs."""

import secrets
import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, RowMapping, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.bots.levels import Level
from sevenfold.core.log import Entry
from sevenfold.core.match import Standing
from sevenfold.server.database import guests, log, seats, tables
from sevenfold.server.writer import LogWriter, as_text, log_rows

MOST_LISTED = 100
"""Of the tables of a guest."""

_ENTRY = msgspec.json.Decoder[Entry](Entry)


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
    seats: tuple[Sitter, ...]

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
    """The database, as the rest of the server sees it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = LogWriter(engine)

    async def close(self) -> None:
        """Write what is to be written and let go of the database."""
        await self._writer.close()
        await self._engine.dispose()

    # --- guests -----------------------------------------------------------------------------------

    async def add_guest(self, token_hash: bytes, expires: int) -> int:
        """A new guest's id."""
        new = insert(guests).values(token_hash=token_hash, expires=expires).returning(guests.c.id)
        async with self._engine.begin() as connection:
            guest: int = (await connection.execute(new)).scalar_one()
        return guest

    async def guest(self, token_hash: bytes) -> Guest | None:
        """The guest with this token; None if there is none, or the session has ended."""
        query = select(guests.c.id, guests.c.expires).where(
            guests.c.token_hash == token_hash, guests.c.expires > now()
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).one_or_none()
        return Guest(found.id, found.expires) if found else None

    async def renew_guest(self, guest: int, expires: int) -> None:
        """Let a session last until `expires`."""
        async with self._engine.begin() as connection:
            await connection.execute(update(guests).where(guests.c.id == guest).values(expires=expires))

    # --- tables -----------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """Keep a new table, with what its log begins with."""
        values = msgspec.structs.asdict(row) | {
            "options": as_text(row.options),
            "standing": as_text(row.standing),
        }
        sitters = values.pop("seats")
        async with self._engine.begin() as connection:
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
        return next(iter(await self._tables(tables.c.id == table)), None)

    async def tables_of(self, guest: int) -> list[TableRow]:
        """The tables at which a guest sits, the newest first, at most MOST_LISTED."""
        sits_at = select(seats.c.table_id).where(seats.c.guest_id == guest)
        return await self._tables(tables.c.id.in_(sits_at))

    async def _tables(self, wanted: ColumnElement[bool]) -> list[TableRow]:
        newest = select(tables).where(wanted).order_by(tables.c.created.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(newest.limit(MOST_LISTED))).mappings().all()
            ids = [row["id"] for row in rows]
            sitters = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
            sitting: dict[str, list[Sitter]] = {}
            for sitter in await connection.execute(sitters):
                level = _read_level(sitter.bot)
                sitting.setdefault(sitter.table_id, []).append(Sitter(sitter.guest_id, level))
        return [_read_table(row, sitting[row["id"]]) for row in rows]

    async def set_pace(self, table: str, pace: int) -> None:
        """Keep the pace of a table's bots."""
        async with self._engine.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(pace=pace))

    async def set_bot(self, table: str, seat: int, level: Level) -> None:
        """Keep how well the bot at a seat plays."""
        at_seat = update(seats).where(seats.c.table_id == table, seats.c.seat == seat)
        async with self._engine.begin() as connection:
            await connection.execute(at_seat.values(bot=level))

    # --- logs -------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """What the log has after entry number `after`."""
        query = select(log.c.entry).where(log.c.table_id == table, log.c.seq > after).order_by(log.c.seq)
        async with self._engine.connect() as connection:
            return tuple(_ENTRY.decode(entry) for entry in (await connection.execute(query)).scalars())

    async def append(
        self, table: str, after: int, entries: Sequence[Entry], standing: Standing | None = None
    ) -> None:
        """Append to a log whose last entry has the number `after`, all or nothing.

        `standing` is given where it has changed. Raises LogConflict where the log has gone on.
        """
        await self._writer.append(table, after, entries, standing)


def _read_level(bot: str | None) -> Level | None:
    """A bot's level. At tables older than levels bots play by rules, as medium ones do."""
    if bot is None:
        return None
    return Level(bot) if bot in set(Level) else Level.MEDIUM


def _read_table(row: RowMapping, sitters: Sequence[Sitter]) -> TableRow:
    values = dict(row) | {
        "options": msgspec.json.decode(row["options"]),
        "standing": msgspec.json.decode(row["standing"], type=Standing),
    }
    return TableRow(**values, seats=tuple(sitters))
