"""Persons who come to a server from an address of the loopback, make a table and open sockets to it."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from statistics import median, quantiles

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.served import Door
from sevenfold.core.standing import Standing
from sevenfold.server.protocol.from_server import Choices

Figures = list[tuple[str, str]]
"""What was measured, and its value."""

HELLO = '{"type": "hello", "version": null}'


class Seen(msgspec.Struct):
    """The part of a view that matters here."""

    seat: int | None
    acting: tuple[int, ...]


class News(msgspec.Struct):
    """The part of a snapshot or an update that matters here."""

    type: str
    code: str = ""
    values: dict[str, str] = {}
    version: int = 0
    since: int = 0
    view: Seen | None = None
    choices: Choices | None = None
    standing: Standing | None = None

    @property
    def to_act(self) -> bool:
        return self.view is not None and self.view.seat in self.view.acting

    @property
    def round_over(self) -> bool:
        return self.standing is not None and self.standing.result is not None


read_news = msgspec.json.Decoder(News).decode


class Visitor:
    """A person from an address."""

    def __init__(self, door: Door, address: str = "127.0.0.1") -> None:
        self.door = door
        self._address = address
        self.cookie = ""

    async def make_table(self, **wanted: object) -> str:
        """Make a table, of Lockup and without pauses unless told otherwise. Return its id."""
        transport = httpx.AsyncHTTPTransport(local_address=self._address, verify=False)
        async with httpx.AsyncClient(transport=transport, timeout=60) as http:
            await self.begin(http)
            body = {"game": "lockup", "pace": 0} | wanted
            headers = {"cookie": self.cookie}
            made = await http.post(f"{self.door.url}/api/tables", json=body, headers=headers)
        made.raise_for_status()
        table: str = made.json()["id"]
        return table

    async def begin(self, http: httpx.AsyncClient) -> None:
        """Open a session, unless there is one."""
        if not self.cookie:
            http.cookies.clear()  # of a person who began before
            answer = await http.post(f"{self.door.url}/api/session")
            answer.raise_for_status()
            self.cookie = answer.headers["set-cookie"].split(";")[0]

    def socket(self, table: str) -> connect:
        return connect(
            f"{self.door.socket_url}/api/tables/{table}/socket",
            additional_headers={"Cookie": self.cookie},
            local_addr=(self._address, 0),
            open_timeout=60,
            proxy=None,
            compression=None,
        )


async def play_some(visitor: Visitor, table: str, moves: int, think: float = 0) -> AsyncIterator[int]:
    """Make some moves, thinking up to twice `think` seconds for each. Yield each version that was told."""
    made = 0
    async with visitor.socket(table) as socket:
        await socket.send(HELLO)
        async for text in socket:
            news = read_news(text)
            if news.choices is None or news.standing is None:
                continue
            yield news.version
            if made == moves or news.standing.over:
                return
            if news.round_over:
                await socket.send(f'{{"type": "next_round", "version": {news.version}}}')
            elif news.to_act:
                if think:
                    await asyncio.sleep(random.uniform(0, 2 * think))
                move = ([each.text for each in news.choices.moves] or news.choices.cards)[0]
                await socket.send(f'{{"type": "play", "version": {news.version}, "move": "{move}"}}')
                made += 1


async def read_all(socket: ClientConnection) -> None:
    """Read until the socket is closed."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


def in_ms(times: Sequence[float]) -> str:
    """The median and the 99th percentile."""
    if len(times) < 2:
        return "too few"
    return f"{median(times) * 1000:.1f}, {quantiles(times, n=100)[98] * 1000:.1f}"
