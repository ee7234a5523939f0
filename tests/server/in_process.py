"""A card room without a network: browsers and their windows at tables, all in one process.

Everything below the network is the real thing: the socket's loop, the tables, the links, SQLite. An act takes
a millisecond instead of the ten that it takes over a network, so a test can try many orders of acts.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.errors import ApiError
from sevenfold.server.http.connection import Connection
from sevenfold.server.http.sending import AnySocket
from sevenfold.server.limits import Limiter, Visitor
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.http import Invitation, Join, NewTable, Return
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.settings import Settings
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.rows import PersonRow, TableRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.play import live_match
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.returns import Returns
from sevenfold.server.timings import USUAL, Timings

Message = dict[str, Any]

DAY = 24 * 3600 * 1000

QUIET = 30
"""In so many turns of the loop nothing must come before a server counts as quiet."""


class ServerHere:
    """One process and its database. `clock` numbers everything that happens, in order."""

    def __init__(self, url: DatabaseUrl, timings: Timings = USUAL) -> None:
        self._url = url
        self._timings = timings
        self.clock = count(1)
        self.heard = 0
        """How many messages all windows have been sent."""
        self.windows: list[Window] = []
        self._begin()

    def _begin(self) -> None:
        self.store = Store(open_database(self._url))
        self.jobs = Jobs()
        self.thinkers = Thinkers()
        self.bus = MemoryBus()
        self.tables = Tables(self.store, self.bus, self.jobs, self.thinkers, self._timings)
        self.invitations = Invitations(self.store, self.tables, Limiter(None))
        self.returns = Returns(self.store, self.tables, self.invitations, self._timings)
        self.metrics = Metrics()

    async def browser(self, name: str) -> "Browser":
        """A browser that has not been here before."""
        person = await self.store.persons.add(name.encode().ljust(32), now() + DAY)
        return Browser(self, PersonRow(person, now() + DAY, name))

    async def quiet(self) -> None:
        """Wait until nothing happens any more, but for what waits for a time."""
        turns = 0
        while turns < QUIET:
            before = self.heard
            await asyncio.sleep(0)
            is_busy = before != self.heard or any(window.is_busy for window in self.windows)
            turns = 0 if is_busy else turns + 1

    async def restart(self) -> None:
        """Stop and start again: only what the database has is left."""
        for window in list(self.windows):
            await window.close()
        await self.close()
        self._begin()

    async def close(self) -> None:
        for window in list(self.windows):
            await window.close()
        await self.jobs.close()
        self.thinkers.close()
        await self.store.close()

    async def row(self, table: str) -> TableRow:
        return await self.tables.find(table)

    async def log(self, table: str) -> Log:
        row = await self.row(table)
        return Log(row.game, row.rules, row.options, row.players, await self.store.logs.entries(table))

    async def match(self, table: str) -> AnyMatch:
        """The match as the log says it is."""
        log = await self.log(table)
        return replay(load_game(log.game), log)


def without_threads(patch: pytest.MonkeyPatch) -> None:
    """Write to the disk on the event loop: everything then happens in turns, in the same order each time."""

    async def at_once(_connection: sqlite.SqliteConnection, work: Callable[[], Any]) -> Any:
        return work()

    patch.setattr(sqlite.SqliteConnection, "in_thread", at_once)
    patch.setattr(sqlite, "PRAGMAS", ("journal_mode=MEMORY", "synchronous=OFF", "foreign_keys=ON"))
    patch.setattr(live_match, "SHORT", 1_000_000)


@asynccontextmanager
async def a_server(folder: Path, timings: Timings = USUAL) -> AsyncIterator[ServerHere]:
    """A server that keeps its database in this folder. Call `without_threads` before."""
    url = Settings(data=folder).database
    await migrate(url)
    server = ServerHere(url, timings)
    try:
        yield server
    finally:
        await server.close()


@dataclass(eq=False)
class Browser:
    """A person's browser: one cookie, any number of windows."""

    server: ServerHere
    person: PersonRow
    windows: list["Window"] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.person.name or ""

    @property
    def _visitor(self) -> Visitor:
        return Visitor("127.0.0.1", self.person.id)

    async def create(self, **wanted: Any) -> TableInfo:
        return await self.server.tables.create(
            self.person.id, msgspec.convert({"friends": True} | wanted, NewTable), self.name
        )

    async def look_at(self, key: str) -> Invitation:
        return await self.server.returns.preview(key, self.person, self._visitor)

    async def ask_return(self, key: str, seat: int, name: str | None = None) -> Invitation:
        """Say that a seat is one's own."""
        wanted = Return(seat, name or self.name)
        return await self.server.returns.ask(key, self.person, wanted, self._visitor)

    async def join(self, key: str, seat: int | None = None, name: str | None = None) -> TableInfo:
        return await self.server.invitations.join(key, self.person, Join(seat=seat, name=name), self._visitor)

    async def leave(self, table: str) -> None:
        await self.server.invitations.leave(table, self.person.id)

    async def info(self, table: str) -> TableInfo:
        return await self.server.tables.info(table, self.person.id)

    async def open(self, table: str, over: int | None = None) -> "Window":
        """A window at the table, which has said hello."""
        window = await Window.open(self, table)
        window.send("hello", over=over)
        await self.server.quiet()
        return window


