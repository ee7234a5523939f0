"""The server under attack or load, by name: what the others feel, and what was refused.

All of it goes to the loopback address, bounded in number and time. Attackers come from 127.0.0.2 and players
from 127.0.0.1, as limits count by address.
"""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.room import Room
from sevenfold.core.log import Dealt
from sevenfold.server.limits import Limits

Figures = list[tuple[str, str]]
"""What was measured, and its value."""

HELLO = '{"type": "hello", "version": null}'

ATTACKER = "127.0.0.2"

HALF = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def http_from(address: str) -> httpx.AsyncClient:
    """A client that comes from this address of the loopback."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(transport=transport, timeout=60, trust_env=False)


class Visitor:
    """A guest from an address."""

    def __init__(self, room: Room, address: str = "127.0.0.1") -> None:
        self._room = room
        self._address = address
        self._cookie = ""

    async def make_table(self, **wanted: object) -> str:
        async with http_from(self._address) as http:
            if not self._cookie:
                answer = await http.post(f"{self._room.url}/api/session")
                self._cookie = answer.headers["set-cookie"].split(";")[0]
            body = {"game": "lockup", "pace": 0} | wanted
            headers = {"cookie": self._cookie}
            made = await http.post(f"{self._room.url}/api/tables", json=body, headers=headers)
        table: str = made.json()["id"]
        return table

    def socket(self, table: str) -> connect:
        return connect(
            f"{self._room.url.replace('http', 'ws')}/api/tables/{table}/socket",
            additional_headers={"Cookie": self._cookie},
            local_addr=(self._address, 0),
            open_timeout=60,
            proxy=None,
            compression=None,
        )


async def view_after(socket: ClientConnection, message: str) -> float:
    """Send, and the seconds until the next view."""
    sent = perf_counter()
    await socket.send(message)
    while json.loads(await socket.recv())["type"] not in ("snapshot", "update"):
        pass
    return perf_counter() - sent


async def felt_by_others(
    room: Room, attack: Callable[[], Awaitable[Figures]], others: int, think: float = 0.1
) -> Figures:
    """Attack while others ask for their view now and then: how long they wait, and what came of it."""
    waits: list[float] = []
    over = asyncio.Event()

    async def sit(socket: ClientConnection, seed: int) -> None:
        rng = Random(seed)
        while not over.is_set():
            waits.append(await view_after(socket, HELLO))
            await asyncio.sleep(rng.expovariate(1 / think))

    async with AsyncExitStack() as stack, asyncio.TaskGroup() as sitting:
        for seed in range(others):
            visitor = Visitor(room)
            socket = await stack.enter_async_context(visitor.socket(await visitor.make_table()))
            sitting.create_task(sit(socket, seed))
        await asyncio.sleep(1)
        calm = waits.copy()
        waits.clear()
        figures = await attack()
        over.set()
    return [
        ("others before, ms: median, 99th", in_ms(calm)),
        ("others meanwhile, ms: median, 99th", in_ms(waits)),
        *figures,
        ("tracebacks in the log", str(room.said.count("Traceback"))),
        ("bytes in the log", f"{len(room.said):,}"),
    ]


def in_ms(times: Sequence[float]) -> str:
    """The median and the 99th percentile."""
    if len(times) < 2:
        return "too few"
    return f"{median(times) * 1000:.1f}, {quantiles(times, n=100)[98] * 1000:.1f}"


# --- the runs -------------------------------------------------------------------------------------

UNLIMITED = Limits(**dict.fromkeys(Limits.__struct_fields__))


async def flood(room: Room, size: int) -> Figures:
    """One socket sends `size` hellos in one burst."""

    async def attack() -> Figures:
        visitor = Visitor(room, ATTACKER)
        async with visitor.socket(await visitor.make_table()) as socket:
            reading = asyncio.create_task(read_all(socket))
            sent = 0
            with suppress(ConnectionClosed):
                for sent in range(size):  # noqa: B007
                    await socket.send(HELLO)
                    await asyncio.sleep(0)  # to hear of the end
            await reading
        return [("hellos sent", f"{sent + 1:,}"), ("closed with", str(socket.close_code))]

    return await felt_by_others(room, attack, others=10)


async def read_all(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


async def half_requests(room: Room, size: int) -> Figures:
    """`size` connections of one address send half of a request and wait."""

    async def attack() -> Figures:
        ended = await asyncio.gather(*(half() for _ in range(size)))
        cut = [seconds for seconds in ended if seconds > 1]
        longest = max(cut, default=0)
        return [
            ("refused at once", str(len(ended) - len(cut))),
            ("waited and cut off", str(len(cut))),
            ("cut off after, s, at the most", f"{longest:.1f}"),
        ]

    async def half() -> float:
        began = perf_counter()
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", room.port, local_addr=(ATTACKER, 0), happy_eyeballs_delay=None
        )
        with suppress(ConnectionError):
            writer.write(HALF)
            await reader.read()
        writer.close()
        return perf_counter() - began

    return await felt_by_others(room, attack, others=5)


async def slow_readers(room: Room, size: int) -> Figures:
    """`size` sockets of ten guests send 400 messages each and never read."""

    async def attack() -> Figures:
        guests = [Visitor(room, ATTACKER) for _ in range(max(1, size // 20))]
        tables = [await guest.make_table() for guest in guests]
        outcomes = await asyncio.gather(
            *(deaf(guests[n % len(guests)], tables[n % len(guests)]) for n in range(size))
        )
        counted = {code: outcomes.count(code) for code in sorted(set(outcomes))}
        return [("sockets by their close code", ", ".join(f"{k}: {v}" for k, v in counted.items()))]

    async def deaf(guest: Visitor, table: str) -> int:
        try:
            async with guest.socket(table) as socket:
                socket.transport.pause_reading()
                with suppress(ConnectionClosed, TimeoutError):
                    async with asyncio.timeout(5):
                        for _ in range(400):
                            await socket.send(HELLO)
                        await asyncio.sleep(5)
                socket.transport.resume_reading()
                with suppress(ConnectionClosed, TimeoutError):
                    async with asyncio.timeout(15):
                        while True:
                            await socket.recv()
            return socket.close_code or 0
        except (OSError, EOFError, TimeoutError, WebSocketException):
            return 0

    return await felt_by_others(room, attack, others=10)


async def storm(room: Room, size: int, sockets_each: int = 5) -> Figures:
    """The server is killed, and all sockets of `size` tables come back at once while some play."""
    visitors = [Visitor(room) for _ in range(size)]
    tables = [await visitor.make_table() for visitor in visitors]
    played = [await play_some(visitor, table, 8) for visitor, table in zip(visitors, tables, strict=True)]
    room.kill()
    room.start()

    async def come_back(visitor: Visitor, table: str, version: int) -> tuple[float, bool]:
        began = perf_counter()
        async with visitor.socket(table) as socket:
            await socket.send(HELLO)
            while (news := json.loads(await socket.recv()))["type"] != "snapshot":
                pass
        return perf_counter() - began, news["version"] >= version

    async def attack() -> Figures:
        back = await asyncio.gather(
            *(
                come_back(visitor, table, version)
                for visitor, table, version in zip(visitors, tables, played, strict=True)
                for _ in range(sockets_each)
            )
        )
        return [
            ("sockets that came back", f"{len(back):,}"),
            ("to the snapshot, ms: median, 99th", in_ms([seconds for seconds, _ in back])),
            ("tables that lost a move", str(sum(not kept for _, kept in back))),
        ]

    return await felt_by_others(room, attack, others=10)


async def play_some(visitor: Visitor, table: str, moves: int) -> int:
    """Make some moves; the version that was told last."""
    async with visitor.socket(table) as socket:
        await socket.send(HELLO)
        version = made = 0
        while made < moves:
            news = json.loads(await socket.recv())
            if news["type"] not in ("snapshot", "update"):
                continue
            version = news["version"]
            if news["standing"]["result"] is not None:
                break
            if news["view"]["seat"] in news["view"]["acting"]:
                choices = news["choices"]
                move = ([each["text"] for each in choices["moves"]] or choices["cards"])[0]
                await socket.send(json.dumps({"type": "play", "version": version, "move": move}))
                made += 1
    return version


async def kills(room: Room, size: int) -> Figures:
    """The server is killed `size` times while ten tables are played; no move that was told may be gone."""
    visitors = [Visitor(room) for _ in range(10)]
    tables = [await visitor.make_table() for visitor in visitors]
    told = dict.fromkeys(tables, 0)
    lost = 0

    async def play_on(visitor: Visitor, table: str) -> None:
        with suppress(WebSocketException, OSError, EOFError, TimeoutError):
            told[table] = max(told[table], await play_some(visitor, table, 5))

    for number in range(size):
        playing = asyncio.gather(*map(play_on, visitors, tables))
        await asyncio.sleep(0.05 + 0.05 * (number % 7))
        room.kill()
        await playing
        room.start()
    with closing(sqlite3.connect(room.data / "sevenfold.db")) as database:
        logs = {table: log_numbers(database, table) for table in tables}
    for table, numbers in logs.items():
        lost += max(0, told[table] - len(numbers))
    gaps = sum(numbers != list(range(1, len(numbers) + 1)) for numbers in logs.values())
    return [
        ("kills", str(size)),
        ("entries in the logs", f"{sum(map(len, logs.values())):,}"),
        ("entries lost", str(lost)),
        ("logs with a gap or a double", str(gaps)),
    ]


def log_numbers(database: sqlite3.Connection, table: str) -> list[int]:
    rows = database.execute("SELECT seq FROM log WHERE table_id = ? ORDER BY seq", [table])
    return [row[0] for row in rows]


# --- the slow disk --------------------------------------------------------------------------------

ASKED = "AH 7H QH"
"""A hand that may call at LockSeven, and so is asked."""

NOT_ASKED = "AH 8H QH"


async def slow_disk(room: Room, size: int) -> Figures:
    """`size` windows of LockSeven's deal, half of them at tables where another person is asked and passes."""
    deals = max(1, size // 32)
    asked: list[float] = []
    others: list[float] = []
    for _ in range(deals):
        pair = await asyncio.gather(deal(room, ASKED), deal(room, NOT_ASKED))
        asked += pair[0]
        others += pair[1]
    return [
        ("windows", f"{len(asked) + len(others):,}"),
        ("where a person passes, ms: median, 99th", in_ms(asked)),
        ("where nobody is asked, ms: median, 99th", in_ms(others)),
        ("distance of the two, Kolmogorov and Smirnov", f"{distance(asked, others):.3f}"),
        ("what chance alone would give at 5 %", f"{1.36 * (2 / len(asked)) ** 0.5:.3f}"),
    ]


async def deal(room: Room, hand: str) -> list[float]:
    """How long each window of a deal is, as a watcher sees it."""
    host, other = Visitor(room), Visitor(room)
    table = await host.make_table(game="lockseven", pace=900)
    seat_together(room.data, table, await other.make_table(game="lockseven"), hand)
    times: list[float] = []
    async with host.socket(table) as watcher, other.socket(table) as passer:
        passing = asyncio.create_task(pass_always(passer))
        await watcher.send(HELLO)
        while len(times) < 14:
            news = json.loads(await watcher.recv())
            if news["type"] == "update":
                times.append(perf_counter())
        passing.cancel()
    return [after - before for before, after in pairwise(times)]


async def pass_always(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        await socket.send(HELLO)
        async for text in socket:
            news = json.loads(text)
            if news["type"] in ("snapshot", "update") and 1 in news["view"]["acting"]:
                await socket.send(json.dumps({"type": "play", "version": news["version"], "move": "wait"}))


def seat_together(data: Path, table: str, others: str, hand: str) -> None:
    """Give seat 1 to the guest of another table, and deal: nobody else has a seven."""
    hands = {"0": "AS KS QS", "1": hand, "2": "AC KC QC", "3": "AD KD QD"}
    dealt = msgspec.json.encode(Dealt(0, hands, "2S 3S 4S 5S 6S 8S 9S TS")).decode()
    with closing(sqlite3.connect(data / "sevenfold.db", timeout=10)) as database, database:
        database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [dealt, table])
        database.execute(
            "UPDATE seats SET bot = NULL, guest_id = (SELECT guest_id FROM seats WHERE table_id = ? "
            "AND seat = 0) WHERE table_id = ? AND seat = 1",
            [others, table],
        )


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest distance of the two shares of what is no longer than a time."""
    times = sorted({*one, *other})
    return max(abs(share(one, time) - share(other, time)) for time in times)


def share(values: Sequence[float], most: float) -> float:
    return sum(value <= most for value in values) / len(values)
