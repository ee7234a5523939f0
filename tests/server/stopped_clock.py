"""A clock that a test stops and moves on: which window has ended never hangs on how fast the machine is."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any

from sevenfold.server import live_match, table, table_turns, table_views
from sevenfold.server.shared_store import Head, SharedStore
from sevenfold.server.store import Logged, Store

OFTEN = 0.004
"""How often a server looks at a clock that is stopped, in seconds."""


class StoppedClock:
    """The clock by which turns are kept at the tables of all processes that are given it.

    It goes by itself until a test stops it. Stop it before a table is opened.
    """

    def __init__(self, processes: BaseContext) -> None:
        self._shows = processes.Value("d", 0.0)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Meanwhile no window ends and no bot moves but by `go_on`."""
        self._shows.value = time.monotonic()
        try:
            yield
        finally:
            self._shows.value = 0

    def go_on(self, milliseconds: float) -> None:
        """So much time has passed."""
        self._shows.value += milliseconds / 1000

    # --- in the process of a server ---------------------------------------------------------------

    @property
    def _is_stopped(self) -> bool:
        return bool(self._shows.value)

    def _time(self) -> float:
        return self._shows.value or time.monotonic()

    def rule(self) -> None:
        """Keep turns by this clock here; while it is stopped, nothing is old by the database's either."""
        for module in (live_match, table, table_turns, table_views):
            module.clock = self._time  # type: ignore[attr-defined]
        wait, logged, heads = table_turns._wait_for, Store.logged, SharedStore.heads

        async def wait_for(due: table_turns.Due, look_anew: asyncio.Event) -> None:
            while self._is_stopped and self._time() < due.at and not look_anew.is_set():
                if due.thought and due.is_claim and due.thought.done():
                    return
                await asyncio.sleep(OFTEN)
            await wait(due, look_anew)

        async def logged_now(store: Store, table: str, after: int = 0) -> Logged:
            found = await logged(store, table, after)
            return found._replace(ages=(0.0,) * len(found.ages)) if self._is_stopped else found

        async def heads_now(store: SharedStore, *asked: Any) -> Mapping[str, Head]:
            found = await heads(store, *asked)
            return (
                {name: head._replace(awake=0) for name, head in found.items()} if self._is_stopped else found
            )

        table_turns._wait_for = wait_for
        Store.logged = logged_now  # type: ignore[assignment, method-assign]
        SharedStore.heads = heads_now  # type: ignore[assignment]