class _Line:
    """What a `Connection` needs of a socket."""

    def __init__(self, window: "Window") -> None:
        self._window = window
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.is_busy = False

    async def receive(self) -> Message:
        self.is_busy = False
        text = await self.sent.get()
        self.is_busy = True
        if text is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": text}

    async def send_data(self, data: bytes) -> None:
        self._window.hear(json.loads(data))


@dataclass(frozen=True)
class Heard:
    """A message that a window was sent, and when, by the server's clock."""

    at: int
    message: Message


class Window:
    """A window of a browser at a table. `closed` is why the server closed it."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.table = table
        self.heard: list[Heard] = []
        self.closed: str | None = None
        self._line = _Line(self)
        self._served: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, browser: Browser, table: str) -> "Window":
        """Connect. Raises what opening a socket does."""
        server, person = browser.server, browser.person.id
        opened = await server.tables.open(table, person)
        window = cls(browser, table)
        connection = Connection(
            cast(AnySocket, window._line),
            opened,
            person,
            server.metrics,
            lambda: None,
            lambda: False,
        )
        ready = asyncio.Event()
        window._served = asyncio.create_task(window._serve(connection, ready))
        server.windows.append(window)
        browser.windows.append(window)
        await ready.wait()
        return window

    async def _serve(self, connection: Connection, ready: asyncio.Event) -> None:
        try:
            async with connection.at_table():
                ready.set()
                await connection.run()
        except ApiError as error:
            self.closed = error.code
        finally:
            ready.set()
            self.browser.server.windows.remove(self)
            self.browser.windows.remove(self)

    @property
    def is_busy(self) -> bool:
        """Whether something that was sent is still to be read or done."""
        return self._line.is_busy or not self._line.sent.empty()

    def send(self, type_: str, **fields: Any) -> None:
        self._line.sent.put_nowait(json.dumps({"type": type_, **fields}))

    def hear(self, message: Message) -> None:
        server = self.browser.server
        server.heard += 1
        self.heard.append(Heard(next(server.clock), message))

    async def ask(self, type_: str, **fields: Any) -> Message:
        """Send a message, and return the last that comes of it."""
        self.send(type_, **fields)
        await self.browser.server.quiet()
        return self.heard[-1].message

    def last(self, *types: str) -> Message | None:
        """The last message of these types."""
        return next((each.message for each in reversed(self.heard) if each.message["type"] in types), None)

    @property
    def game(self) -> Message | None:
        """The match as this window was last shown it."""
        return self.last("snapshot", "update")

    async def close(self) -> None:
        self._line.sent.put_nowait(None)
        if self._served is not None:
            await self._served
