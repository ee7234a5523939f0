"""Who is served next where many ask at once: a few at a time, and who has asked little lately first.

All that sockets ask for is done by one event loop, in the order in which it comes in. Without turns a player
would wait until each of a thousand sockets that send all they can had its message answered.
"""

import asyncio
import heapq
from itertools import count

NEWCOMERS = 8
"""How many sockets are opened at the same time."""

AT_ONCE = 8
"""How many messages begin to be answered before what is under way goes on."""

PACE = 0.1
"""A socket that sends one message in so many seconds waits for none that send more."""


class FairQueue:
    """The messages of one server's sockets. `door` is held while a socket is opened."""

    def __init__(self) -> None:
        self.door = asyncio.Semaphore(NEWCOMERS)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def wait(self, stamp: float) -> None:
        """Wait until it is the turn of a message with this stamp; the lowest is next."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._let_in)
        turn: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (stamp, next(self._numbers), turn))
        await turn

    def _let_in(self) -> None:
        for _ in range(min(AT_ONCE, len(self._waiting))):
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():  # else its socket has gone
                turn.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._let_in)


class Stamps:
    """The stamps of one socket's messages: each PACE after the one before, but none before its time."""

    def __init__(self) -> None:
        self._last = 0.0

    def next(self, now: float) -> float:
        """The stamp of a message that has come now."""
        self._last = max(self._last, now) + PACE
        return self._last
