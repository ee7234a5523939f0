"""The server under attack or load: how long others wait meanwhile, and what is refused.

All of it goes to the loopback address, and is bounded in number and time. Attackers are a process of their
own and come from 127.0.0.2, players from 127.0.0.1, since limits count by address.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, closing, suppress
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.play import Player, Times, playing
from bench.served import BenchServer, Door, elsewhere
from bench.visitors import HELLO, Figures, Visitor, in_ms, play_some, read_all

ATTACKER = "127.0.0.2"

HALF = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n"

CALM = 3.0
"""How long the others play before an attack, in seconds."""


async def felt_by_others(
    server: BenchServer,
    attack: Callable[..., Coroutine[Any, Any, Figures]],
    *arguments: object,
    others: int = 10,
) -> Figures:
    """Attack from another process while others play: how long their moves take, and what came of it."""
    players = [Player(Visitor(server.door), seed, think=0.1) for seed in range(others)]
    async with elsewhere() as run, playing(players) as take_times:
        await asyncio.sleep(CALM)
        calm = take_times()
        before = server.cpu_seconds
        with server.profiled():
            figures: Figures = await run(attack, server.door, *arguments)
        used, meanwhile = server.cpu_seconds - before, take_times()
    return [
        *felt("before", calm),
        *felt("meanwhile", meanwhile),
        *figures,
        ("the server's CPU meanwhile, s", f"{used:.1f}"),
        *said(server),
    ]


def felt(when: str, times: Times) -> Figures:
    return [(f"others' moves {when}, ms: median, 99th", f"{in_ms(times.shown)} of {len(times.shown):,}")]


def said(server: BenchServer) -> Figures:
    return [
        ("tracebacks in the log", str(server.said.count("Traceback"))),
        ("bytes in the log", f"{len(server.said):,}"),
    ]


# --- one address, all that it can send --------------------------------------------------------------


async def flood(server: BenchServer, size: int) -> Figures:
    """One socket sends `size` hellos in one burst."""
    return await felt_by_others(server, _flood, size)


async def _flood(door: Door, size: int) -> Figures:
    visitor = Visitor(door, ATTACKER)
    async with visitor.socket(await visitor.make_table()) as socket:
        reading = asyncio.create_task(read_all(socket))
        sent = 0
        with suppress(ConnectionClosed):
            for sent in range(size):  # noqa: B007
                await socket.send(HELLO)
                await asyncio.sleep(0)  # to hear of the end
        await reading
    return [("hellos sent", f"{sent + 1:,}"), ("closed with", str(socket.close_code))]


async def half_requests(server: BenchServer, size: int) -> Figures:
    """`size` connections of one address send half of a request and wait."""
    return await felt_by_others(server, _half_requests, size)


async def _half_requests(door: Door, size: int) -> Figures:
    ended = await asyncio.gather(*(_half_request(door) for _ in range(size)))
    cut = [seconds for seconds in ended if seconds is not None]
    longest = max(cut, default=0)
    return [
        ("refused at once", str(len(ended) - len(cut))),
        ("waited and cut off", str(len(cut))),
        ("cut off after, s, at the most", f"{longest:.1f}"),
    ]


async def _half_request(door: Door) -> float | None:
    """The seconds until it was cut off; None if it was refused at once."""
    began = perf_counter()
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", door.port, local_addr=(ATTACKER, 0), happy_eyeballs_delay=None
    )
    answer = b""
    with suppress(ConnectionError):
        writer.write(HALF)
        answer = await reader.read()
    writer.close()
    return perf_counter() - began if answer.startswith(b"HTTP/1.1 408") else None


SOCKETS_EACH = 20
"""How many sockets each person who does not read has."""

PERSONS_AN_ADDRESS = 20
"""With SOCKETS_EACH, these have as many sockets as an address may have."""

HELLOS_EACH = 400


async def slow_readers(server: BenchServer, size: int, seconds: float = 5) -> Figures:
    """`size` sockets send 400 messages each and read nothing for some seconds."""
    return await felt_by_others(server, _slow_readers, size, seconds)


async def _slow_readers(door: Door, size: int, seconds: float) -> Figures:
    numbers = range(max(1, size // SOCKETS_EACH))
    persons = [Visitor(door, f"127.0.0.{2 + n // PERSONS_AN_ADDRESS}") for n in numbers]
    tables = [await person.make_table() for person in persons]
    codes = await asyncio.gather(
        *(_slow_reader(persons[n % len(persons)], tables[n % len(persons)], seconds) for n in range(size))
    )
    return [("sockets by their close code, or why they did not open", counted(codes))]


def counted(codes: Sequence[object]) -> str:
    return ", ".join(f"{code}: {number}" for code, number in Counter(codes).most_common())


async def _slow_reader(person: Visitor, table: str, seconds: float) -> int | str | None:
    try:
        async with person.socket(table) as socket:
            socket.transport.pause_reading()
            with suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(seconds):
                    for _ in range(HELLOS_EACH):
                        await socket.send(HELLO)
                    await asyncio.sleep(seconds)
            socket.transport.resume_reading()
            with suppress(TimeoutError):
                async with asyncio.timeout(15):
                    await read_all(socket)
        return socket.close_code
    except (OSError, EOFError, TimeoutError, WebSocketException) as error:
        return type(error).__name__


# --- killed, and all come back ----------------------------------------------------------------------


PLAYED_AT_ONCE = 16
"""How many tables are prepared for the storm at the same time."""


async def storm(server: BenchServer, size: int, sockets_each: int = 5) -> Figures:
    """The server is killed, and all sockets of `size` tables come back at once while some play."""
    visitors = [Visitor(server.door) for _ in range(size)]
    at_once = asyncio.Semaphore(PLAYED_AT_ONCE)

    async def play(visitor: Visitor) -> tuple[str, int]:
        async with at_once:
            table = await visitor.make_table()
            return table, max([version async for version in play_some(visitor, table, 8)])

    tables, played = zip(*await asyncio.gather(*map(play, visitors)), strict=True)
    server.kill()
    server.start()
    for visitor in visitors:
        visitor.door = server.door
    return await felt_by_others(server, _storm, visitors, tables, played, sockets_each)


async def _storm(
    _door: Door,
    visitors: Sequence[Visitor],
    tables: Sequence[str],
    played: Sequence[int],
    sockets_each: int,
) -> Figures:
    there = asyncio.Barrier(len(visitors) * sockets_each)
    back = await asyncio.gather(
        *(
            _come_back(visitor, table, version, there)
            for visitor, table, version in zip(visitors, tables, played, strict=True)
            for _ in range(sockets_each)
        )
    )
    return [
        ("sockets that came back", f"{len(back):,}"),
        ("to the snapshot, ms: median, 99th", in_ms([each.seconds for each in back])),
        ("cut off before it, and came again", str(sum(each.cut_off for each in back))),
        ("tables that lost a move", str(sum(each.version < each.told for each in back))),
    ]


class Back(NamedTuple):
    """A socket that came back: the seconds until its snapshot, and its version in the snapshot and before."""

    seconds: float
    version: int
    told: int
    cut_off: int


async def _come_back(visitor: Visitor, table: str, told: int, there: asyncio.Barrier) -> Back:
    """Come back as the page does: try again if cut off, and stay; here until all are there."""
    began, cut_off = perf_counter(), 0
    while True:
        try:
            async with visitor.socket(table) as socket:
                await socket.send(HELLO)
                while (news := json.loads(await socket.recv()))["type"] != "snapshot":
                    pass
                back = Back(perf_counter() - began, news["version"], told, cut_off)
                await there.wait()
                return back
        except ConnectionClosed:
            cut_off += 1


# --- what fails while many play -----------------------------------------------------------------------


class Persistent:
    """A person who plays on whatever happens, with whichever process answers, one table after the other."""

    def __init__(self, server: BenchServer, think: float = 0.05) -> None:
        self._server = server
        self._think = think
        self.told: dict[str, int] = {}
        """The last version that they were told of, by table."""
        self.moved = asyncio.Event()
        """Set whenever they are told of something new."""

    async def play(self) -> None:
        """Play until told to end."""
        table = None
        while True:
            visitor = Visitor(self._server.door)
            visitor.cookie = self._cookie
            with suppress(*AWAY):
                if table is None:
                    table = await visitor.make_table()
                    self._cookie = visitor.cookie
                async for version in play_some(visitor, table, 10_000, self._think):
                    self.told[table] = max(version, self.told.get(table, 0))
                    self.moved.set()
                table = None  # the match is over
            await asyncio.sleep(0.1)

    _cookie = ""


AWAY = (WebSocketException, OSError, EOFError, TimeoutError, httpx.HTTPError)
"""What a client sees of a server that was killed, or whose database is away."""


@asynccontextmanager
async def persistent(server: BenchServer, number: int) -> AsyncIterator[list[Persistent]]:
    """This many persistent players, who play until the context ends."""
    players = [Persistent(server) for _ in range(number)]
    async with asyncio.TaskGroup() as tasks:
        playing = [tasks.create_task(player.play()) for player in players]
        await all_moved(players)
        yield players
        for task in playing:
            task.cancel()


async def all_moved(players: Sequence[Persistent]) -> float:
    """Wait until everybody is told of something new. Return how long that took, in seconds."""
    began = perf_counter()
    for player in players:
        player.moved.clear()
    async with asyncio.timeout(STUCK_AFTER):
        for player in players:
            await player.moved.wait()
    return perf_counter() - began


STUCK_AFTER = 60
"""Seconds after which something must be wrong."""


def kept(server: BenchServer, players: Sequence[Persistent], went_on: Sequence[float]) -> Figures:
    """How much of what players were told the logs have, and how long it took until everybody played again."""
    told = {table: version for player in players for table, version in player.told.items()}
    logs = logs_of(server, list(told))
    gaps = sum(numbers != list(range(1, len(numbers) + 1)) for numbers in logs.values())
    return [
        ("entries in the logs", f"{sum(map(len, logs.values())):,}"),
        ("entries lost", str(sum(max(0, told[table] - len(logs[table])) for table in told))),
        ("logs with a gap or a double", str(gaps)),
        ("until everybody played again, s: median, longest", f"{median(went_on):.1f}, {max(went_on):.1f}"),
        *said(server),
    ]


async def kills(server: BenchServer, size: int, players: int = 10) -> Figures:
    """One of the server's processes is killed, `size` times, while tables are played; no move may be gone."""
    went_on = []
    async with persistent(server, players) as playing:
        for number in range(size):
            await asyncio.sleep(0.1 * (number % 7))
            await asyncio.to_thread(server.kill_one, number)
            went_on.append(await all_moved(playing))
    return [("kills", str(size)), *kept(server, playing, went_on)]


