"""A whole club without a network: the application, browsers that ask and listen, and every byte sent to them.

Requests go through the application as a server calls it, and so do sockets, with their cookies: sessions,
limits, routes and the database are the real thing.
"""

import asyncio
import json
import random
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from sevenfold.core.dealer import Dealer, first_from
from sevenfold.core.duplicate import Board
from sevenfold.core.game import AnyGame
from sevenfold.core.options import Options
from sevenfold.search.practice import set_up
from sevenfold.server.duplicate import evening
from sevenfold.server.http.sessions import hash_of
from sevenfold.server.rounds import review_queue, reviews
from sevenfold.server.storage import rows
from sevenfold.server.timings import Timings
from sevenfold.testing.running import Message, to_act
from tests.server.club_books import Books
from tests.server.in_process import without_threads
from tests.server.test_what_was_seen import stacked
from tests.server.two_apps import House, Process, a_house

SHORT = Timings(
    claim_window=8,
    card_window=1,
    answered_early=0,
    result_shown=1,
    host_away=1,
    away_before_return=0,
    between_returns=0,
    return_answered=30,
)

QUIET = 30
"""In so many turns of the loop nothing must come before a club counts as quiet."""


class Sent(NamedTuple):
    """What a browser was sent during an act, by which door, and for whom it was taken."""

    at: int
    person: int | None
    door: str
    place: dict[str, str]
    """What the address was filled in with."""
    data: bytes
    kind: str
    """The media type."""


class Step(NamedTuple):
    """What a browser did, to be read by people."""

    at: int
    browser: int
    person: int | None
    text: str

    def __str__(self) -> str:
        return f"{self.at}: person {self.person} by browser {self.browser}: {self.text}"


class Act(NamedTuple):
    """A move that a person made for a seat, on what they saw at a version."""

    at: int
    person: int
    table: str
    seat: int
    version: int


