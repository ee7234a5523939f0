"""How long a player waits for the server: many tables at once, each with one socket, bots without a pause.

The server is a process of its own with a database in a file, this one plays. Two times are taken from the
moment a move is sent: until the view that shows it, and until the view in which the player is to act again
(or the round is over), after the bots' moves. `think` is how long a player takes for a move on average.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Annotated

import httpx
import msgspec
import typer
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from bench.measure import machine
from sevenfold.core.match import Standing
from sevenfold.server.protocol import Choices

SERVE = """
import sys
from pathlib import Path
from sevenfold.server.run import run
from sevenfold.server.settings import Settings

run(Settings(data=Path(sys.argv[1]), port=0), on_ready=lambda port: print(port, flush=True))
"""

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


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as data:
        command = [sys.executable, "-c", SERVE, data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield f"http://127.0.0.1:{int(process.stdout.readline())}"
            finally:
                process.terminate()


def in_ms(times: list[float]) -> tuple[str, str]:
    """The median and the 99th percentile."""
    return f"{median(times) * 1000:.1f}", f"{quantiles(times, n=100)[98] * 1000:.1f}"


def main(
    tables: Annotated[int, typer.Option(min=1)] = 200,
    seconds: Annotated[float, typer.Option(min=1, help="how long to measure")] = 20,
    game: str = "lockup",
) -> None:
    """The time from a move to the next view, at many tables at once."""
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
        with server() as url:
            times = asyncio.run(play(url, game, tables, seconds, think))
        rate = len(times.shown) / seconds
        label = f"{think:g} s on average" if think else "none"
        shown.add_row(label, f"{rate:,.0f}", *in_ms(times.shown), *in_ms(times.turn))
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
