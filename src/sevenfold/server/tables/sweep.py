"""Deletes what nobody will ask for again: unplayed tables, boards and events, guests without session, reviews
without end.
"""

import asyncio
from contextlib import suppress

import structlog

from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

DAY = 24 * 3600 * 1000

UNPLAYED_KEPT = 7 * DAY
"""How long a table is kept at which nobody has moved, in ms."""

EVERY = 3600
"""Seconds from one sweep to the next."""

log = structlog.get_logger()


async def sweep(store: Store, tables: Tables) -> None:
    """Sweep once."""
    unplayed = await store.tables.sweep(created_before=now() - UNPLAYED_KEPT, but=tables.open_ids)
    guests = await store.guests.sweep()
    reviews = await store.reviews.sweep()
    events = await store.events.sweep(ended_before=now() - UNPLAYED_KEPT)
    boards = await store.boards.sweep(created_before=now() - UNPLAYED_KEPT)
    if unplayed or guests or reviews or events or boards:
        log.info("swept", tables=unplayed, guests=guests, reviews=reviews, events=events, boards=boards)


async def go_on_sweeping(store: Store, tables: Tables) -> None:
    """Sweep now and then."""
    while True:
        with suppress(StorageProblem):  # logged already
            await sweep(store, tables)
        await asyncio.sleep(EVERY)
