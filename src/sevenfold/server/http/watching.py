"""An event as it goes on, for a client that looks at it: sent when it comes, and anew when it has changed.

What happens at once is sent together, and what a person may not know of changes nothing that they are sent.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from litestar.exceptions import WebSocketDisconnect

from sevenfold.server.duplicate.events import Events
from sevenfold.server.errors import SessionUnknown, StorageProblem
from sevenfold.server.http.sending import TRY_AGAIN, AnySocket, encode
from sevenfold.server.protocol.events import EventInfo
from sevenfold.server.storage.rows import now

PAUSE = {"evening": 1.0, "own_time": 10.0}
"""How long after it was sent an event is not sent again, in seconds: a thousand may look at one."""

LOOKS_EVERY = {"evening": 15.0, "own_time": 90.0}
"""After so many seconds it is looked at anyway: word of it may have been lost. Whoever looks at an
evening is there.
"""


class Watching:
    """A client that looks at an event. `count_message` is as in `Connection`."""

    def __init__(
        self,
        socket: AnySocket,
        events: Events,
        event: str,
        person: int,
        count_message: Callable[[], None],
    ) -> None:
        self._socket = socket
        self._events = events
        self._event = event
        self._person = person
        self._count_message = count_message
        self._something_new = asyncio.Event()
        self._session_ended = asyncio.Event()
        self._sent = b""

    def look(self, _: int = 0) -> None:
        """Something has changed: look what is to be sent."""
        self._something_new.set()

    def cut(self) -> None:
        """The session has ended."""
        self._session_ended.set()

    async def run(self) -> None:
        """Send the event until the client goes. Raises EventUnknown, SessionUnknown, TooMany."""
        work = {asyncio.create_task(each) for each in (self._send(), self._listen(), self._until_cut())}
        try:
            ended, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            for each in ended:
                await each
        finally:
            for each in work:
                each.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    async def _listen(self) -> None:
        """Hear when the client goes; it has nothing to say."""
        while (await self._socket.receive())["type"] == "websocket.receive":
            self._count_message()

    async def _send(self) -> None:
        while True:
            pause, again = await self._send_once()
            await asyncio.sleep(pause)
            with suppress(TimeoutError):
                async with asyncio.timeout(again):
                    await self._something_new.wait()

    async def _until_cut(self) -> None:
        await self._session_ended.wait()
        raise SessionUnknown

    async def _send_once(self) -> tuple[float, float]:
        """Send the event, if it is another one. Return for how long nothing is sent then, and after how much
        longer it is looked at again, in seconds.
        """
        self._something_new.clear()
        try:
            event = await self._events.info(self._event, self._person)
        except StorageProblem:
            self._something_new.set()
            return TRY_AGAIN, TRY_AGAIN
        data = encode(event)
        if data != self._sent:
            self._sent = data
            with suppress(WebSocketDisconnect, OSError):  # gone: the listener will hear of it
                await self._socket.send_data(data)
        return PAUSE[event.kind], _look_after(event)


def _look_after(event: EventInfo) -> float:
    """In how many seconds an event is looked at again though nothing is heard of it: as it ends, at last."""
    every = LOOKS_EVERY[event.kind]
    if event.until is None or event.state == "over":
        return every
    left = datetime.fromisoformat(event.until).timestamp() - now() / 1000
    return min(every, max(0.0, left) + TRY_AGAIN)
