"""Deletes what nobody will ask for again: unplayed tables, boards and events, guests without session, reviews
without end, what was seen of deals that are no more.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from sevenfold.server.endless import for_each
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
    """Sweep once. Raises what `for_each` does."""
    old = now() - UNPLAYED_KEPT
    kinds: dict[str, Callable[[], Awaitable[int]]] = {
        "tables": lambda: store.tables.sweep(created_before=old, but=tables.open_ids),
        "guests": store.guests.sweep,
        "reviews": store.reviews.sweep,
        "events": lambda: store.events.sweep(ended_before=old),
        "boards": lambda: store.boards.sweep(created_before=old),
        "seen": lambda: store.seen.sweep(seen_before=old),
    }
    swept: dict[str, int] = {}

    async def sweep_kind(kind: str) -> None:
        swept[kind] = await kinds[kind]()

    try:
        await for_each(kinds, sweep_kind)
    finally:
        if any(swept.values()):
            log.info("swept", **swept)


async def go_on_sweeping(store: Store, tables: Tables) -> None:
    """Sweep now and then."""
    while True:
        await sweep(store, tables)
        await asyncio.sleep(EVERY)
