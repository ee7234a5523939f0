"""What the client of a socket is sent: what is new, whenever something is.

What is sent depends only on the version that the client has, whether it was cut off for a minute or is one
move behind. So a client that is slow, or missed a notice, is sent all of it at once, and nothing is queued.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from sevenfold.server.errors import SessionUnknown, StorageProblem
from sevenfold.server.protocol.from_client import Hello
from sevenfold.server.protocol.from_server import ServerMessage, Snapshot, TableChanged
from sevenfold.server.protocol.notices import NOTHING
from sevenfold.server.protocol.talk import Talk
from sevenfold.server.tables.seating.orders import seat_or_spectator
from sevenfold.server.tables.seating.returning import comes_to
from sevenfold.server.tables.sent.presence import Presence
from sevenfold.server.tables.sent.seat_updates import Viewer
from sevenfold.server.tables.table import Table

AnySocket = WebSocket[Any, Any, Any]

encode = msgspec.json.Encoder().encode
"""The bytes of a message."""


TRY_AGAIN = 1.0
"""How long after something could not be read it is tried again, in seconds."""


class Sending:
    """What a client at a table has been sent, and is sent next.

    `has_ended` says whether the session has.
    """

    def __init__(self, socket: AnySocket, table: Table, person: int, has_ended: Callable[[], bool]) -> None:
        self._socket = socket
        self._notice = NOTHING
        """What the host tells everybody, as the client has it."""
        self._table = table
        self._person = person
        self._has_ended = has_ended
        self.something_new = asyncio.Event()
        self.greeted = False
        """Whether the client has said hello."""
        self._over: int | None = None
        """The seat over whose shoulder a spectator wants to look."""
        self._viewer = self.viewer_now
        """Who the client was when it was last sent the match."""
        self._version: int | None = None
        """The version that the client has; None when it must be sent everything."""
        self._withdrawn = table.views.withdrawn
        """How often something that was shown had been withdrawn when the client was sent that version."""
        self._presence: Presence | None = None
        """What is shown of the table besides its match, as the client has it."""
        self._asked = False
        """The client is owed an answer, even if nothing is new."""
        self._told_of_problem = False
        """The client knows that what it asked for comes later."""
        self._last_line = 0
        """The number of the last line of talk that the client was sent."""
        self._cuts: int | None = None
        """How often lines had gone then; None when the client must be sent all."""
        self._had_lines = False
        """The client may have lines that are gone by now."""

    @property
    def viewer_now(self) -> Viewer:
        """Who the client is at the table now. Raises TableUnknown, SessionUnknown, NotSeated, Removed."""
        self._table.seats.require_there()
        if self._has_ended():
            raise SessionUnknown
        row = self._table.row
        seat = seat_or_spectator(row, self._person)
        shown_by = row.hands_shown_to(self._person)
        over = self._over if self._over in shown_by else None
        return Viewer(seat, over, shown_by, comes_to(row, self._person))

    async def greet(self, hello: Hello) -> bool:
        """The client says which version it has, and over whose shoulder it looks.

        Return whether it says so for the first time.
        """
        self._cuts = None
        self._had_lines |= hello.version is not None or not self._table.row.started
        await self._table.refresh()
        self._over = hello.over
        self._over = self.viewer_now.over  # what is not allowed now must be asked for again
        self.go_on_from(hello.version if self._over == hello.over else None)
        is_new, self.greeted = not self.greeted, True
        return is_new

    def go_on_from(self, version: int | None) -> None:
        """The client has this version: send what has come since."""
        self._version = version
        self._asked = True
        self.something_new.set()

    def answer_later(self, version: int) -> None:
        """The client, which has this version, is told of a problem: once it is over, send how it stands."""
        self._told_of_problem = True
        self.go_on_from(version)

    async def run(self) -> None:
        """Send what is new until the client goes. Raises what `viewer_now` raises."""
        while True:
            await self.something_new.wait()
            self.something_new.clear()
            viewer = self.viewer_now
            if self.greeted:
                await self._send_update_or_later(viewer)

    async def _send_update_or_later(self, viewer: Viewer) -> None:
        """While the database is away the client is told so if it asked, and is sent later what is new."""
        asked = self._asked
        try:
            await self._send_update(viewer)
        except StorageProblem as problem:
            if asked and not self._told_of_problem:
                await self.send(problem.message)
                self._told_of_problem = True
            self._asked = self._asked or asked
            asyncio.get_running_loop().call_later(TRY_AGAIN, self.something_new.set)
        else:
            self._told_of_problem = False

    async def _send_update(self, viewer: Viewer) -> None:
        if viewer[:2] != self._viewer[:2]:  # who is shown the match
            self._version, self._over = None, viewer.over
        self._viewer = viewer
        asked, self._asked = self._asked, False
        views = self._table.views
        prepared = await views.prepared(viewer, self._version, asked=asked, withdrawn=self._withdrawn)
        if viewer != self.viewer_now:  # meanwhile they may no longer see this
            self._asked = self._asked or asked
            self.something_new.set()
            return
        self._withdrawn = views.withdrawn
        if prepared is not None:
            if not self._asked:  # unless the client has said hello again meanwhile
                self._version = prepared.message.version
            await self._send_data(prepared.data)
        unanswered = asked and prepared is None  # at a table that waits
        presence = prepared.presence if prepared is not None else views.presence
        if prepared is not None and isinstance(prepared.message, Snapshot):
            self._presence = presence
        if unanswered or presence != self._presence:
            await self.send(TableChanged(await self._table.views.info(viewer)))
        self._presence = presence
        await self._send_talk()
        notice = self._table.announced.notice
        if notice != self._notice:
            self._notice = notice
            await self.send(notice)

    async def _send_talk(self) -> None:
        talk = self._table.talk
        lines = await talk.lines()
        whole = talk.cuts != self._cuts
        new = tuple(line for line in lines if whole or line.number > self._last_line)
        had_lines, self._had_lines = self._had_lines or talk.cuts > 0, True
        self._cuts = talk.cuts
        if new or (whole and had_lines):
            self._last_line = lines[-1].number if lines else 0
            await self.send(Talk(new, whole))

    async def send(self, message: ServerMessage) -> None:
        """Send a message, unless the client is gone."""
        await self._send_data(encode(message))

    async def _send_data(self, data: bytes) -> None:
        with suppress(WebSocketDisconnect, OSError):  # gone: the listener will hear of it
            await self._socket.send_data(data)
