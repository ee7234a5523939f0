"""What holds of every address that the server answers, found by walking through the application's routes."""

import asyncio
import gzip
import inspect
import json
import re
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx
import msgspec
import pytest
import structlog
from litestar._asgi.asgi_router import ASGIRouter
from litestar.routes import HTTPRoute

from bench.loop import fill_day, fill_event, fill_tables
from sevenfold.server.app import PROVIDED, create_app
from sevenfold.server.http.edge import API, PUBLIC, SERVER_TIME
from sevenfold.server.http.routes import LIMIT
from sevenfold.server.limits import Limited, Limits, Rate
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.sqlite import SqliteBackend
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing import crowds
from sevenfold.testing.running import Person

T = TypeVar("T")


def routes(method: str) -> list[str]:
    """The addresses that take a method, with their parameters in braces."""
    app = create_app(Settings(data=Path("unused")), Metrics())._app
    return sorted(route.path for route in app.routes if method in getattr(route, "methods", ()))  # type: ignore[attr-defined]


def filled_in(path: str, table: str, key: str) -> str:
    """An address with values for its parameters."""
    values = {
        "game": "lockup",
        "table": table,
        "key": key,
        "page": "privacy",
        "path": "favicon.svg",
        "round_id": f"{table}.1",
        "board": "0",
        "event": "0",
        "date": "2026-11-27",
    }
    for name, value in values.items():
        for kind in ("str", "path"):
            path = path.replace(f"{{{name}:{kind}}}", value)
    assert "{" not in path, path
    return path


KEY = "k3yk3yk3y"

OWN = {"date", "x-request-id", SERVER_TIME}
"""Headers that differ from answer to answer."""


@pytest.mark.parametrize("path", routes("GET"))
def test_head_is_answered_as_get_is_without_the_body(person: Person, path: str) -> None:
    table = person.create(friends=True)
    url = person.url + filled_in(path, table["id"], table["link"].rpartition("/")[2])
    get, head = person.http.get(url), person.http.head(url)

    assert head.status_code == get.status_code
    assert head.content == b""
    assert {name: value for name, value in head.headers.items() if name not in OWN} == {
        name: value for name, value in get.headers.items() if name not in OWN
    }


def pattern(path: str) -> str:
    """The pattern of a route as it is logged, without the types of its parameters."""
    return re.sub(r":[a-z]+\}", "}", path)


@pytest.mark.parametrize("path", [path for path in routes("GET") if path.startswith(API)])
def test_an_answer_of_the_api_is_kept_by_no_cache_unless_it_is_public(person: Person, path: str) -> None:
    table = person.create(friends=True)
    url = person.url + filled_in(path, table["id"], table["link"].rpartition("/")[2])
    headers = person.http.get(url).headers

    is_public = pattern(path) in PUBLIC
    assert (headers.get("cache-control") == "no-store") != is_public
    assert (SERVER_TIME in headers) != is_public


def test_what_is_public_is_no_answer_to_somebody() -> None:
    """A route that asks who somebody is, or looks at tables and events, is not public."""
    app = create_app(Settings(data=Path("unused")), Metrics())._app
    handlers = [
        handler
        for route in app.routes  # type: ignore[attr-defined]
        if isinstance(route, HTTPRoute) and route.path_format in PUBLIC
        for handler in route.route_handlers
        if "GET" in handler.http_methods
    ]
    asked_for = {
        name for handler in handlers for name in inspect.signature(handler.fn).parameters if name in PROVIDED
    }

    assert {route.path_format for route in app.routes} >= PUBLIC  # type: ignore[attr-defined]
    assert len(handlers) == len(PUBLIC)
    assert asked_for == set()


