"""What is kept of tables of several persons besides who sits there: links to seats, talk, and waits."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import bindparam, delete, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.server.protocol import Line
from sevenfold.server.storage.rows import KeptSeatLink, Wait, now
from sevenfold.server.storage.schema import insert_new, seat_links, set_waits, talk, waits
from sevenfold.server.storage.transactions import Reader, reading, writing
from sevenfold.server.storage.writer import as_text

_LAST_LINES = (
    select(talk.c.line)
    .where(talk.c.table_id == bindparam("table"))
    .order_by(talk.c.number.desc())
    .limit(bindparam("most"))
)


class FriendsStore:
    """The part of the database that only tables of several persons need."""

    def __init__(self, engine: AsyncEngine, readers: AsyncEngine, reader: Reader) -> None:
        self._engine = engine
        self._readers = readers
        self._reader = reader
        self._set_waits = set_waits(engine)

    async def add_seat_link(self, key_hash: bytes, link: KeptSeatLink) -> None:
        """Keep a link, and forget those that have ended."""
        async with writing(self._engine) as connection:
            await connection.execute(delete(seat_links).where(seat_links.c.expires < now()))
            await connection.execute(
                insert(seat_links).values(
                    key_hash=key_hash,
                    table_id=link.table,
                    seat=link.seat,
                    guest_id=link.guest,
                    instead=link.instead,
                    expires=link.expires,
                )
            )

    async def seat_link(self, key_hash: bytes) -> KeptSeatLink | None:
        """A link that can be used; None if there is none."""
        wanted = (seat_links.c.key_hash == key_hash) & (seat_links.c.expires > now())
        async with reading(self._readers) as connection:
            found = (await connection.execute(select(seat_links).where(wanted))).one_or_none()
        if found is None:
            return None
        return KeptSeatLink(
            table=found.table_id,
            seat=found.seat,
            guest=found.guest_id,
            instead=found.instead,
            expires=found.expires,
        )

    async def use_seat_link(self, key_hash: bytes) -> bool:
        """Use a link up. Return whether nobody else had used it."""
        async with writing(self._engine) as connection:
            used = await connection.execute(delete(seat_links).where(seat_links.c.key_hash == key_hash))
            return used.rowcount == 1

    async def talk(self, table: str, most: int) -> list[Line]:
        """The last lines that were said at a table."""
        last = await self._reader.rows(_LAST_LINES, {"table": table, "most": most})
        return [msgspec.json.decode(row["line"], type=Line) for row in reversed(last)]

    async def add_line(self, table: str, line: Line, guest: int) -> bool:
        """Keep a line that a guest said. Return False if another line has its number."""
        values = {"table_id": table, "number": line.number, "line": as_text(line), "guest_id": guest}
        async with writing(self._engine) as connection:
            new = insert_new(self._engine, talk).values(**values).returning(talk.c.number)
            return (await connection.execute(new)).first() is not None

    async def copy_talk(self, table: str, to: str) -> None:
        """Copy what was said at a table to another table."""
        columns = ("number", "line", "guest_id")
        said = select(literal(to), *(talk.c[name] for name in columns)).where(talk.c.table_id == table)
        async with writing(self._engine) as connection:
            await connection.execute(insert(talk).from_select(["table_id", *columns], said))

    async def waits(self, table: str) -> dict[int, Wait]:
        """How a table waits for each person for whom something is kept."""
        async with reading(self._readers) as connection:
            return await _waits(connection, table)

    async def keep_waits(self, table: str, mine: Mapping[int, Wait]) -> dict[int, Wait]:
        """Keep how a table waits for some seats. Return what is then kept.

        If another process has written the same before, its times count.
        """
        kept = await self.waits(table)
        new = {seat: _agreed(kept.get(seat), wait) for seat, wait in mine.items()}
        if new.items() <= kept.items():  # another process has written all of this
            return kept
        async with writing(self._engine) as connection:
            await connection.execute(self._set_waits, wait_rows(table, new))
            return await _waits(connection, table)


async def _waits(connection: AsyncConnection, table: str) -> dict[int, Wait]:
    rows = await connection.execute(select(waits).where(waits.c.table_id == table))
    return {row.seat: Wait(row.move, row.asked, row.used, row.away, row.spent) for row in rows}


def _agreed(kept: Wait | None, mine: Wait) -> Wait:
    if kept is None or kept.move != mine.move or bool(kept.asked) != bool(mine.asked):
        return mine
    return msgspec.structs.replace(kept, away=mine.away)


def wait_rows(table: str, waiting: Mapping[int, Wait]) -> list[dict[str, object]]:
    """Rows for how a table waits for seats, in the order of their keys."""
    return [
        {"table_id": table, "seat": seat} | msgspec.structs.asdict(wait)
        for seat, wait in sorted(waiting.items())
    ]
