"""The event loop: it hears of those first for whom somebody waits, and of few others at a time.

Python's asks the system which connections have something to read and hears of all at once. It then reads them
all before anything else is done: where a thousand come or two thousand sockets close, nobody moves for a
second. What threads have done, what PostgreSQL answers and what players say is heard at once, however many
others have something: moves wait for it.
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

OTHERS_AT_ONCE = 4
"""Of how many at the most that are not heard first: all that is under way waits for them, turn by turn."""


def hear_first(loop: asyncio.AbstractEventLoop, number: int) -> None:
    """Hear of this connection before others, until it is listened to no more; if the loop is ours."""
    if sys.platform == "linux" and isinstance(loop, Loop):
        loop.few.hear_first(number)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the server's loop; where there is no epoll, Python's own."""
    if sys.platform != "linux":
        return asyncio.SelectorEventLoop if sys.platform != "win32" else asyncio.ProactorEventLoop
    return Loop


if sys.platform == "linux":

    class FewAtATime(BaseSelector):
        """epoll, asked for a few events; it goes on next time with those that it has not told of.

        Those that are not heard first have an epoll of their own, which is one file of the other.
        """

        def __init__(self) -> None:
            self._keys: dict[Any, SelectorKey] = {}
            self._heard_first: set[int] = set()
            self._first, self._others = select.epoll(), select.epoll()
            self._first.register(self._others, select.EPOLLIN)

        def hear_first(self, number: int) -> None:
            """Tell of this file before others, until it is listened to no more."""
            if number in self._heard_first:
                return
            key = self._keys.get(number)
            if key is not None:
                self._others.unregister(number)
                self._first.register(number, _mask(key.events))
            self._heard_first.add(number)

        def _epoll_of(self, number: int) -> select.epoll:
            return self._first if number in self._heard_first else self._others

        def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for a file's events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if not self._keys:  # by the first that a loop listens to, threads wake it
                self.hear_first(key.fd)
            self._epoll_of(key.fd).register(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for other events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if events != self._keys[key.fd].events:
                self._epoll_of(key.fd).modify(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def unregister(self, fileobj: Any) -> SelectorKey:
            """Listen no more. Raises KeyError."""
            key = self._keys.pop(_number(fileobj))
            self._epoll_of(key.fd).unregister(key.fd)
            self._heard_first.discard(key.fd)
            return key

        def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
            """Wait for events, at most HEARD_AT_ONCE and OTHERS_AT_ONCE; None waits for ever."""
            # epoll knows whole milliseconds alone: rounded down, the loop would run idle until a timer is due
            wait = -1 if timeout is None else max(0, math.ceil(timeout * 1000) / 1000)
            polled = dict(self._first.poll(wait, HEARD_AT_ONCE))
            if polled.pop(self._others.fileno(), 0):
                polled |= self._others.poll(0, OTHERS_AT_ONCE)
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
            self._first.close()
            self._others.close()
            self._keys.clear()

    def _number(fileobj: Any) -> int:
        return fileobj if isinstance(fileobj, int) else int(fileobj.fileno())

    def _mask(events: int) -> int:
        return (select.EPOLLIN if events & EVENT_READ else 0) | (
            select.EPOLLOUT if events & EVENT_WRITE else 0
        )

    class Loop(asyncio.SelectorEventLoop):
        """A loop that hears of a few at a time, and first of threads, of PostgreSQL and of players.

        Only psycopg calls `add_reader`; asyncio listens to clients' connections by itself.
        """

        def __init__(self) -> None:
            self.few = FewAtATime()
            super().__init__(self.few)

        def add_reader(  # type: ignore[override]
            self, fd: Any, callback: Callable[..., object], *args: Any
        ) -> None:
            """Call when there is something to read."""
            self.few.hear_first(_number(fd))
            super().add_reader(fd, callback, *args)
