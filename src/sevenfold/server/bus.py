"""The bus: tells everybody who is at a table, on whichever worker, how far its log has come.

A notice may be lost: whoever hears of a later one catches up from the log.
"""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[int], None]
"""Called with the number of the last entry."""


class Bus(Protocol):
    """What the tables need of a bus."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table's notices; the answer ends it."""

    async def publish(self, table: str, seq: int) -> None:
        """Tell all listeners that the table's log has come to entry `seq`, or that its pace has changed."""


class MemoryBus:
    """The bus of a server with one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table's notices; the answer ends it."""
        self._listeners.setdefault(table, set()).add(listener)

        def end() -> None:
            listeners = self._listeners[table]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[table]

        return end

    async def publish(self, table: str, seq: int) -> None:
        """Call all listeners."""
        for listener in tuple(self._listeners.get(table, ())):
            listener(seq)
