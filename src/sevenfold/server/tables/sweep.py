"""Deletes what nobody will ask for again: unplayed tables, boards and events, persons without session,
invitations that nobody used, reviews without end, what was seen of deals that are no more. And what the host
does not keep any longer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog

from sevenfold.server.endless import for_each
from sevenfold.server.keeping import DAY, Keeping, before
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

UNPLAYED_KEPT = 7 * DAY
"""How long a table is kept at which nobody has moved, in ms."""

EVERY = 3600
"""Seconds from one sweep to the next."""

log = structlog.get_logger()


Told = Callable[[Mapping[str, int]], None]
"""Is told after each sweep how many of each kind were deleted."""

USUAL = Keeping()


def _nothing(_: Mapping[str, int]) -> None:
    pass


async def sweep(store: Store, tables: Tables, keeping: Keeping = USUAL, tell: Told = _nothing) -> None:
    """Sweep once. Raises what `for_each` does."""
    old, today = now() - UNPLAYED_KEPT, now()
    moved, said, asked, used = (before(days, today) for days in keeping)

    async def sweep_old() -> int:
        return await store.tables.sweep_old(moved, but=tables.open_ids) if moved else 0

    async def sweep_talk() -> int:
        """Return at how many tables something was deleted."""
        changed = await store.friends.sweep_talk(said) if said else []
        await tables.read_again(changed)
        return len(changed)

    kinds: dict[str, Callable[[], Awaitable[int]]] = {
        "tables": lambda: store.tables.sweep(created_before=old, but=tables.open_ids),
        "old": sweep_old,
        "talk": sweep_talk,
        "persons": lambda: store.persons.sweep(used_before=used),
        "admissions": lambda: store.admissions.sweep(ended_before=old),
        "reviews": lambda: store.reviews.sweep(asked_before=asked),
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
        tell(swept)
        if any(swept.values()):
            log.info("swept", **swept)


async def go_on_sweeping(
    store: Store, tables: Tables, keeping: Keeping = USUAL, tell: Told = _nothing
) -> None:
    """Sweep now and then."""
    while True:
        await sweep(store, tables, keeping, tell)
        await asyncio.sleep(EVERY)
