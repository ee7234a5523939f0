"""Two processes of one server without a network: their applications in this process, on one database.

Each has its own store, connections and memory, as processes have, and they hear of each other through the
database alone. What people ask of them runs in turns at each answer of the database, so that two acts which
begin together meet in the middle of what they do far more often than over a network.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec

from sevenfold.server.app import create_app
from sevenfold.server.errors import ApiError
from sevenfold.server.http.connection import Connection
from sevenfold.server.http.sending import AnySocket
from sevenfold.server.limits import Limits
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.statements import Row, Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.timings import USUAL, Timings
from sevenfold.testing.running import WAIT, Message

Fields = dict[str, Any]

NO_LIMITS = Limits(**dict.fromkeys(Limits.__struct_fields__))


class Process:
    """An application, and what it keeps in memory."""

    def __init__(self, settings: Settings) -> None:
        self.metrics = Metrics()
        self.app = cast("Any", create_app(settings, self.metrics))
        self.state = self.app._app.state

    @property
    def store(self) -> Store:
        store: Store = self.state.store
        return store


class House:
    """The processes of a server; on SQLite there can be one alone."""

    def __init__(self, processes: list[Process]) -> None:
        self.processes = processes
        self.store = processes[0].store
        self._made = 0

    async def person(self) -> "Person":
        """Somebody new, who uses the other process than the one before."""
        process = self.processes[self._made % len(self.processes)]
        self._made += 1
        person = Person(process)
        assert (await person.ask("POST", "/api/session")).status_code == 200
        person.id = (await self.rows("SELECT max(id) AS id FROM persons"))[0]["id"]
        return person

    async def rows(self, statement: str, **values: object) -> list[Row]:
        return await self.store.backend.rows(Statement(statement), values)


@asynccontextmanager
async def a_house(
    where: Path | str, folder: Path, timings: Timings = USUAL, **limits: Any
) -> AsyncIterator[House]:
    """A server with a folder for SQLite's file, or the URL of a database of PostgreSQL."""
    settings = Settings(
        data=folder,
        database_url=where if isinstance(where, str) else None,
        limits=msgspec.structs.replace(NO_LIMITS, **limits),
        static=folder / "static",
        timings=timings,
    )
    await migrate(settings.database)
    async with AsyncExitStack() as stack:
        processes = [Process(settings) for _ in range(2 if isinstance(where, str) else 1)]
        for process in processes:
            await stack.enter_async_context(process.app._app.lifespan())
        yield House(processes)


class Person:
    """Somebody with a browser at one of the processes."""

    id: int

    def __init__(self, process: Process) -> None:
        self.process = process
        transport = httpx.ASGITransport(app=process.app, client=("127.0.0.1", 1))
        self._http = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self._http.request(method, path, json=body)

    async def send(
        self, table: str, type_: str, fields: Callable[[Message], Fields], begin: Callable[[], Any]
    ) -> list[str]:
        """Open a socket, say hello, and send a message once it may `begin`. Return what was refused."""
        line = _Line(type_, fields, begin)
        try:
            opened = await self.process.state.tables.open(table, self.id)
            connection = Connection(
                cast(AnySocket, line), opened, self.id, self.process.metrics, lambda: None, lambda: False
            )
            async with connection.at_table():
                await connection.run()
        except ApiError as error:
            line.problems.append(error.code)
        return line.problems


class _Line:
    """What a `Connection` needs of a socket: it says hello, sends one message, and ends once that is done."""

    def __init__(self, type_: str, fields: Callable[[Message], Fields], begin: Callable[[], Any]) -> None:
        self._type, self._fields, self._begin = type_, fields, begin
        self._told: asyncio.Queue[Message] = asyncio.Queue()
        self._sent = 0
        self.problems: list[str] = []

    async def receive(self) -> Message:
        self._sent += 1
        if self._sent == 1:
            return _text({"type": "hello", "version": None})
        if self._sent == 2:
            first: Message = {}
            with suppress(TimeoutError):
                first = await asyncio.wait_for(self._told.get(), WAIT)
            await self._begin()
            return _text({"type": self._type, **self._fields(first)})
        return {"type": "websocket.disconnect"}

    async def send_data(self, data: bytes) -> None:
        message = json.loads(data)
        if message["type"] == "error":
            self.problems.append(message["code"])
        elif message["type"] in ("snapshot", "table"):
            self._told.put_nowait(message)


def _text(message: Message) -> Message:
    return {"type": "websocket.receive", "text": json.dumps(message)}
