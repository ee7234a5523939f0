"""The event loop: it reads first what moves wait for, and of everything else a little at a time.

Python's loop asks the system for all connections that have something to read. It reads all of them before it
does anything else: when a thousand connect or two thousand sockets close, nobody moves for a second. In this
loop three things come first, as moves wait for them: what threads have done, what PostgreSQL answers, and
what players say. "Player" means here: a socket that waits for each answer before it sends again.
"""

import asyncio
import math
import select
import sys
from collections.abc import Callable, Mapping
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector, SelectorKey
from typing import Any

READ_AT_ONCE = 16
"""How many players are read in one turn of the loop, and how many of what comes before players."""

OTHERS_AT_ONCE = 4
"""How many others are read in one turn: whatever is under way waits for them each time."""


def read_as_player(loop: asyncio.AbstractEventLoop, number: int) -> None:
    """Read this connection before those of newcomers, until it is unregistered; only if the loop is ours."""
    if sys.platform == "linux" and isinstance(loop, Loop):
        loop.few.read_as_player(number)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the server's loop. Where there is no epoll, it is Python's own."""
    if sys.platform != "linux":
        return asyncio.SelectorEventLoop if sys.platform != "win32" else asyncio.ProactorEventLoop
    return Loop


if sys.platform == "linux":

    class FewAtATime(BaseSelector):
        """A selector that asks epoll for a few events at a time, and for the rest of them next time.

        One epoll has what is read first, one the players and one all others. `_all` has these three, so that
        one call waits for all.
        """

        def __init__(self) -> None:
            self._keys: dict[Any, SelectorKey] = {}
            self._epoll_of: dict[int, select.epoll] = {}
            """The epoll that listens to each file, by its number; a file not in here is in `_others`."""
            self._first, self._players, self._others = select.epoll(), select.epoll(), select.epoll()
            self._all = select.epoll()
            for part in (self._first, self._players, self._others):
                self._all.register(part, select.EPOLLIN)

        def read_first(self, number: int) -> None:
            """Report this file before all others, until it is unregistered."""
            self._move(number, self._first)

        def read_as_player(self, number: int) -> None:
            """Report this file before those of newcomers, until it is unregistered."""
            self._move(number, self._players)

        def _move(self, number: int, to: select.epoll) -> None:
            before = self._listening(number)
            if before is to:
                return
            self._epoll_of[number] = to
            key = self._keys.get(number)
            if key is not None:
                before.unregister(number)
                to.register(number, _mask(key.events))

        def _listening(self, number: int) -> select.epoll:
            return self._epoll_of.get(number, self._others)

        def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for a file's events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if not self._keys:  # by a loop's first file threads wake it
                self.read_first(key.fd)
            self._listening(key.fd).register(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
            """Listen for other events."""
            key = SelectorKey(fileobj, _number(fileobj), events, data)
            if events != self._keys[key.fd].events:
                self._listening(key.fd).modify(key.fd, _mask(events))
            self._keys[key.fd] = key
            return key

        def unregister(self, fileobj: Any) -> SelectorKey:
            """Listen no more. Raises KeyError."""
            key = self._keys.pop(_number(fileobj))
            self._epoll_of.pop(key.fd, self._others).unregister(key.fd)
            return key

        def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
            """Wait for events, some of each kind; None waits for ever."""
            ready = []
            for number, events in self._poll_all(timeout):
                key = self._keys.get(number)
                if key is not None:
                    kinds = (EVENT_READ if events & ~select.EPOLLOUT else 0) | (
                        EVENT_WRITE if events & ~select.EPOLLIN else 0
                    )
                    ready.append((key, kinds & key.events))
            return ready

        def _poll_all(self, timeout: float | None) -> list[tuple[int, int]]:
            """Wait for anything. Return what is read first, then players, then others."""
            ready = dict(self._all.poll(_whole_ms(timeout)))
            polled = []
            for part, at_once in (
                (self._first, READ_AT_ONCE),
                (self._players, READ_AT_ONCE),
                (self._others, OTHERS_AT_ONCE),
            ):
                if part.fileno() in ready:
                    polled += part.poll(0, at_once)
            return polled

        def get_key(self, fileobj: Any) -> SelectorKey:
            """How a file is listened to. Raises KeyError."""
            return self._keys[_number(fileobj)]

        def get_map(self) -> Mapping[Any, SelectorKey]:
            """All that is listened to, by its number."""
            return self._keys

        def close(self) -> None:
            """Close all of it."""
            for part in (self._all, self._first, self._players, self._others):
                part.close()
            self._keys.clear()

    def _whole_ms(timeout: float | None) -> float:
        """A timeout for epoll, in whole ms: rounded down, the loop would spin until a timer is due."""
        return -1 if timeout is None else max(0, math.ceil(timeout * 1000) / 1000)

    def _number(fileobj: Any) -> int:
        return fileobj if isinstance(fileobj, int) else int(fileobj.fileno())

    def _mask(events: int) -> int:
        return (select.EPOLLIN if events & EVENT_READ else 0) | (
            select.EPOLLOUT if events & EVENT_WRITE else 0
        )

    class Loop(asyncio.SelectorEventLoop):
        """A loop that reads a few at a time, and first threads, PostgreSQL and players.

        Only psycopg calls `add_reader`; asyncio listens to clients' connections by itself.
        """

        def __init__(self) -> None:
            self.few = FewAtATime()
            super().__init__(self.few)

        def add_reader(  # type: ignore[override]
            self, fd: Any, callback: Callable[..., object], *args: Any
        ) -> None:
            """Call when there is something to read."""
            self.few.read_first(_number(fd))
            super().add_reader(fd, callback, *args)