def test_what_is_refused_before_or_nowhere_found_is_kept_by_no_cache(person: Person) -> None:
    answers = [
        person.http.get(person.url + path)
        for path in ("/api/nothing", "/api/tables/%00", "/api/" + "x" * 2000)
    ]
    answers.append(person.http.get(f"{person.url}/api/games", headers={"host": "x.example"}))
    assert [answer.status_code for answer in answers] == [404, 400, 414, 421]
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


FAILING = [(method, path) for method in ("GET", "POST", "PUT", "DELETE") for path in routes(method)]


def test_a_request_that_fails_is_logged_by_its_route_and_never_by_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads the log gets no link by it."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("it broke")

    def fail_before(*_: object, **__: object) -> None:
        raise RuntimeError("it broke at once")

    async def ask_all(server: WholeServer) -> list[str]:
        for method, path in FAILING:
            url = re.sub(r"\{\w+:\w+\}", KEY, re.sub(r"\{\w+:int\}", "1", path))
            await server.http.request(method, url)
        return [json.dumps(line, default=repr) for line in logged]

    monkeypatch.setattr(HTTPRoute, "handle", fail)
    with structlog.testing.capture_logs() as logged:
        by_route = WholeServer(tmp_path / "a").run(ask_all)
    monkeypatch.setattr(ASGIRouter, "__call__", fail_before)
    with structlog.testing.capture_logs() as logged:
        before = WholeServer(tmp_path / "b").run(ask_all)

    for lines in by_route, before:
        failed = [line for line in lines if "request failed" in line]
        assert len(failed) >= len(FAILING)
        assert [line for line in lines if KEY in line] == []
    assert any('"/api/invitations/{key}"' in line for line in by_route)


@pytest.mark.parametrize("path", sorted(set(routes("POST")) - set(routes("GET"))))
def test_head_of_what_cannot_be_got_is_refused_as_get_is(person: Person, path: str) -> None:
    url = person.url + path.replace("{number:int}", "1").replace("{seat:int}", "0")
    assert person.http.head(url).status_code == person.http.get(url).status_code == 405


# --- what an answer costs -----------------------------------------------------------------------------


CHEAP = 12_000
"""How many calls of functions an answer may take, on the event loop and in threads: some 4 ms.

Drawing a QR code takes 100,000, and making the schema of the API as many.
"""

PACKED_AT_MOST = 160_000
"""How many bytes may be compressed anew for one answer: the greatest take 3 ms."""


class Cost(NamedTuple):
    """The status of an answer, the calls that it took, and the bytes that were compressed for it."""

    status: int
    calls: int
    packed: int


