"""How long a player waits for the server: many tables at once, each with one socket, bots without a pause.

The server is a process of its own with a database in a file, this one plays. Two times are taken from the
moment a move is sent: until the view that shows it, and until the view in which the player is to act again
(or the round is over), after the bots' moves. `think` is how long a player takes for a move on average.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Annotated, Any

import httpx
import msgspec
import typer
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from bench import attacks
from bench.attacks import Figures
from bench.measure import machine
from bench.room import Room
from sevenfold.core.match import Standing
from sevenfold.server.limits import Limits
from sevenfold.server.protocol import Choices

WARM_UP = 10.0
"""Seconds at the beginning that do not count."""


class Seen(msgspec.Struct):
    """What matters here of a view."""

    seat: int
    acting: tuple[int, ...]


class News(msgspec.Struct):
    """What matters here of a snapshot or an update."""

    type: str
    version: int = 0
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


class Times:
    """Seconds from a move to the view that shows it, and to the view in which the player is to act again."""

    def __init__(self) -> None:
        self.shown: list[float] = []
        self.turn: list[float] = []


class Player:
    """A guest who plays at random, one table after the other."""

    def __init__(self, url: str, seed: int, game: str, think: float) -> None:
        self._url = url
        self._game = game
        self._think = think
        self._rng = Random(seed)
        self._cookie = ""
        self.times = Times()

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        answer = await http.post(f"{self._url}/api/session")
        self._cookie = answer.headers["set-cookie"].split(";")[0]

    async def play(self, http: httpx.AsyncClient, until: float) -> None:
        while perf_counter() < until:
            wanted = {"game": self._game, "pace": 0}
            table = await http.post(f"{self._url}/api/tables", json=wanted, headers={"cookie": self._cookie})
            address = f"{self._url.replace('http', 'ws')}/api/tables/{table.json()['id']}/socket"
            async with connect(
                address, additional_headers={"Cookie": self._cookie}, proxy=None, compression=None
            ) as socket:
                await self._play_match(socket, until)

    async def _play_match(self, socket: ClientConnection, until: float) -> None:
        await socket.send('{"type": "hello", "version": null}')
        news = await receive(socket)
        while perf_counter() < until:
            if news.to_act:
                news = await self._move(socket, news)
            elif not news.round_over:
                news = await receive(socket)
            elif news.standing is not None and news.standing.over:
                return
            else:
                await socket.send(f'{{"type": "next_round", "version": {news.version}}}')
                news = await receive(socket)

    async def _move(self, socket: ClientConnection, news: News) -> News:
        if self._think:
            await asyncio.sleep(self._rng.expovariate(1 / self._think))
        assert news.choices is not None
        move = self._rng.choice([move.text for move in news.choices.moves] or news.choices.cards)
        sent = perf_counter()
        await socket.send(f'{{"type": "play", "version": {news.version}, "move": "{move}"}}')
        news = await receive(socket)
        self.times.shown.append(perf_counter() - sent)
        while not news.to_act and not news.round_over:
            news = await receive(socket)
        self.times.turn.append(perf_counter() - sent)
        return news


async def receive(socket: ClientConnection) -> News:
    """The next view."""
    while True:
        news = read_news(await socket.recv())
        if news.type in ("snapshot", "update"):
            return news
        assert news.type == "table", news


async def play(url: str, game: str, tables: int, seconds: float, think: float) -> Times:
    """Let as many players as there are tables play, and take their times after the warm-up."""
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(timeout=60, trust_env=False, limits=limits) as http:
        players = [Player(url, seed, game, think) for seed in range(tables)]
        await asyncio.gather(*(player.sit_down(http) for player in players))
        begin = perf_counter() + WARM_UP
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.play(http, begin + seconds))
            await asyncio.sleep(WARM_UP)
            for player in players:
                player.times = Times()
    all_times = Times()
    for player in players:
        all_times.shown += player.times.shown
        all_times.turn += player.times.turn
    return all_times


def in_ms(times: list[float]) -> tuple[str, str]:
    """The median and the 99th percentile."""
    return f"{median(times) * 1000:.1f}", f"{quantiles(times, n=100)[98] * 1000:.1f}"


class Run(StrEnum):
    """What is measured."""

    PLAY = "play"
    FLOOD = "flood"
    HALF_REQUESTS = "half-requests"
    SLOW_READERS = "slow-readers"
    STORM = "storm"
    KILLS = "kills"
    SLOW_DISK = "slow-disk"


@dataclass(frozen=True)
class Attack:
    """A run of `attacks.py`, its usual size, and the server that it goes to."""

    measure: Callable[[Room, int], Coroutine[Any, Any, Figures]]
    size: int
    limits: Limits | None = None
    descriptors: int = 0
    delays: tuple[float, ...] = (0,)


ATTACKS = {
    Run.FLOOD: Attack(attacks.flood, 200_000, Limits()),
    Run.HALF_REQUESTS: Attack(attacks.half_requests, 300, Limits(), descriptors=256),
    Run.SLOW_READERS: Attack(attacks.slow_readers, 1000, Limits()),
    Run.STORM: Attack(attacks.storm, 200),
    Run.KILLS: Attack(attacks.kills, 20),
    Run.SLOW_DISK: Attack(attacks.slow_disk, 640, delays=(0, 20, 60, 200)),
}


def measure(run: Run, size: int | None = None) -> Table:
    """What came of an attack."""
    attack = ATTACKS[run]
    shown = Table("", *(f"{delay:g} ms a write" if delay else "" for delay in attack.delays))
    shown.title, shown.caption = f"{run}: {size or attack.size:,}", machine()
    columns: list[Figures] = []
    for delay in attack.delays:
        with Room(attack.limits, delay, attack.descriptors) as room:
            columns.append(asyncio.run(attack.measure(room, size or attack.size)))
    for figures in zip(*columns, strict=True):
        shown.add_row(figures[0][0], *(value for _, value in figures))
    return shown


def main(
    run: Annotated[Run, typer.Option(help="what is measured: play, or an attack")] = Run.PLAY,
    size: Annotated[int | None, typer.Option(min=1, help="of an attack")] = None,
    tables: Annotated[int, typer.Option(min=1)] = 200,
    seconds: Annotated[float, typer.Option(min=1, help="how long to measure")] = 20,
    game: str = "lockup",
) -> None:
    """The time from a move to the next view, at many tables at once; or what the others feel of an attack."""
    if run is not Run.PLAY:
        Console().print(measure(run, size))
        return
    shown = Table(
        "a player's think",
        "moves a second",
        "to the move's view: median",
        "99th",
        "to the next turn: median",
        "99th",
        title=f"{tables} tables of {game}, times in ms",
        caption=machine(),
    )
    for think in (1.0, 0.0):
        with Room() as room:
            times = asyncio.run(play(room.url, game, tables, seconds, think))
        rate = len(times.shown) / seconds
        label = f"{think:g} s on average" if think else "none"
        shown.add_row(label, f"{rate:,.0f}", *in_ms(times.shown), *in_ms(times.turn))
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
