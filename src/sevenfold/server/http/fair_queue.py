"""Turns for the messages of sockets when many come at once: a few at a time, the least busy sockets first.

One event loop does all that sockets ask for, in the order in which it comes in. Without turns, a player would
wait while a thousand sockets that send all they can each had a message answered.
"""

import asyncio
import heapq
from itertools import count

NEWCOMERS = 2
"""How many sockets are opened at the same time. SQLite answers at once: more would only make others wait."""

NEWCOMERS_IF_SHARED = 8
"""The same with PostgreSQL, where opening a socket waits for several answers of the database."""

AT_ONCE = 2
"""How many waiting messages are begun before work that is under way goes on."""

LITTLE = 2.0
"""A socket that has asked for no more than this lately needs no turn, unless others wait for theirs."""

FORGOTTEN = 20.0
"""How many messages of a socket are forgotten in a second in which it asks for nothing.

It is the rate that a socket is allowed, so that at an allowed pace nothing adds up.
"""

OPENING = 10.0
"""How many messages opening a socket counts as: newcomers come after those who play."""


class FairQueue:
    """The messages of one server's sockets. `door` is held while a socket is opened."""

    def __init__(self, newcomers: int = NEWCOMERS) -> None:
        self.door = asyncio.Semaphore(newcomers)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def wait(self, asked: float) -> None:
        """Wait for the turn of a socket that has asked for so much lately. The lowest amount goes first."""
        if asked <= LITTLE and not self._waiting:
            return
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._let_in)
        turn: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (asked, next(self._numbers), turn))
        await turn

    def _let_in(self) -> None:
        for _ in range(min(AT_ONCE, len(self._waiting))):
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():  # else its socket has gone
                turn.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._let_in)


class Asked:
    """How much one socket has asked for lately, in messages.

    The amount falls only while no message of the socket waits. So a socket that sends without a pause comes
    after all others, however slowly they are served.
    """

    def __init__(self) -> None:
        self._amount = OPENING
        self._forgets = False

    def more(self, idle: float) -> float:
        """Count another message, `idle` seconds after the last one was answered. Return the amount now.

        Before the first message the amount does not fall: where many come at once, the server is late.
        """
        forgotten = FORGOTTEN * idle if self._forgets else 0
        self._forgets = True
        self._amount = max(0.0, self._amount - forgotten) + 1
        return self._amount