class WholeServer:
    """The application in this process, and a person with as many tables as a list has."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(data=folder, limits=None, static=folder / "static")
        (folder / "static" / "assets").mkdir(parents=True)
        (folder / "static" / "index.html").write_text('<html><img src="/share.jpg"></html>')
        script = "\n".join(f"export const a{number} = {number}" for number in range(20_000))
        (folder / "static" / "assets" / "big.js").write_text(script)
        self._calls = self._packed = 0

    def run(self, work: Callable[["WholeServer"], Awaitable[T]]) -> T:
        async def with_server() -> T:
            await migrate(self.settings.database)
            app = create_app(self.settings, Metrics())
            transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))  # type: ignore[arg-type]
            async with (
                app._app.lifespan(),  # type: ignore[attr-defined]
                httpx.AsyncClient(transport=transport, base_url="http://localhost") as self.http,
            ):
                await self.http.post("/api/session")
                return await work(self)

        threading.setprofile(self._count)  # also of threads that are reused
        try:
            return asyncio.run(with_server())
        finally:
            threading.setprofile(None)

    def _count(self, _frame: object, event: str, _arg: object) -> None:
        self._calls += event in ("call", "c_call")

    async def cost(self, method: str, path: str, body: object = None) -> Cost:
        """What it costs to ask for this, after it was asked for once before."""
        await self.http.request(method, path, json=body)
        self._calls = self._packed = 0
        sys.setprofile(self._count)
        try:
            answer = await self.http.request(method, path, json=body)
        finally:
            sys.setprofile(None)
        return Cost(answer.status_code, self._calls, self._packed)

    def count_packed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write, compress = gzip.GzipFile.write, gzip.compress

        def counted_write(file: gzip.GzipFile, data: bytes) -> int:
            self._packed += len(data)
            return write(file, data)

        def counted_compress(data: bytes, *args: Any, **more: Any) -> bytes:
            self._packed += len(data)
            return compress(data, *args, **more)

        monkeypatch.setattr(gzip.GzipFile, "write", counted_write)
        monkeypatch.setattr(gzip, "compress", counted_compress)


LESSON = {"made": [], "message": {"type": "hello", "version": None}}

DEAREST: dict[tuple[str, str], tuple[str, object]] = {
    ("GET", "/"): ("/", None),
    ("GET", "/{path:path}"): ("/assets/big.js", None),
    ("GET", "/healthz"): ("/healthz", None),
    ("GET", "/readyz"): ("/readyz", None),
    ("GET", "/api/docs"): ("/api/docs", None),
    ("GET", "/api/docs/{path:str}"): ("/api/docs/nothing", None),
    ("GET", "/api/docs/openapi.json"): ("/api/docs/openapi.json", None),
    ("GET", "/api/openapi.json"): ("/api/openapi.json", None),
    ("GET", "/api/games"): ("/api/games", None),
    ("GET", "/api/events/advice"): ("/api/events/advice", None),
    ("GET", "/api/games.css"): ("/api/games.css", None),
    ("GET", "/api/games/{game:str}/picture"): ("/api/games/lockup/picture", None),
    ("GET", "/api/network"): ("/api/network", None),
    ("GET", "/api/notice"): ("/api/notice", None),
    ("GET", "/api/games/{game:str}/rules"): ("/api/games/lockseven/rules?language=ja", None),
    ("GET", "/api/games/{game:str}/guide"): ("/api/games/seven_bridge/guide?language=ja", None),
    ("GET", "/api/games/{game:str}/glossary"): ("/api/games/seven_bridge/glossary?language=ja", None),
    ("GET", "/api/games/{game:str}/texts"): ("/api/games/lockseven/texts?language=ja", None),
    ("GET", "/api/games/{game:str}/lessons"): ("/api/games/lockseven/lessons?language=ja", None),
    ("GET", "/api/session"): ("/api/session", None),
    ("GET", "/api/words/{page:str}"): ("/api/words/privacy?language=ja", None),
    ("GET", "/api/words/welcome"): ("/api/words/welcome", None),
    ("GET", "/api/tables/{table:str}"): ("/api/tables/{table}", None),
    ("GET", "/api/browsers/link"): ("/api/browsers/link", None),
    ("GET", "/api/browser_links/{key:str}"): ("/api/browser_links/{key}", None),
    ("GET", "/api/invitations/{key:str}"): ("/api/invitations/{key}", None),
    ("POST", "/api/games/{game:str}/lessons/{lesson:str}/{step:str}"): (
        "/api/games/lockseven/lessons/tricks/check_b",
        LESSON,
    ),
    ("POST", "/api/games/{game:str}/practice/{number:int}"): (
        "/api/games/lockup/practice/1",
        {"message": {"type": "hello", "version": None}},
    ),
    ("GET", "/api/door"): ("/api/door", None),
    ("POST", "/api/door"): ("/api/door", {"word": "anchor"}),
    ("GET", "/api/introductions/{key:str}"): ("/api/introductions/{key}", None),
    ("DELETE", "/api/introductions/{introduction:int}"): ("/api/introductions/1", None),
    ("POST", "/api/invitations/{key:str}"): ("/api/invitations/{key}", {"name": "Aki"}),
    ("POST", "/api/session"): ("/api/session", None),
    ("PUT", "/api/session"): ("/api/session", {"name": "Aki"}),
}
"""By method and route, what takes longest to answer."""

LIMITED: dict[tuple[str, str], Limited] = {
    ("GET", "/api/open_tables"): Limited.LISTS,
    ("GET", "/api/tables"): Limited.LISTS,
    ("GET", "/api/rounds/{round_id:str}"): Limited.ROUNDS,
    ("GET", "/api/rounds/{round_id:str}/record"): Limited.ROUNDS,
    ("POST", "/api/rounds/open"): Limited.ROUNDS,
    ("POST", "/api/rounds/{round_id:str}/link"): Limited.ROUNDS,
    ("POST", "/api/rounds/{round_id:str}/tables"): Limited.TABLES,
    ("POST", "/api/rounds/{round_id:str}/again"): Limited.TABLES,
    ("GET", "/api/boards/{board:str}"): Limited.ROUNDS,
    ("POST", "/api/rounds/{round_id:str}/cards"): Limited.ROUNDS,
    ("GET", "/api/cards/{key:str}"): Limited.ROUNDS,
    ("GET", "/api/today"): Limited.LISTS,
    ("GET", "/api/today/{date:str}"): Limited.LISTS,
    ("POST", "/api/today/{game:str}/{number:int}/tables"): Limited.TABLES,
    ("POST", "/api/cards/{key:str}/tables"): Limited.TABLES,
    ("POST", "/api/rounds/{round_id:str}/what-if"): Limited.BRANCHES,
    ("GET", "/api/rounds/{round_id:str}/review"): Limited.REVIEWS,
    ("POST", "/api/rounds/{round_id:str}/review"): Limited.REVIEWS,
    ("POST", "/api/rounds/{round_id:str}/review/try"): Limited.TRIES,
    ("POST", "/api/rounds/{round_id:str}/reports"): Limited.REPORTS,
    ("POST", "/api/tables/{table:str}/reports"): Limited.REPORTS,
    ("POST", "/api/events"): Limited.EVENTS,
    ("GET", "/api/events"): Limited.LISTS,
    ("GET", "/api/events/{event:str}"): Limited.LISTS,
    ("GET", "/api/events/{event:str}/results.csv"): Limited.LISTS,
    ("GET", "/api/events/{event:str}/records"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/people"): Limited.LISTS,
    ("DELETE", "/api/events/{event:str}/people/{pseudonym:str}"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/deals/{number:int}/tables"): Limited.TABLES,
    ("POST", "/api/events/{event:str}/people/me/here"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/asking/{asking:str}"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/second"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/begin"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/next"): Limited.LISTS,
    ("POST", "/api/events/{event:str}/end"): Limited.LISTS,
    ("GET", "/api/me"): Limited.LISTS,
    ("GET", "/api/me/export"): Limited.EXPORTS,
    ("POST", "/api/browsers/link"): Limited.BROWSERS,
    ("POST", "/api/browsers/link/answer"): Limited.BROWSERS,
    ("POST", "/api/browser_links/{key:str}"): Limited.BROWSERS,
    ("DELETE", "/api/browsers/{browser:int}"): Limited.BROWSERS,
    ("DELETE", "/api/browsers"): Limited.BROWSERS,
    ("POST", "/api/browsers/key"): Limited.BROWSERS,
    ("POST", "/api/browsers/key/use"): Limited.BROWSERS,
    ("POST", "/api/invitations/{key:str}/return"): Limited.RETURNS,
    ("POST", "/api/qr"): Limited.QR,
    ("POST", "/api/tables"): Limited.TABLES,
    ("GET", "/api/introductions"): Limited.LISTS,
    ("POST", "/api/introductions"): Limited.INTRODUCTIONS,
    ("POST", "/api/introductions/{key:str}"): Limited.BROWSERS,
}
"""What may take longer, and is limited for each person or address."""

WHAT_IF = {"at": 0, "message": {"type": "hello"}}

OF_ROUTE: dict[str, object] = {
    "/api/invitations/{key:str}/return": {"seat": 1, "name": "Aki"},
    "/api/rounds/{round_id:str}/tables": {"at": 0, "seat": 0},
    "/api/rounds/{round_id:str}/again": {},
    "/api/rounds/{round_id:str}/cards": {},
    "/api/cards/{key:str}/tables": {},
    "/api/today/{game:str}/{number:int}/tables": {},
    "/api/events/{event:str}/people": {},
    "/api/events/{event:str}/second": {"pseudonym": None},
    "/api/events/{event:str}/deals/{number:int}/tables": {},
    "/api/events/{event:str}/next": {},
    "/api/browsers/link/answer": {"attach": True},
    "/api/browser_links/{key:str}": {"bring": True},
    "/api/browsers/key/use": {"key": "", "bring": True},
    "/api/introductions/{key:str}": {},
}
"""What is asked of routes that share a limit with others."""

ONCE = {
    ("DELETE", "/api/events/{event:str}"),
    ("DELETE", "/api/events/{event:str}/people/me"),
    ("DELETE", "/api/session"),
    ("DELETE", "/api/tables/{table:str}"),
    ("POST", "/api/tables/{table:str}/leave"),
    ("POST", "/api/tables/{table:str}/start"),
}
"""What cannot be asked for twice: the table or the person is gone then, or has begun.

