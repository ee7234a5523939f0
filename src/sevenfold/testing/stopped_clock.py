"""A clock that a test stops and moves on: when a window ends does not depend on the machine's speed."""

import asyncio
import math
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any

from sevenfold.server.storage.logs import Logged, LogStore
from sevenfold.server.storage.shared import Head, SharedStore
from sevenfold.server.tables import table
from sevenfold.server.tables.play import live_match
from sevenfold.server.tables.play import turns as table_turns
from sevenfold.server.tables.sent import views as table_views

OFTEN = 0.004
"""How often a server looks at a clock that is stopped, in seconds."""

MOST_SERVERS = 64
"""How many servers may use one clock, one after the other."""

WAIT = 60
"""How long servers may take to do what is due, in seconds, before something must be wrong."""


class StoppedClock:
    """The clock of turns at the tables of all processes that are given it.

    It runs by itself until a test stops it. Stop it before a table is opened.
    """

    def __init__(self, processes: BaseContext) -> None:
        # without locks: a process that is killed would hold them for ever
        self._shows = processes.Value("d", 0.0, lock=False)
        self._servers = processes.Value("i", 0)
        self._processes = processes.Array("i", MOST_SERVERS, lock=False)
        """The ids of the processes that use this clock, in the order in which they began."""
        self._done = processes.Array("d", MOST_SERVERS, lock=False)
        """The time up to which each process has done what was due."""
        self._own = 0
        self._seen: dict[object, float] = {}
        """In a server's process: the time up to which each of its tables has done what was due."""

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock: windows end and bots move only when `go_on` moves it on."""
        self._shows.value = time.monotonic()
        try:
            yield
        finally:
            self._shows.value = 0

    def go_on(self, milliseconds: float) -> None:
        """Move the clock on, after all servers have done what was due before.

        Otherwise a server that waits for the processor would miss a window that is over at the others.
        """
        until = time.monotonic() + WAIT
        while any(self._is_late(server) for server in range(self._servers.value)):
            if time.monotonic() > until:
                raise TimeoutError(f"what is due was not done within {WAIT} seconds")
            time.sleep(OFTEN / 2)
        self._shows.value += milliseconds / 1000

    def _is_late(self, server: int) -> bool:
        return self._done[server] < self._shows.value and _runs(self._processes[server])

    # --- in the process of a server ---------------------------------------------------------------

    @property
    def _is_stopped(self) -> bool:
        return bool(self._shows.value)

    def _time(self) -> float:
        return self._shows.value or time.monotonic()

    def rule(self) -> None:
        """Use this clock in this process. While it is stopped, the database's times do not age either."""
        with self._servers.get_lock():
            self._own = self._servers.value
            self._processes[self._own], self._done[self._own] = os.getpid(), math.inf
            self._servers.value += 1
        for module in (live_match, table, table_turns, table_views):
            module.clock = self._time  # type: ignore[attr-defined]
        wait, logged, heads = table_turns._wait_for, LogStore.logged, SharedStore.heads
        play_bots = table_turns.TableTurns._play_bots

        async def wait_for(due: table_turns.TurnDue, recheck: asyncio.Event) -> None:
            while self._is_stopped and (now := self._time()) < due.at and not recheck.is_set():
                if due.thought and due.is_claim and due.thought.done():
                    return
                self._note(now)
                await asyncio.sleep(OFTEN)
            self._note(0 if self._is_stopped else math.inf)
            await wait(due, recheck)
            self._note(0)

        async def play_and_note(turns: table_turns.TableTurns) -> None:
            self._note(0)
            try:
                await play_bots(turns)
            finally:
                self._note(math.inf)
                del self._seen[asyncio.current_task()]

        async def logged_now(logs: LogStore, table: str, after: int = 0) -> Logged:
            found = await logged(logs, table, after)
            return found._replace(ages=(0.0,) * len(found.ages)) if self._is_stopped else found

        async def heads_now(store: SharedStore, *asked: Any) -> Mapping[str, Head]:
            found = await heads(store, *asked)
            return (
                {name: head._replace(awake=0) for name, head in found.items()} if self._is_stopped else found
            )

        table_turns._wait_for = wait_for
        table_turns.TableTurns._play_bots = play_and_note  # type: ignore[assignment, method-assign]
        LogStore.logged = logged_now  # type: ignore[assignment, method-assign]
        SharedStore.heads = heads_now  # type: ignore[assignment]

    def _note(self, done: float) -> None:
        """Note that a table has done what was due up to this time; infinity if nothing more is due."""
        self._seen[asyncio.current_task()] = done
        self._done[self._own] = min(self._seen.values(), default=math.inf)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