async def stop_database(server: BenchServer, size: int, players: int = 10) -> Figures:
    """The database is stopped for `size` seconds while tables are played."""
    assert server.cluster is not None
    async with persistent(server, players) as playing:
        await asyncio.sleep(CALM)
        await asyncio.to_thread(server.cluster.stop)
        await asyncio.sleep(size)
        await asyncio.to_thread(server.cluster.start)
        went_on = [await all_moved(playing)]
    return [("seconds without a database", str(size)), *kept(server, playing, went_on)]


def logs_of(server: BenchServer, tables: Sequence[str]) -> dict[str, list[int]]:
    """The numbers of the entries of each table's log."""
    query = "SELECT seq FROM log WHERE table_id = ? ORDER BY seq"
    with closing(server.database()) as database:
        return {table: [seq for (seq,) in database.execute(query, [table])] for table in tables}


# --- told to stop -----------------------------------------------------------------------------------


SOCKETS_A_TABLE = 4


async def drain(server: BenchServer, size: int, think: float = 4) -> Figures:
    """The server is told to stop while `size` sockets are open, four at a table, one of which plays."""
    visitors = [Visitor(server.door) for _ in range(max(1, size // SOCKETS_A_TABLE))]
    tables = [await visitor.make_table() for visitor in visitors]
    told = dict.fromkeys(tables, 0)
    codes: list[int | None] = []
    coming, came = asyncio.Semaphore(50), asyncio.Semaphore(0)

    async def listen(visitor: Visitor, table: str) -> None:
        await coming.acquire()
        async with visitor.socket(table) as socket:
            await socket.send(HELLO)
            await socket.recv()
            coming.release()
            came.release()
            await read_all(socket)
            codes.append(socket.close_code)

    async def play_on(visitor: Visitor, table: str) -> None:
        await coming.acquire()
        try:
            async for version in play_some(visitor, table, 10_000, think):
                if not told[table]:
                    coming.release()
                    came.release()
                told[table] = version
        except ConnectionClosed as error:
            codes.append(error.rcvd.code if error.rcvd else None)

    async with asyncio.TaskGroup() as sockets:
        for visitor, table in zip(visitors, tables, strict=True):
            sockets.create_task(play_on(visitor, table))
            for _ in range(SOCKETS_A_TABLE - 1):
                sockets.create_task(listen(visitor, table))
        for _ in range(SOCKETS_A_TABLE * len(tables)):
            await came.acquire()
        began = perf_counter()
        exit_code = await asyncio.to_thread(server.stop)
        seconds = perf_counter() - began
    logs = logs_of(server, tables)
    return [
        ("sockets by their close code", counted(codes)),
        ("the server ended after, s", f"{seconds:.1f}"),
        ("its exit code", str(exit_code)),
        ("tables that lost a move", str(sum(told[table] > len(logs[table]) for table in tables))),
        *said(server),
    ]
