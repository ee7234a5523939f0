"""Guests who delete their data: a note of what is still to be done for them, which outlives a restart.

What shows who they are goes at once, in one transaction with the note. They leave their seats afterwards, one
by one, as that may need the match (`tables/forgetting.py`). The note goes with the guest's own row.
"""

import secrets

from sqlalchemy import ColumnElement, bindparam, delete, func, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.server.errors import Vanished
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.schema import (
    forgetting,
    guests,
    insert_new,
    log,
    members,
    seat_links,
    seats,
    sittings,
    tables,
    talk,
)
from sevenfold.server.storage.transactions import reading, writing


class ForgettingStore:
    """The part of the database that forgets guests."""

    def __init__(self, engine: AsyncEngine, readers: AsyncEngine) -> None:
        self._engine = engine
        self._readers = readers

    async def begin(self, guest: int) -> list[str]:
        """End a guest's session, delete their names, their talk and their links, and note what is left to do.

        Return the tables that have changed by that.
        """
        no_session = {"token_hash": secrets.token_bytes(32), "next_hash": None, "expires": 0, "name": None}
        async with writing(self._engine, long=True) as connection:
            ended = await connection.execute(update(guests).where(guests.c.id == guest).values(no_session))
            if not ended.rowcount:  # deleted already
                return []
            await connection.execute(insert_new(self._engine, forgetting).values(guest_id=guest, since=now()))
            return await _erase(connection, guest)

    async def to_do(self) -> list[int]:
        """The guests who are still to be forgotten, those who asked first before others."""
        async with reading(self._readers) as connection:
            asked = select(forgetting.c.guest_id).order_by(forgetting.c.since, forgetting.c.guest_id)
            return list((await connection.execute(asked)).scalars())

    async def seats_of(self, guest: int) -> list[str]:
        """The tables at which a guest still has a seat, also those that are damaged."""
        async with reading(self._readers) as connection:
            sits = select(seats.c.table_id).where(seats.c.guest_id == guest).distinct()
            return sorted((await connection.execute(sits)).scalars())

    async def give_up(self, guest: int, table: str) -> None:
        """Take a guest from a table that cannot be read. It is deleted if nobody else has a seat there."""
        at = tables.c.id == table
        theirs = (seats.c.table_id == table) & (seats.c.guest_id == guest)
        others = select(seats.c.seat).where(seats.c.table_id == table, seats.c.guest_id.is_not(None))
        async with writing(self._engine) as connection:
            await connection.execute(update(tables).where(at).values(edition=tables.c.edition + 1))
            await connection.execute(update(seats).where(theirs).values(guest_id=None, name=None))
            await connection.execute(delete(tables).where(at, ~others.exists()))

    async def end(self, guest: int) -> list[str] | None:
        """Delete a guest who has no seat any more, and what they did while they were being forgotten.

        Return the tables that have changed by that; None if the guest has a seat again.
        """
        try:
            async with writing(self._engine) as connection:
                changed = await _erase(connection, guest)
                await connection.execute(delete(guests).where(guests.c.id == guest))
                return changed
        except Vanished:  # a seat still names them
            return None


async def _erase(connection: AsyncConnection, guest: int) -> list[str]:
    """Delete a guest's names, talk, links and places besides seats. Return the tables that have changed.

    Their editions are raised, by which all processes find out. Their rows are locked first and in the order
    of their keys, as by everybody who writes them.
    """
    theirs = (seats.c.guest_id == guest) & seats.c.name.is_not(None)
    left = _left(guest)
    found = union(
        select(seats.c.table_id).where(theirs),
        select(seats.c.table_id).join(sittings, _SITTING).where(sittings.c.guest_id == guest, left),
        select(members.c.table_id).where(members.c.guest_id == guest),
        select(talk.c.table_id).where(talk.c.guest_id == guest),
    )
    changed = sorted((await connection.execute(found)).scalars())
    if changed:
        last = select(func.max(log.c.seq)).where(log.c.table_id == tables.c.id).scalar_subquery()
        raised = update(tables).where(tables.c.id == bindparam("table"))
        raised = raised.values(edition=tables.c.edition + 1, seen_to=func.coalesce(last, 0))
        await connection.execute(raised, [{"table": table} for table in changed])
    await connection.execute(update(seats).where(theirs).values(name=None))
    sat = select(sittings.c.seat).where(_SITTING, sittings.c.guest_id == guest).exists()
    await connection.execute(update(seats).where(sat, left).values(name=None))
    await connection.execute(delete(members).where(members.c.guest_id == guest))
    await connection.execute(delete(talk).where(talk.c.guest_id == guest))
    await connection.execute(delete(seat_links).where(seat_links.c.guest_id == guest))
    return changed


_SITTING = (sittings.c.table_id == seats.c.table_id) & (sittings.c.seat == seats.c.seat)


def _left(guest: int) -> ColumnElement[bool]:
    """Of the seats at which a guest has sat: they left it after the match, so that it still has their name.

    Nobody else has sat there since.
    """
    theirs, later = sittings.alias("theirs"), sittings.alias("later")
    mine = (theirs.c.table_id == seats.c.table_id) & (theirs.c.seat == seats.c.seat)
    after = (
        (later.c.table_id == theirs.c.table_id)
        & (later.c.seat == theirs.c.seat)
        & (later.c.seq > theirs.c.seq)
        & later.c.guest_id.is_not(None)
        & (later.c.guest_id != guest)
    )
    last = select(theirs.c.seq).where(
        mine, theirs.c.guest_id == guest, ~select(later.c.seq).where(after).exists()
    )
    return seats.c.guest_id.is_(None) & seats.c.name.is_not(None) & last.exists()
