"""Somebody is taken from all tables that go on and from all events: what becomes of the others, and doing it.

What happens is what a table's host does when they remove somebody (`plan.gone`), with the bots that finish
what is given up at a board.
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import NamedTuple

from sevenfold.server.duplicate.event_errors import EventUnknown, NotInEvent
from sevenfold.server.duplicate.events import Events
from sevenfold.server.errors import ApiError, NotSeated, Removed, StorageProblem, TableUnknown
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import NEWEST, Cursor
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import changes


class Consequence(NamedTuple):
    """What becomes of a table or an event without somebody."""

    place: str
    sentence: str


async def consequences(store: Store, person: int, table: str | None = None) -> list[Consequence]:
    """What becomes of all places where somebody is, or of one table."""
    found = [Consequence(f"table {row.id}", sentence(row, person)) async for row in at(store, person, table)]
    if table is None:
        events = await store.events.taken_part_in(person)
        leave = "they take part no longer; what they played stays"
        found += [Consequence(f"event {event}", leave) for event in events]
    return found


async def at(store: Store, person: int, table: str | None) -> AsyncIterator[TableRow]:
    """The tables that go on where somebody sits, watches or is to sit; or the one, if they are there."""
    before: Cursor | None = NEWEST
    while before is not None:
        rows, before = await store.tables.of_person(person, False, before)
        for row in rows:
            if table in (None, row.id):
                yield row


def sentence(row: TableRow, person: int) -> str:
    """What becomes of the others at a table."""
    seat = row.seat_of(person)
    others = len(row.person_seats) - 1
    if seat is None:
        return "they watch no longer, and cannot come back"
    if others == 0:
        return "bots finish the round" if row.board is not None else "nobody else sits there: it is deleted"
    stays = f"{others} other{'s' if others > 1 else ''} play{'s' if others == 1 else ''} on"
    place = "a bot takes their seat" if row.started else "their seat is free"
    host = ", somebody else is its host" if row.host == seat else ""
    watchers = ", spectators need its new link" if row.watchers else ""
    return f"{place}, {stays}{host}{watchers}"


async def remove(
    store: Store, tables: Tables, events: Events, person: int, table: str | None
) -> tuple[int, list[str]]:
    """Take somebody from there. Return from how many places, and the tables where it could not be done.

    Raises StorageProblem.
    """
    done, failed = 0, list[str]()
    rows = [row async for row in at(store, person, table)]
    if table is None:
        for event in await store.events.taken_part_in(person):
            with suppress(EventUnknown, NotInEvent):  # over or left at this moment
                await events.leave(event, person)
                done += 1
    for row in rows:
        try:
            await tables.change(await tables.find(row.id), changes.remove(person))
            done += 1
        except (TableUnknown, NotSeated, Removed):  # they have left there, too, just now
            done += 1
        except StorageProblem:
            raise
        except ApiError:  # such as a damaged table
            failed.append(row.id)
    return done, failed