To make one again is limited.
"""


def test_no_answer_takes_long_unless_it_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = WholeServer(tmp_path)
    server.count_packed(monkeypatch)

    async def ask_all(server: WholeServer) -> dict[tuple[str, str], Cost]:
        table = (await server.http.post("/api/tables", json={"game": "lockup", "friends": True})).json()
        values = {"table": table["id"], "key": table["link"].rpartition("/")[2]}
        found = {}
        for (method, route), (path, body) in DEAREST.items():
            found[method, route] = await server.cost(method, path.format(**values), body)
        return found

    found = server.run(ask_all)
    assert {route: cost for route, cost in found.items() if cost.status >= 500} == {}
    dear = {
        route: cost for route, cost in found.items() if cost.calls > CHEAP or cost.packed > PACKED_AT_MOST
    }
    assert dear == {}


def test_every_route_is_cheap_or_limited() -> None:
    """A new route gets a line above, with what takes longest to answer."""
    all_ = {(method, path) for method in ("GET", "POST", "PUT", "DELETE") for path in routes(method)}
    assert all_ == {*DEAREST, *LIMITED, *ONCE}


def test_a_route_is_counted_by_the_limit_that_stands_at_it() -> None:
    app = create_app(Settings(data=Path("unused")), Metrics())._app
    at_routes = {
        (method, route.path): handler.opt[LIMIT]
        for route in app.routes  # type: ignore[attr-defined]
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if handler.opt.get(LIMIT) is not None
    }
    assert at_routes == LIMITED


@pytest.mark.parametrize(("route", "what"), LIMITED.items(), ids=str)
def test_what_takes_long_is_limited(tmp_path: Path, route: tuple[str, str], what: Limited) -> None:
    server = WholeServer(tmp_path)
    names = [name for name in Limits.__struct_fields__ if name.endswith(f"_{what}")]
    few = {name: Rate(2, 3600) for name in names}
    server.settings = msgspec.structs.replace(
        server.settings, limits=msgspec.structs.replace(Limits(), **few)
    )
    bodies: dict[Limited, object] = {
        Limited.QR: {"text": "https://x"},
        Limited.BRANCHES: WHAT_IF,
        Limited.ROUNDS: {"record": ""},
        Limited.REVIEWS: {},
        Limited.TRIES: {"at": 0, "move": "2S"},
        Limited.REPORTS: {"words": "", "at": 0} if "rounds" in route[1] else {"words": ""},
        Limited.TABLES: {"game": "lockup"},
        Limited.EVENTS: {"name": "Blue", "game": "lockup", "kind": "own_time", "deals": 1},
    }

    async def ask(server: WholeServer) -> list[int]:
        method, path = route
        body = OF_ROUTE.get(path, bodies.get(what))
        url = re.sub(r"\{\w+:int\}", "1", path)
        return [(await server.http.request(method, url, json=body)).status_code for _ in range(3)]

    assert names
    assert server.run(ask)[-1] == 429


# --- what it costs that others are many ---------------------------------------------------------------

STATEMENTS = 60
"""How many statements an answer may take, however many people there are."""

ON_THE_LOOP = 300
"""How many rows of a statement may be read on the event loop: some 2 ms."""

AT_ONCE = 10_001
"""How many rows a statement may find in a thread: one of each who has played a deal."""


class Read(NamedTuple):
    """What an answer reads: its statements, and the most rows of one, on the event loop and in a thread."""

    statements: int
    on_the_loop: int
    in_a_thread: int


class Reads:
    """Counts what is read from SQLite."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._found: list[tuple[int, bool]] = []
        rows = SqliteBackend.rows

        async def counted(backend: SqliteBackend, *asked: Any, long: bool = False) -> list[Any]:
            found = await rows(backend, *asked, long=long)
            self._found.append((len(found), long))
            return found

        monkeypatch.setattr(SqliteBackend, "rows", counted)

    async def of(self, server: WholeServer, path: str) -> Read:
        """What it takes to answer this, after it was asked for once before."""
        assert (await server.http.get(path)).status_code == 200, path
        self._found.clear()
        await server.http.get(path)
        on_the_loop = (number for number, long in self._found if not long)
        in_a_thread = (number for number, long in self._found if long)
        return Read(len(self._found), max(on_the_loop, default=0), max(in_a_thread, default=0))


