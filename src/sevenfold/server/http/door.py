"""The door: who may come in. Every request and every socket passes it before its route.

What its route does not open is closed to whoever was not let in: so a new route is behind the door by itself.
"""

import asyncio
import hashlib
import re
import unicodedata
from contextlib import suppress
from hmac import compare_digest
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from argon2.low_level import Type, hash_secret_raw
from argon2.profiles import RFC_9106_LOW_MEMORY as COST
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketDisconnect
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sevenfold.server.errors import ApiError, KeyNeeded, LinkUnknown, NotLetIn, SessionUnknown, WordWrong
from sevenfold.server.http.opens import KEYED, OPENS, Opens
from sevenfold.server.http.sessions import AnyConnection, address_of, find_person
from sevenfold.server.http.sockets import end_with
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.settings import Access, Settings
from sevenfold.server.storage.rows import PersonRow
from sevenfold.server.storage.store import Store

_NAMED_BY = {
    Opens.BY_TABLE: "table",
    Opens.BY_INVITATION: "key",
    Opens.BY_ROUND: "round_id",
    Opens.BY_CARDS: "key",
    Opens.BY_EVENT: "event",
    Opens.BY_BOARD: "board",
}
"""What in the address of a route names the thing."""

_PAGES = {
    "tables": Opens.BY_TABLE,
    "join": Opens.BY_INVITATION,
    "round": Opens.BY_ROUND,
    "cards": Opens.BY_CARDS,
    "event": Opens.BY_EVENT,
    "same": Opens.BY_BOARD,
}
"""By what pages are opened, by the first part of their address. The second names the thing."""

_AT_THE_DOOR = re.compile(r"/(door|imprint|privacy|terms|(browser|in)/[^/]+)/?")
"""Pages for whoever is not in yet, and what a host must say to everybody."""


class DoorWord:
    """The word by which people come in. Only its hash is kept, which is the same in all processes."""

    def __init__(self, word: str, server_id: str) -> None:
        self._salt = hashlib.sha256(server_id.encode()).digest()[:16]
        self._one_at_a_time = asyncio.Lock()
        self.hash = self._hash_of(word)

    async def check(self, typed: str, limiter: Limiter, visitor: Visitor) -> None:
        """Check what somebody typed, one after the other: each takes 64 MiB, and counts if it is wrong.

        Raises WordWrong, TooMany.
        """
        async with self._one_at_a_time:
            limiter.check(Limited.WRONG_WORDS, visitor)
            if not compare_digest(await asyncio.to_thread(self._hash_of, typed), self.hash):
                limiter.take(Limited.WRONG_WORDS, visitor)
                raise WordWrong

    def _hash_of(self, typed: str) -> bytes:
        word = unicodedata.normalize("NFKC", typed).strip().encode()
        cost = COST.time_cost, COST.memory_cost, COST.parallelism
        return hash_secret_raw(word, self._salt, *cost, 32, Type.ID)


class Door:
    """Lets in whom it should, by the settings."""

    def __init__(self, settings: Settings) -> None:
        self.access: Access = settings.access
        self.word: DoorWord | None = None
        self._password = settings.password
        self._links_let_in = settings.links_let_in
        self._keyed_acts = settings.keyed_acts

    async def open(self, server_id: str) -> None:
        """Make the hash of the word, once the server is known."""
        if self._password is not None:
            self.word = await asyncio.to_thread(DoorWord, self._password, server_id)

    @property
    def is_closed(self) -> bool:
        """Whether not everybody may come in."""
        return self.access != "open"

    def is_in(self, person: PersonRow) -> bool:
        """Whether a person may go everywhere."""
        said = (
            self.word is not None and person.word is not None and compare_digest(person.word, self.word.hash)
        )
        return not self.is_closed or person.introduced or said

    def before(self, app: ASGIApp) -> ASGIApp:
        """A route as it is behind the door."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            connection: AnyConnection = ASGIConnection(scope, receive, send)
            try:
                await self._require(connection)
            except ApiError as problem:
                if scope["type"] == ScopeType.WEBSOCKET:
                    await _turn_away(WebSocket(scope, receive, send), problem)
                elif _is_page(connection):  # also while the database is away: the door waits for it
                    await _lead_to_door(connection, send)
                else:
                    raise
            else:
                await app(scope, receive, send)

        return guarded

    async def _require(self, connection: AnyConnection) -> None:
        """The one question. Raises NotLetIn, KeyNeeded, and what looking for a code raises."""
        opens, act = _opens(connection), connection.route_handler.opt.get(KEYED)
        keyed = act in self._keyed_acts
        if (not self.is_closed and not keyed) or opens is Opens.TO_ALL:
            return
        if opens is Opens.PAGES and _is_at_the_door(connection.scope["path"]):
            return
        store: Store = connection.app.state.store
        person = await self._person(connection, store, keyed=keyed)
        if (person is None or not self.is_in(person)) and not (
            self._links_let_in and await self._has_link(connection, opens, person, store)
        ):
            raise NotLetIn
        if keyed and person is not None and not person.has_key:
            raise KeyNeeded(what=str(act))

    async def _person(self, connection: AnyConnection, store: Store, *, keyed: bool) -> PersonRow | None:
        """Who asks. What is remembered of them may be older than that they were let in, or made a key."""
        try:
            person = await find_person(connection, store)
            if not self.is_in(person) or (keyed and not person.has_key):
                store.persons.forget(person.id)
                person = await find_person(connection, store)
        except SessionUnknown:
            return None
        return person

    async def _has_link(
        self,
        connection: AnyConnection,
        opens: Opens | None,
        person: PersonRow | None,
        store: Store,
    ) -> bool:
        """Whether somebody has a link to what they ask for, or a place there."""
        if opens is None or opens is Opens.TO_LINKS:
            return opens is not None
        if opens is Opens.PAGES:
            first, _, rest = connection.scope["path"].strip("/").partition("/")
            opens, key = _PAGES.get(first), rest.partition("/")[0]
        else:
            key = str(connection.path_params[_NAMED_BY[opens]])
        if opens is None or not key:
            return False
        if opens is not Opens.BY_INVITATION:
            return await store.admissions.leads(opens, key, person.id if person is not None else 0)
        try:
            await connection.app.state.invitations.find(key, Visitor(address_of(connection)))
        except LinkUnknown:
            return False
        return True


def _opens(connection: AnyConnection) -> Opens | None:
    opens: Opens | None = connection.route_handler.opt.get(OPENS)
    return opens


def _is_page(connection: AnyConnection) -> bool:
    return _opens(connection) is Opens.PAGES and not connection.url.path.startswith("/api/")


def _is_at_the_door(path: str) -> bool:
    """Whether what has this address is for everybody: a file of the client, or a page at the door."""
    is_file = PurePosixPath(path).suffix not in ("", ".html") and not path.lstrip("/").startswith("round/")
    return is_file or _AT_THE_DOOR.fullmatch(path) is not None


async def _turn_away(socket: WebSocket[Any, Any, Any], problem: ApiError) -> None:
    with suppress(OSError, WebSocketDisconnect):  # gone before it was open
        await socket.accept()
    await end_with(socket, problem.message, problem.status)


async def _lead_to_door(connection: AnyConnection, send: Send) -> None:
    """Answer a page with the way to the door, which leads back there."""
    asked = connection.url.path + (f"?{connection.url.query}" if connection.url.query else "")
    to = f"?to={quote(asked, safe='')}" if asked != "/" else ""
    headers = [
        (b"location", f"/door{to}".encode()),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
    ]
    start: Message = {"type": "http.response.start", "status": 303, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
