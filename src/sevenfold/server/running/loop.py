"""The event loop: it hears of a few connections at a time.

Python's asks the system which connections have something to read and hears of all at once. It then reads them
all before anything else is done: where two thousand sockets close, nobody moves for a second. What threads
have done and what PostgreSQL answers is heard at once, however many connections have something: moves wait
for it. Next come the sockets of those who play: a thousand that come back or go need not be heard before.
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


def hear_next(loop: asyncio.AbstractEventLoop, number: int) -> None:
    """Hear of this connection before others, until it is listened to no more; if the loop is ours."""
    if sys.platform == "linux" and isinstance(loop, Loop):
        loop.few.hear_next(number)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the server's loop; where there is no epoll, Python's own."""
    if sys.platform != "linux":
        return asyncio.SelectorEventLoop if sys.platform != "win32" else asyncio.ProactorEventLoop
    return Loop


if sys.platform == "linux":

    class _Some:
        """Some of the files that are listened to, so that they can be asked for by themselves."""

        def __init__(self) -> None:
            self._epoll = select.epoll()
            self._numbers: set[int] = set()
            self.poll = self._epoll.poll
            self.close = self._epoll.close

        def __contains__(self, number: int) -> bool:
            return number in self._numbers

        def add(self, number: int) -> None:
            """A file is one of them, from when it is listened to next."""
            self._numbers.add(number)

        def register(self, number: int, mask: int) -> None:
            """A file is listened to."""
            if number in self._numbers:
                self._epoll.register(number, mask)

        def modify(self, number: int, mask: int) -> None:
            """It is, for other events."""
            if number in self._numbers:
                self._epoll.modify(number, mask)

        def unregister(self, number: int) -> None:
            """It is no more, and none of these."""
            if number in self._numbers:
                self._epoll.unregister(number)
                self._numbers.discard(number)

    class FewAtATime(BaseSelector):
        """epoll, asked for a few events; it goes on next time with those that it has not told of."""

        def __init__(self) -> None:
            self._epoll = select.epoll()
            self._keys: dict[Any, SelectorKey] = {}
            self._first = _Some()
            """Files of which it tells at once."""
            self._next = _Some()
            """Files of which it tells before others, a few at a time too."""

        def hear_first(self, number: int) -> None:
            """Tell at once of this file, which is not listened to yet."""
            self._first.add(number)

        def hear_next(self, number: int) -> None:
            """Tell of this file before others, until it is listened to no more."""
            key = self._keys.get(number)
            if key is not None and number not in self._next:
                self._next.add(number)
                self._next.register(number, _mask(key.events))

        def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for a file's events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            self._epoll.register(key.fd, _mask(events))
            if not self._keys:  # by the first that a loop listens to, threads wake it
                self.hear_first(key.fd)
            for some in (self._first, self._next):
                some.register(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for other events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if events != self._keys[key.fd].events:
                self._epoll.modify(key.fd, _mask(events))
                for some in (self._first, self._next):
                    some.modify(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def unregister(self, fileobj: Any) -> SelectorKey:
            """Listen no more. Raises KeyError."""
            key = self._keys.pop(_number(fileobj))
            self._epoll.unregister(key.fd)
            for some in (self._first, self._next):
                some.unregister(key.fd)
            return key

        def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
            """Wait for events, at most HEARD_AT_ONCE; None waits for ever."""
            # epoll knows whole milliseconds alone: rounded down, the loop would run idle until a timer is due
            wait = -1 if timeout is None else max(0, math.ceil(timeout * 1000) / 1000)
            polled = dict(self._epoll.poll(wait, HEARD_AT_ONCE))
            if len(polled) == HEARD_AT_ONCE:
                polled |= self._first.poll(0)
                polled |= self._next.poll(0, HEARD_AT_ONCE)
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
            self._first.close()
            self._next.close()
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
            self.few = FewAtATime()
            super().__init__(self.few)

        def add_reader(  # type: ignore[override]
            self, fd: Any, callback: Callable[..., object], *args: Any
        ) -> None:
            """Call when there is something to read."""
            self.few.hear_first(_number(fd))
            super().add_reader(fd, callback, *args)