async def crowded(server: WholeServer) -> list[str]:
    """Fill a server as bench.loop does, and return what is dear to answer there: with 10,000 people of today
    and of the day before, 2,000 of an event that is over, and 1,000 tables of the person.
    """
    file = server.settings.data / "sevenfold.db"
    days = await fill_day(server.http, "/api", file, 10_000, games=1)
    event = await fill_event(server.http, "/api", file, 2000, deals=3)
    await fill_tables(server.http, "/api", file, 500)
    return [
        "/api/today",
        *(f"/api/today/{day}" for day in days),
        *(f"/api/events/{event}{what}" for what in ("", "/results.csv", "/records", "/records?deal=1")),
        "/api/events",
        *(f"/api/tables{query}" for query in ("", "?over=true", "?over=false")),
        "/api/open_tables",
        "/api/session",
        "/api/me",
        *(path.format(board=board, table=table) for board, table in own_tries(file) for path in OF_A_TRY),
    ]


OF_A_TRY = (
    "/api/boards/{board}",
    "/api/tables/{table}",
    "/api/rounds/{table}.1",
    "/api/rounds/{table}.1/record",
)


def own_tries(file: Path) -> list[tuple[str, str]]:
    """The boards that the person has played, of today and of an event, and the tables at which they did."""
    asked = "SELECT board_id, table_id FROM results WHERE person_id < ?"
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(asked, [crowds.FIRST]).fetchall()


def test_no_answer_reads_more_because_others_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = Reads(monkeypatch)

    async def ask_all(server: WholeServer) -> dict[str, Read]:
        return {path: await reads.of(server, path) for path in await crowded(server)}

    found = WholeServer(tmp_path).run(ask_all)
    dear = {
        path: read
        for path, read in found.items()
        if read.statements > STATEMENTS or read.on_the_loop > ON_THE_LOOP or read.in_a_thread > AT_ONCE
    }
    assert dear == {}
    todays = [read for path, read in found.items() if "today" in path]
    assert max(read.in_a_thread for read in todays) < ON_THE_LOOP, "what is the same for all is kept"
