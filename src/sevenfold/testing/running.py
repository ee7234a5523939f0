"""A real server as a process of its own, with a real database, and clients that talk to it."""

import json
import multiprocessing
import os
import random
import socket
import sqlite3
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import cycle
from logging import ERROR, getLogger
from multiprocessing.connection import Connection as SendPort
from pathlib import Path
from typing import Any, Protocol, Self, cast

import httpx
import msgspec
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sevenfold.core.log import Entry
from sevenfold.games import load_meta
from sevenfold.search import review
from sevenfold.server.limits import Limits
from sevenfold.server.rounds import evaluating, review_queue, reviews
from sevenfold.server.running.run import run
from sevenfold.server.settings import Settings
from sevenfold.server.storage import postgres, sqlite
from sevenfold.server.storage.schema import log, seats, tables
from sevenfold.server.timings import Timings
from sevenfold.testing.evaluating import judge_cheaply
from sevenfold.testing.postgres import PostgresConnection
from sevenfold.testing.stopped_clock import StoppedClock

Message = dict[str, Any]

PROCESSES = multiprocessing.get_context("forkserver")
"""Each server is forked from a process that has imported it: the import takes longer than many tests."""
PROCESSES.set_forkserver_preload(["sevenfold.testing.running", "sevenfold.testing.preloaded"])


def serve(
    data: Path,
    limits: Limits | None,
    settings: dict[str, Any],
    clock: StoppedClock,
    ready: SendPort,
) -> None:
    """Run a server: the main function of its process."""
    warnings.simplefilter("error")
    os.dup2(os.open(data / "stderr", os.O_WRONLY | os.O_APPEND), sys.stderr.fileno())
    review.WORLDS = settings.pop("worlds", FEW_WORLDS)
    # few worlds take little time, even by plain Python; its log would say why it plays
    getLogger("sevenfold.search.trials").setLevel(ERROR)
    reviews.POSSIBLE = frozenset({"missing"})
    evaluating.PROGRAM = "sevenfold.testing.evaluating"
    judge_cheaply()
    review_queue.EVALUATED = reviews.POSSIBLE if settings.pop("judges", True) else frozenset()
    clock.rule()
    for game, version in settings.pop("rules", {}).items():
        object.__setattr__(load_meta(game), "rules_version", version)
    if settings.pop("deaf", False):
        from sevenfold.server.tables.across.notices import PostgresBus

        PostgresBus.on_notice = ignore  # type: ignore[assignment]
    sqlite.BUSY = settings.pop("held_for", sqlite.BUSY)
    postgres.ANSWER_WITHIN = settings.pop("answer_within", WAIT)
    postgres.TIMEOUTS = dict.fromkeys(postgres.TIMEOUTS, 1000 * WAIT)
    run(Settings(data=data, port=0, static=data / "static", limits=limits, **settings), on_ready=ready.send)


def ignore(*_: object) -> None:
    """Stands in for `on_notice` where notices are lost."""


FEW_WORLDS = 20
"""In how many worlds a decision is judged where a test does not say."""

LONGEST_PAUSE = 10_000
"""In tests a bot takes as long as its pace says, in ms: with this pace it does not move during a test."""

WAIT = 60
"""How long to wait for anything, in seconds, before something must be wrong."""

WINDOW = 2000
"""How long claims are open, in ms, where a test does not say."""

PATIENT = Timings(
    claim_window=WINDOW,
    shortest_pause=LONGEST_PAUSE,
    result_shown=1000 * WAIT,
    host_away=1000 * WAIT,
    missed_after=1000 * WAIT,
    pong_within=WAIT,
    longest_request=2 * WAIT,
)
"""How long servers wait where a test does not say: a test that waits for the processor is still there."""


def looking_again(seconds: float = WAIT) -> Iterator[None]:
    """For a loop that is left with `break` when a condition holds. Raises TimeoutError after so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield
        time.sleep(0.005)  # what is waited for needs the processor too
    raise TimeoutError(f"not so within {seconds} seconds")


def free_port() -> int:
    """A port on which nobody listens, outside the range from which the system gives out ports."""
    with suppress(OSError), socket.create_server(("127.0.0.1", random.randrange(10_000, 32_000))) as free:
        port: int = free.getsockname()[1]
        return port
    return free_port()


class DatabaseConnection(Protocol):
    """A connection to a server's database as the tests use it, with `?` for each value."""

    def execute(self, statement: str, values: Any = ..., /) -> Any: ...

    def executemany(self, statement: str, values: Any, /) -> Any: ...

    def close(self) -> None: ...

    def __enter__(self) -> object: ...

    def __exit__(self, *_: Any) -> object: ...


