"""The event loop: it hears of a few connections at a time.

Python's asks the system which connections have something to read and hears of all at once. It then reads them
all before anything else is done: where two thousand sockets close, nobody moves for a second. What threads
have done and what PostgreSQL answers is heard at once, however many connections have something: moves wait
for it.
"""

import asyncio
import math
import select
import sys
from collections.abc import Callable, Mapping
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector, SelectorKey
from typing import Any

HEARD_AT_ONCE = 16
"""Of how many connections the loop hears before it does what follows from that."""


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the server's loop; where there is no epoll, Python's own."""
    if sys.platform != "linux":
        return asyncio.SelectorEventLoop if sys.platform != "win32" else asyncio.ProactorEventLoop
    return Loop


if sys.platform == "linux":

    class FewAtATime(BaseSelector):
        """epoll, asked for a few events; it goes on next time with those that it has not told of."""

        def __init__(self) -> None:
            self._epoll = select.epoll()
            self._keys: dict[Any, SelectorKey] = {}
            self._heard_first = select.epoll()
            self._first: set[int] = set()
            """Files of which it is told at once."""

        def hear_first(self, number: int) -> None:
            """Tell at once of this file, whenever it is listened to."""
            self._first.add(number)

        def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for a file's events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            self._epoll.register(key.fd, _mask(events))
            if not self._keys:  # by the first that a loop listens to, threads wake it
                self.hear_first(key.fd)
            if key.fd in self._first:
                self._heard_first.register(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for other events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if events != self._keys[key.fd].events:
                self._epoll.modify(key.fd, _mask(events))
                if key.fd in self._first:
                    self._heard_first.modify(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def unregister(self, fileobj: Any) -> SelectorKey:
            """Listen no more. Raises KeyError."""
            key = self._keys.pop(_number(fileobj))
            self._epoll.unregister(key.fd)
            if key.fd in self._first:
                self._heard_first.unregister(key.fd)
                self._first.discard(key.fd)
            return key

        def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
            """Wait for events, at most HEARD_AT_ONCE; None waits for ever."""
            # epoll knows whole milliseconds alone: rounded down, the loop would run idle until a timer is due
            wait = -1 if timeout is None else max(0, math.ceil(timeout * 1000) / 1000)
            polled = dict(self._epoll.poll(wait, HEARD_AT_ONCE))
            if len(polled) == HEARD_AT_ONCE:
                polled |= self._heard_first.poll(0)
            ready = []
            for number, events in polled.items():
                key = self._keys.get(number)
                if key is not None:
                    heard = (EVENT_READ if events & ~select.EPOLLOUT else 0) | (
                        EVENT_WRITE if events & ~select.EPOLLIN else 0
                    )
                    ready.append((key, heard & key.events))
            return ready

        def get_key(self, fileobj: Any) -> SelectorKey:
            """How a file is listened to. Raises KeyError."""
            return self._keys[_number(fileobj)]

        def get_map(self) -> Mapping[Any, SelectorKey]:
            """All that is listened to, by its number."""
            return self._keys

        def close(self) -> None:
            """Let go of all."""
            self._epoll.close()
            self._heard_first.close()
            self._keys.clear()

    def _number(fileobj: Any) -> int:
        return fileobj if isinstance(fileobj, int) else int(fileobj.fileno())

    def _mask(events: int) -> int:
        return (select.EPOLLIN if events & EVENT_READ else 0) | (
            select.EPOLLOUT if events & EVENT_WRITE else 0
        )

    class Loop(asyncio.SelectorEventLoop):
        """A loop that hears of a few at a time, and at once of threads and of PostgreSQL.

        Only psycopg calls `add_reader`; asyncio listens to clients' connections by itself.
        """

        def __init__(self) -> None:
            self._few = FewAtATime()
            super().__init__(self._few)

        def add_reader(  # type: ignore[override]
            self, fd: Any, callback: Callable[..., object], *args: Any
        ) -> None:
            """Call when there is something to read."""
            self._few.hear_first(_number(fd))
            super().add_reader(fd, callback, *args)
