"""The bus: tells everybody who is at a table, in whichever process, how far its log has come, and everybody
who looks at an event that it has changed.

A notice may be lost: a process that gets a later one, or refreshes its tables, catches up from the database.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Protocol

from sevenfold.server.endless import Endless

Listener = Callable[[int], None]
"""Called with the number of the last entry."""

Refresh = Callable[[Collection[str]], Awaitable[None]]
"""Brings tables up to date with what other processes have written to the database."""


class Sessions(Protocol):
    """What knows the sessions of this process, and hears of what others do."""

    def cut(self, session: int) -> None:
        """A session has ended through another process."""

    async def look_again(self) -> None:
        """Sessions may have ended without a word."""


NOTHING_LOGGED = 0
"""Published when something other than the log has changed."""

CHANGED = 1
"""Published of an event, which has no log."""


class Bus(Protocol):
    """What the tables need of a bus."""

    @property
    def alone(self) -> bool:
        """Whether there is no other process."""

    @property
    def process(self) -> str:
        """The name of this process."""

    def start(self, refresh: Refresh, sessions: Sessions, endless: Endless) -> None:
        """Begin; `endless` sees to it that it goes on, and ends it.

        `refresh` is called with tables that other processes have changed, or may have changed.
        """

    async def close(self) -> None:
        """Tell other processes that this one ends."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table's notices. Call the function returned to stop."""

    def wake(self, table: str) -> None:
        """Call the listeners of this process only, where other processes find out by themselves."""

    async def publish(self, table: str, seq: int) -> None:
        """Tell all listeners that the table's log has come to entry `seq`, or NOTHING_LOGGED."""

    def cut(self, ended: Iterable[int]) -> None:
        """Tell other processes that these sessions have ended."""

    def came(self, table: str, person: int) -> None:
        """A person is connected to a table by this process."""

    def went(self, table: str, person: int) -> None:
        """The person is no longer connected to it."""


class MemoryBus:
    """The bus of a server with one process."""

    alone = True
    process = ""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def start(self, refresh: Refresh, sessions: Sessions, endless: Endless) -> None:
        """Do nothing: no other process changes anything."""

    async def close(self) -> None:
        """Do nothing: there is no other process to tell."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table's notices. Call the function returned to stop."""
        self._listeners.setdefault(table, set()).add(listener)

        def end() -> None:
            listeners = self._listeners[table]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[table]

        return end

    def _call(self, table: str, seq: int) -> None:
        for listener in tuple(self._listeners.get(table, ())):
            listener(seq)

    def wake(self, table: str) -> None:
        """Call all listeners."""
        self._call(table, NOTHING_LOGGED)

    async def publish(self, table: str, seq: int) -> None:
        """Call all listeners."""
        self._call(table, seq)

    def cut(self, ended: Iterable[int]) -> None:
        """Do nothing: there is no other process to tell."""

    def came(self, table: str, person: int) -> None:
        """Do nothing: there is no other process to tell."""

    def went(self, table: str, person: int) -> None:
        """Do nothing: there is no other process to tell."""
