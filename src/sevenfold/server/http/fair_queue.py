"""Who is served next where many ask at once: a few at a time, and who has asked little lately first.

All that sockets ask for is done by one event loop, in the order in which it comes in. Without turns a player
would wait until each of a thousand sockets that send all they can had its message answered.
"""

import asyncio
import heapq
from itertools import count

NEWCOMERS = 2
"""How many sockets are opened at the same time. SQLite answers at once: more would only make others wait."""

NEWCOMERS_IF_SHARED = 8
"""The same with PostgreSQL, of whose answers each of them waits for several."""

AT_ONCE = 2
"""How many messages of those who wait begin to be answered before what is under way goes on."""

LITTLE = 2.0
"""Who has asked for no more than this lately is answered without a turn, where nobody waits for one."""

FORGOTTEN = 20.0
"""How many messages of a socket are forgotten in a second in which it asks for nothing.

As many as it may send: at a pace that it may keep up nothing adds up.
"""

OPENING = 10.0
"""How much opening a socket counts, in messages: newcomers come after those who play."""


class FairQueue:
    """The messages of one server's sockets. `door` is held while a socket is opened."""

    def __init__(self, newcomers: int = NEWCOMERS) -> None:
        self.door = asyncio.Semaphore(newcomers)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def wait(self, asked: float) -> None:
        """Wait for the turn of a socket that has asked for so much; the lowest is next."""
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

    It is forgotten while nothing of the socket waits. So who sends without a pause comes after all others,
    however slowly so many of them are served.
    """

    def __init__(self) -> None:
        self._amount = OPENING
        self._forgets = False

    def more(self, idle: float) -> float:
        """Another message, `idle` seconds after the last one was answered: how much it is now.

        Before the first nothing is forgotten: where many come at once, it is the server that is late.
        """
        forgotten = FORGOTTEN * idle if self._forgets else 0
        self._forgets = True
        self._amount = max(0.0, self._amount - forgotten) + 1
        return self._amount