class Club:
    """A club, its browsers, and what they were sent."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.game = game
        self.at = 0
        """The number of the act that is done."""
        self.browsers: list[Browser] = []
        self.sent: list[Sent] = []
        self.acts: list[Act] = []
        self.books = Books(house)
        self.told: dict[str, dict[str, None]] = defaultdict(dict)
        """What people have been told, by the name of the field: links, keys, ids, in order."""
        self.focus: str | None = None
        """The table about whose deals people ask just now, where they do."""
        self.steps: list[Step] = []
        self._turn = 0.001 if len(house.processes) > 1 else 0.0

    async def browser(self) -> "Browser":
        """A new browser, which uses the other process than the one before."""
        processes = self.house.processes
        browser = Browser(self, processes[len(self.browsers) % len(processes)], len(self.browsers))
        self.browsers.append(browser)
        await browser.ask("POST", "/api/session")
        await self.step()
        return browser

    async def step(self) -> None:
        """An act is done: wait until nothing happens any more, and note how everything stands."""
        await self.quiet()
        await self.books.read(self.at)
        for browser in self.browsers:
            person = self.books.person_of(browser.tokens)
            if browser.person is not None and person not in (None, browser.person):
                self.books.one_person(self.at, browser.person, person)
            browser.person = person
        self.at += 1

    async def quiet(self) -> None:
        still = 0
        while still < QUIET:
            before = len(self.sent)
            await asyncio.sleep(self._turn)
            is_busy = before != len(self.sent) or any(
                each.is_busy for browser in self.browsers for each in browser.sockets
            )
            still = 0 if is_busy else still + (5 if self._turn else 1)

    def harvest(self, door: str, value: Any) -> None:
        """Note what an answer tells that addresses are made of."""
        if isinstance(value, list):
            for each in value:
                self.harvest(door, each)
        elif isinstance(value, dict):
            for name, each in value.items():
                if isinstance(each, str):
                    self.told[f"{door} {name}" if name in ("id", "key") else name][each] = None
                else:
                    self.harvest(door, each)

    async def close(self) -> None:
        for browser in self.browsers:
            for socket in list(browser.sockets):
                await socket.close()


class Browser:
    """A browser: its cookies, and any number of sockets."""

    def __init__(self, club: Club, process: Process, number: int) -> None:
        self.club = club
        self.process = process
        self.number = number
        self.person: int | None = None
        self.sockets: list[Socket] = []
        transport = httpx.ASGITransport(app=process.app, client=("127.0.0.1", 1))
        self._http = httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60)

    @property
    def tokens(self) -> list[bytes]:
        return [hash_of(each.value) for each in self._http.cookies.jar if each.value]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self._http.cookies.jar)

    async def ask(
        self,
        method: str,
        route: str,
        body: Any = None,
        query: dict[str, str] | None = None,
        **place: str,
    ) -> httpx.Response:
        """Ask at a route, whose address is filled in with `place`."""
        path = _filled_in(route, place)
        answer = await self._http.request(method, path, json=body, params=query or None)
        door, club = f"{method} {route}", self.club
        is_json = answer.headers.get("content-type", "").startswith("application/json") and answer.content
        code = answer.json()["code"] if answer.status_code >= 400 and is_json else ""
        self.note(f"{method} {path} {query or ''} {body or ''} -> {answer.status_code} {code}")
        if answer.status_code >= 500:
            raise AssertionError("\n".join(map(str, club.steps[-5:])))
        if answer.status_code < 300:
            kind = answer.headers.get("content-type", "")
            club.sent.append(Sent(club.at, self.person, door, place, answer.content, kind))
            if is_json:
                club.harvest(door, answer.json())
        return answer

    async def listen(self, door: str, route: str, **place: str) -> Any:
        """Open a socket, and close it once it has told something. Return that, unless it refuses."""
        heard: asyncio.Queue[Message] = asyncio.Queue()
        heard.put_nowait({"type": "websocket.connect"})
        told: list[Any] = []

        async def send(message: Message) -> None:
            if message["type"] != "websocket.send":
                return
            club, data = self.club, _data_of(message)
            club.sent.append(Sent(club.at, self.person, door, place, data, "application/json"))
            told.append(json.loads(data))
            club.harvest(door, told[-1])
            heard.put_nowait({"type": "websocket.disconnect", "code": 1000})

        path = _filled_in(route, place)
        await self.process.app(self.socket_to(path), heard.get, send)
        self.note(f"listens at {path}: {'code' in told[0]}")
        return told[0] if "code" not in told[0] else None

    def socket_to(self, path: str) -> dict[str, Any]:
        """A socket of this browser, as a server hands it on."""
        return {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"localhost"), (b"cookie", self.cookie.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
        }

    def note(self, text: str) -> None:
        """Note what was done."""
        self.club.steps.append(Step(self.club.at, self.number, self.person, text))

    async def open(self, table: str) -> "Socket":
        self.note(f"opens {table}")
        socket = Socket(self, table)
        await socket.opened.wait()
        socket.send("hello")
        return socket

    async def at(self, table: str) -> "Socket":
        """A socket of theirs at a table."""
        there = next((each for each in self.sockets if each.table == table), None)
        return there or await self.open(table)


class Socket:
    """A browser's socket at a table."""

    def __init__(self, browser: Browser, table: str) -> None:
        self.browser = browser
        self.table = table
        self.opened = asyncio.Event()
        self.game: Message | None = None
        """The match as it was last shown here."""
        self.info: Message | None = None
        """The table as it was last shown here."""
        self.heard: list[str] = []
        """The types of all messages."""
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._waiting.put_nowait({"type": "websocket.connect"})
        self._reads = False
        self._task = asyncio.create_task(self._run())
        browser.sockets.append(self)

    @property
    def is_busy(self) -> bool:
        """Whether something that was sent is still to be read or done."""
        return not self._reads

    async def _run(self) -> None:
        scope = self.browser.socket_to(f"/api/tables/{self.table}/socket")
        try:
            await self.browser.process.app(scope, self._receive, self._send)
        finally:
            self.opened.set()
            if self in self.browser.sockets:
                self.browser.sockets.remove(self)

    async def _receive(self) -> Message:
        self._reads = self._waiting.empty()
        try:
            return await self._waiting.get()
        finally:
            self._reads = False

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.opened.set()
        elif message["type"] == "websocket.send":
            data = _data_of(message)
            club, place = self.browser.club, {"table": self.table}
            club.sent.append(Sent(club.at, self.browser.person, "socket", place, data, "application/json"))
            told = json.loads(data)
            self.heard.append(told["type"])
            if told["type"] in ("snapshot", "update"):
                self.game = told
            self.info = told.get("table", self.info)
            club.harvest("socket", told)

    def send(self, type_: str, **fields: Any) -> None:
        self._reads = False
        self._waiting.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": type_, **fields})})

    async def tell(self, type_: str, **fields: Any) -> bool:
        """Send a message, and return whether it was done."""
        club, before, game = self.browser.club, len(self.heard), self.game
        self.send(type_, **fields)
        await club.quiet()
        done = not {"error", "refused"} & set(self.heard[before:]) and self in self.browser.sockets
        self.browser.note(f"{type_} at {self.table} {fields or ''}{'' if done else ' (refused)'}")
        if type_ == "play" and done and game is not None and self.browser.person is not None:
            club.acts.append(
                Act(club.at, self.browser.person, self.table, game["view"]["seat"], fields["version"])
            )
        return done

    @property
    def may_play(self) -> bool:
        """Whether a move may be made here, as was last told."""
        game = self.game
        return (
            game is not None and to_act(game) and bool(game["choices"]["moves"] or game["choices"]["cards"])
        )

    async def close(self) -> None:
        self._waiting.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


