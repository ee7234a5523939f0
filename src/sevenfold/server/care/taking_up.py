"""Each process of the server takes up what the host has done by commands, within a second.

A command reaches it by rows alone: no port is open for it, and whoever may write to the database may do all
of this anyway.
"""

import asyncio

import structlog

from sevenfold.server.announced import network_of
from sevenfold.server.care.removing import remove
from sevenfold.server.duplicate.events import Events
from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.care import LOOK, Act
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import Bus
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.registry import Tables
from sevenfold.server.times import now

EVERY = 0.5
"""Seconds from one look at what the host has done to the next."""

ORDERS_EVERY = 60
"""After so many looks orders are looked for anyway: a process may have died over one."""

LOOKS_LAST = 60_000
"""After so long, in ms, whoever asked whom a block would meet waits no more."""

FAILED = "failed"
"""How the outcome of an order begins that was not done."""

log = structlog.get_logger()


class TakingUp:
    """Takes up what the host has done."""

    def __init__(
        self, store: Store, tables: Tables, events: Events, forgetting: Forgetting, bus: Bus
    ) -> None:
        self._store = store
        self._tables = tables
        self._events = events
        self._forgetting = forgetting
        self._bus = bus
        self._looks = 0

    async def go_on(self) -> None:
        """Do so for as long as the server runs."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Take up what is new, and do what is to be done. Raises StorageProblem."""
        care = self._store.care
        was_closing = care.announced.is_closing
        changed = await care.look()
        if was_closing and not care.announced.is_closing:
            await self._tables.go_on()
        self._looks += 1
        if changed or self._looks % ORDERS_EVERY == 1:
            for order in await care.orders():
                await self._take_up(order)

    async def _take_up(self, order: Act) -> None:
        care = self._store.care
        if order.kind == LOOK and order.made < now() - LOOKS_LAST:
            await care.end_look(order.id)
        elif order.kind == LOOK:
            network = order.about.get("network")
            there, met = care.announced.count(
                _number(order, "person"), network_of(network) if isinstance(network, str) else None
            )
            await care.count(order, self._bus.process, there, met)
        elif await care.take(order):
            try:
                outcome = await self._do(order)
            except StorageProblem:
                raise
            except Exception:
                log.exception("an order failed", kind=order.kind, act=order.id)
                outcome = f"{FAILED}: the server's log says why"
            await care.done(order, outcome)

    async def _do(self, order: Act) -> str:
        person = _number(order, "person")
        if person is None:
            return f"{FAILED}: nobody is named"
        match order.kind:
            case "remove":
                table = order.about.get("table")
                named = table if isinstance(table, str) else None
                done, left = await remove(self._store, self._tables, self._events, person, named)
                failed = f"; {FAILED} at {', '.join(left)}" if left else ""
                return f"removed from {done} place{'' if done == 1 else 's'}{failed}"
            case "forget":
                await self._forgetting.forget(person)
                return "forgotten: sessions, name and talk are gone, seats are left one by one"
        return f"{FAILED}: a server of this version does not know it"


def _number(order: Act, name: str) -> int | None:
    value = order.about.get(name)
    return value if isinstance(value, int) else None