class Server:
    """A server process; warnings are errors in it, and claims are open for two seconds.

    `settings` are further settings. Without a `database_url` it keeps its tables in SQLite.
    """

    def __init__(
        self,
        data: Path,
        limits: Limits | None = None,
        *,
        timings: Timings = PATIENT,
        database_url: str | None = None,
        clock: StoppedClock | None = None,
        **settings: Any,
    ) -> None:
        data.mkdir(exist_ok=True)
        self.data = data
        self.database_url = database_url
        self.clock = clock or StoppedClock(PROCESSES)
        settings |= {"database_url": database_url, "timings": timings}
        self._arguments = (data, limits, settings, self.clock)
        self._log = (data / "stderr").open("w+")
        self.start()

    def start(self) -> None:
        ready, port = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=serve, args=(*self._arguments, port), daemon=True)
        self._process.start()
        port.close()
        try:
            self.port = ready.recv()
        except EOFError:
            raise AssertionError(self.said) from None
        finally:
            ready.close()

    def next_process(self) -> "Server":
        """The process that the next person connects to."""
        return self

    @property
    def said(self) -> str:
        """What the server wrote to its log."""
        return (self.data / "stderr").read_text()

    def forget_said(self) -> str:
        """What the server wrote to its log, which is then emptied, so that the test does not fail for it."""
        said = self.said
        self._log.truncate(0)
        self._log.seek(0)
        return said

    @property
    def process_id(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def stop(self) -> None:
        """Stop as on Ctrl+C or by a service manager: it must end in order, with nothing in its log."""
        self._process.terminate()
        self._end()
        assert not self.said, self.said

    def kill(self) -> None:
        """End the process without a word, as `kill -9` does."""
        self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.join(WAIT)
        assert not self._process.is_alive()

    def close(self) -> None:
        try:
            if self._process.is_alive():
                self.stop()
        finally:
            self._log.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def database(self) -> DatabaseConnection:
        if self.database_url is not None:
            return PostgresConnection(self.database_url)
        return sqlite3.connect(self.data / "sevenfold.db")

    def kept(self, table: str | None = None) -> list[Any]:
        """All that the database has of a table; without a table, all persons and the ids of all tables, but
        for rematches: what tests played before begins one by itself, at any moment.
        """
        queries = (
            (
                "SELECT * FROM tables WHERE id = ?",
                "SELECT * FROM seats WHERE table_id = ? ORDER BY seat",
                "SELECT * FROM log WHERE table_id = ? ORDER BY seq",
            )
            if table is not None
            else (
                "SELECT * FROM persons ORDER BY id",
                "SELECT id FROM tables WHERE id NOT IN"
                " (SELECT rematch FROM tables WHERE rematch IS NOT NULL) ORDER BY id",
            )
        )
        with closing(self.database()) as connection:
            values = [] if table is None else [table]
            return [connection.execute(query, values).fetchall() for query in queries]

    def write_log(self, table: str, entries: Sequence[Entry]) -> None:
        """Replace the log of a table by this one. Its finished rounds are kept after the next start."""
        now = time.time_ns() // 1_000_000
        rows = [
            (table, seq, msgspec.json.encode(entry).decode(), now) for seq, entry in enumerate(entries, 1)
        ]
        with closing(self.database()) as connection, connection:
            if self.database_url is not None:  # bots may move meanwhile
                connection.execute("LOCK TABLE log IN EXCLUSIVE MODE", [])
            connection.execute("DELETE FROM log WHERE table_id = ?", [table])
            connection.executemany("INSERT INTO log (table_id, seq, entry, at) VALUES (?, ?, ?, ?)", rows)
            connection.execute("DELETE FROM not_kept WHERE table_id = ?", [table])
            connection.execute("INSERT INTO not_kept (table_id, seq) VALUES (?, ?)", [table, len(rows)])

    def copy(self, table: str) -> str:
        """Another table with the same seed, seats and log."""
        copy = table[::-1]
        with closing(self.database()) as connection, connection:
            for kind, key in ((tables, "id"), (seats, "table_id"), (log, "table_id")):
                others = ", ".join(column.name for column in kind.columns if column.name != key)
                connection.execute(
                    f"INSERT INTO {kind} ({key}, {others}) SELECT ?, {others} FROM {kind} WHERE {key} = ?",
                    [copy, table],
                )
        return copy


class Pair(Server):
    """Two processes on one database: persons connect to them in turn.

    Cards may be claimed for a little longer, as a person at the other process is known a little later.
    """

    def __init__(self, data: Path, database_url: str, *, timings: Timings = PATIENT, **settings: Any) -> None:
        settings |= {"database_url": database_url, "timings": replace(timings, card_window=300)}
        super().__init__(data, **settings)
        self.other = Server(data / "other", clock=self.clock, **settings)
        self._processes = cycle((self, self.other))

    def next_process(self) -> Server:
        return next(self._processes)

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.other.close()


class Socket:
    """A client's connection to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def send(self, type_: str, **fields: Any) -> None:
        self.send_raw(json.dumps({"type": type_, **fields}))

    def send_raw(self, data: str | bytes) -> None:
        self._connection.send(data)

    def receive_raw(self) -> bytes:
        """The next message, byte by byte."""
        return self._connection.recv(WAIT, decode=False)

    def receive(self, *types: str) -> Message:
        """The next message of these types; others are skipped. With no types, the next message of any."""
        while True:
            message: Message = json.loads(self.receive_raw())
            if not types or message["type"] in types:
                return message

    def hello(self, version: int | None = None) -> Message:
        """Say hello with the version that the client has; returns the whole table, or what has come since."""
        self.send("hello", version=version)
        return self.receive("snapshot", "error", *(["update"] if version is not None else []))

    def ask(self, type_: str, *answers: str, **fields: Any) -> Message:
        """Send a message and wait for an answer of these types."""
        self.send(type_, **fields)
        return self.receive(*answers)

    def leave(self) -> None:
        """Close it, as a browser does that is closed."""
        self._connection.close()

    @property
    def close_code(self) -> int | None:
        """Wait for the server to close, and say with which code."""
        with suppress(ConnectionClosed):
            while True:
                self._connection.recv(WAIT)
        return self._connection.close_code


class Person:
    """Somebody with a browser, at an address of the loopback."""

    def __init__(self, server: Server, *, session: bool = True, address: str = "127.0.0.1") -> None:
        self._server = server.next_process()
        self._address = address
        # close idle connections long before the server does, which could close one just as it is used
        kept = httpx.Limits(keepalive_expiry=1)
        transport = httpx.HTTPTransport(verify=False, local_address=address, limits=kept)
        self.http = httpx.Client(timeout=WAIT, transport=transport)
        if session:
            self.post("/session").raise_for_status()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def url(self) -> str:
        """The address of their server."""
        return self._server.url

    def get(self, path: str) -> httpx.Response:
        return self.http.get(f"{self._server.url}/api{path}")

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"{self._server.url}/api{path}", json=body)

    def put(self, path: str, **body: Any) -> httpx.Response:
        return self.http.put(f"{self._server.url}/api{path}", json=body)

    def delete(self, path: str) -> httpx.Response:
        return self.http.delete(f"{self._server.url}/api{path}")

    def create(self, **wanted: Any) -> Message:
        """A new table; its bots do not pause unless a pace is given."""
        answer = self.post("/tables", **({"game": "lockup", "pace": 0} | wanted))
        assert answer.status_code == 201, answer.text
        table: Message = answer.json()
        return table

    @contextmanager
    def socket(self, table: str, **headers: str) -> Iterator[Socket]:
        with self._connected(f"/tables/{table}/socket", headers) as connection:
            yield Socket(connection)

    @contextmanager
    def watching(self, event: str) -> Iterator[Callable[[], Message]]:
        """Look at an event: what is called waits for it as it is sent next."""
        with self._connected(f"/events/{event}/socket", {}) as connection:
            yield lambda: cast(Message, json.loads(connection.recv(WAIT)))

    def _connected(self, path: str, headers: dict[str, str]) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = ({"Cookie": cookies} if cookies else {}) | headers
        url = f"ws://127.0.0.1:{self._server.port}/api{path}"
        source = (self._address, 0)
        return connect(url, additional_headers=sent, proxy=None, open_timeout=WAIT, source_address=source)


def to_act(message: Message) -> bool:
    """Whether the seat that a snapshot or update is for is to act."""
    return message["view"]["seat"] in message["view"]["acting"]


def wait_for_turn(socket: Socket, message: Message) -> Message:
    """Wait until this client's seat is to act; returns the message that says so."""
    while not to_act(message):
        message = socket.receive("update")
    return message


def comparable(message: Message) -> Message:
    """A message with the whole time for claims in place of what was left of it when it was sent."""
    if claims := message.get("claims"):
        assert 0 <= claims["left"] <= claims["length"]
        return message | {"claims": claims["length"]}
    return message


def texts_of(choices: Message) -> list[str]:
    """The moves offered, by their texts."""
    return [move["text"] for move in choices["moves"]]


def any_move(message: Message) -> str:
    """A legal move from the choices in a message: one that takes no cards, or else the first card.

    A joker that is led in Trump 7's leaster names spades (T7-5.3).
    """
    choices, view = message["choices"], message["view"]
    move: str = (texts_of(choices) or choices["cards"])[0]
    return "JK S" if move == "JK" and view.get("leaster") and not view["table"] else move


def play_round(socket: Socket, message: Message) -> list[Message]:
    """Play to the end of the round; returns all updates that came."""
    updates = []
    while message["standing"]["result"] is None:
        if to_act(message):
            socket.send("play", version=message["version"], move=any_move(message))
        message = socket.receive("update")
        updates.append(message)
    return updates