def _data_of(message: Message) -> bytes:
    """What a socket sends."""
    data: bytes = message.get("bytes") or (message.get("text") or "").encode()
    return data


def _filled_in(route: str, place: dict[str, str]) -> str:
    return re.sub(r"\{(\w+):\w+\}", lambda found: place[found[1]], route)


# --- made ---------------------------------------------------------------------------------------------


def _stacked_board(game: AnyGame, options: Options, players: int, seed: bytes) -> Board:
    return Board(stacked(Dealer(seed), game, options, players, 1), first_from(seed, players), seed)


def prepare(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Have short deals that follow from a seed, bots that move at once, and no review judged here."""
    without_threads(patch)
    rng = Random(seed)

    def token_hex(length: int) -> str:
        return rng.randbytes(length).hex()

    for module in (secrets, rows):
        patch.setattr(module, "token_bytes", rng.randbytes)
        patch.setattr(module, "token_hex", token_hex)
    patch.setattr(secrets, "token_urlsafe", token_hex)
    patch.setattr(secrets, "randbits", rng.getrandbits)
    patch.setattr(secrets, "randbelow", rng.randrange)
    patch.setattr(random, "getrandbits", rng.getrandbits)
    patch.setattr(Dealer, "deal", stacked)
    patch.setattr(Board, "of_seed", _stacked_board)
    patch.setattr(evening, "PACE", 0)
    patch.setattr("sevenfold.server.http.practice.set_up", partial(_with_real_cards, set_up))
    patch.setattr(reviews, "POSSIBLE", frozenset({"missing"}))
    patch.setattr(review_queue, "EVALUATED", frozenset())


DEAL = Dealer.deal


def _with_real_cards(set_up_: Callable[..., Any], *asked: Any) -> Any:
    """A position for practice is one of a whole deal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dealer, "deal", DEAL)
        return set_up_(*asked)


@asynccontextmanager
async def a_club(where: Path | str, folder: Path, game: str, **timings: Any) -> AsyncIterator[Club]:
    """A club that keeps its database in a folder, or two processes at a URL of PostgreSQL.

    Call `prepare` before. `timings` are others than those of SHORT.
    """
    static = folder / "static"
    static.mkdir(parents=True)
    (static / "index.html").write_text(
        "<html lang='en'><title>Sevenfold</title><meta name='description' content=''>"
    )
    async with a_house(where, folder, msgspec.structs.replace(SHORT, **timings)) as house:
        club = Club(house, game)
        try:
            yield club
        finally:
            await club.close()
