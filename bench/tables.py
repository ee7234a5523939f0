"""How long players wait for the server: many tables at once, in play, under attack, killed or stopped.

The server is a process of its own with a database in a file. This process plays, and attackers are a third
one. Each run prints a table; `--profile FILE` also says where the server's time went.
"""

import asyncio
import shutil
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import httpx
import msgspec
import typer
from rich.console import Console
from rich.table import Table

from bench import attacks
from bench.company import Company
from bench.measure import machine
from bench.play import Player, Times, playing
from bench.profile import ProfilerMissing, find_profiler, summary
from bench.reviews import asking, with_rounds
from bench.served import BenchServer, Door, Setup
from bench.slow_disk import claims, slow_disk
from bench.visitors import Figures, Visitor, in_ms
from sevenfold.bots.levels import Level
from sevenfold.cli.common import exit_on
from sevenfold.server.limits import Limits
from sevenfold.server.timings import Timings
from sevenfold.testing.postgres import Cluster, new_folder

SEATED_AFTER = 3
"""If sitting down takes this many times as long as planned, and at least LEAST, something is wrong."""

LEAST_TIMES = 2
"""How many times of moves a median and a percentile need at least."""

LEAST = 120
"""In seconds."""

SEATED_A_SECOND = 16
"""How many persons sit down in a second, at the most: each of them asks for several things first."""

SETTLING = 10
"""Seconds of play, at the most, before anything counts."""


class Run(StrEnum):
    """What is measured."""

    PLAY = "play"
    CROWD = "crowd"
    FLOOD = "flood"
    HALF_REQUESTS = "half-requests"
    SLOW_READERS = "slow-readers"
    STORM = "storm"
    KILLS = "kills"
    STOP_DATABASE = "stop-database"
    SLOW_DISK = "slow-disk"
    CLAIMS = "claims"
    DRAIN = "drain"


@dataclass(frozen=True)
class Measure:
    """A run, its usual size, and the servers that it goes to."""

    figures: Callable[[BenchServer, int], Coroutine[Any, Any, Figures]]
    size: int
    of: str
    setups: tuple[Setup, ...] = (Setup(),)


DELAYS = (0, 20, 60, 200)
"""By how much each write is slowed down, in ms."""

LIMITED = Setup(limits=Limits())

ATTACKS = {
    Run.FLOOD: Measure(attacks.flood, 200_000, "messages in a burst", (LIMITED,)),
    Run.HALF_REQUESTS: Measure(
        attacks.half_requests, 300, "connections", (Setup(limits=Limits(), descriptors=256),)
    ),
    Run.SLOW_READERS: Measure(attacks.slow_readers, 2000, "sockets", (LIMITED,)),
    Run.STORM: Measure(attacks.storm, 200, "tables of five sockets"),
    Run.KILLS: Measure(attacks.kills, 20, "kills"),
    Run.STOP_DATABASE: Measure(attacks.stop_database, 10, "seconds without a database"),
    Run.SLOW_DISK: Measure(
        slow_disk, 5000, "windows of LockSeven's deal", tuple(Setup(delay=delay) for delay in DELAYS)
    ),
    Run.CLAIMS: Measure(
        claims,
        1000,
        "claim windows of Seven Bridge",
        tuple(Setup(delay=each, timings=Timings(claim_window=600)) for each in DELAYS),
    ),
    Run.DRAIN: Measure(attacks.drain, 2000, "sockets"),
}


@dataclass(frozen=True)
class Playing:
    """Tables in play. `think` is how long people take for a move on average, in seconds."""

    tables: int
    sockets_each: int
    thinks: tuple[float, ...]
    game: str
    bots: Level
    persons: int = 1
    """How many persons sit at each table; bots have the other seats."""
    reviews: int | None = None
    """How many persons ask for reviews all the time; None where that is not measured."""
    warm_up: float = 8
    """Seconds in which people sit down. Once all sit they play, and after a while it counts."""

    async def figures(self, server: BenchServer, think: float, seconds: float) -> Figures:
        if self.bots.searches:
            await compiled(server.door, self.game)
        askers = []
        if self.reviews is not None:
            askers = await with_rounds(server, self.game, self.reviews)
        players = [self._players(server, seed, think) for seed in range(self.tables)]
        for player in players:  # nobody plays before all are seated
            player.may_move.clear()
        async with playing(players, self.warm_up) as take_times:
            async with asyncio.timeout(max(LEAST, SEATED_AFTER * self.warm_up)):
                for player in players:
                    await player.seated.wait()
            for player in players:
                player.may_move.set()
            await asyncio.sleep(min(self.warm_up / 4, SETTLING))
            take_times()
            before, began = server.cpu_seconds, perf_counter()
            async with asking(askers):
                with server.profiled():
                    await asyncio.sleep(seconds)
                    async with asyncio.timeout(attacks.STUCK_AFTER):
                        while not self._is_enough(players):  # noqa: ASYNC110
                            await asyncio.sleep(0.1)
                    seconds = perf_counter() - began
            used, times = server.cpu_seconds - before, take_times()
        figures = [*figures_of(times, used, seconds), ("memory, MB", str(server.memory))]
        if self.reviews is not None:
            figures.append(("reviews a second", f"{sum(asker.reviews for asker in askers) / seconds:.2f}"))
        return [*figures, *attacks.said(server)]

    def _is_enough(self, players: Sequence[Player]) -> bool:
        """Whether there are enough times for figures; on a machine that is otherwise busy it takes longer."""
        shown = sum(len(player.times.shown) for player in players)
        told = sum(len(player.times.told) for player in players)
        return min(shown, told if self.persons > 1 else shown) >= LEAST_TIMES

    def _players(self, server: BenchServer, seed: int, think: float) -> Player:
        """The players at one table. Several persons connect to different processes, if there are any."""
        if self.persons == 1:
            watching = self.sockets_each - 1
            return Player(Visitor(server.door), seed, think, watching, game=self.game, bots=[self.bots])
        return Company([Visitor(server.door) for _ in range(self.persons)], seed, think, game=self.game)


def figures_of(times: Times, used: float, seconds: float) -> Figures:
    moves = len(times.shown)
    return [
        ("people's moves a second", f"{moves / seconds:,.0f}"),
        ("a move to its own view, ms: median, 99th", in_ms(times.shown)),
        ("a move to the others' views, ms: median, 99th", in_ms(times.told) if times.told else "alone"),
        ("a move to the next turn, ms: median, 99th", in_ms(times.turn) if times.turn else "others'"),
        ("the server's CPU, %", f"{100 * used / seconds:.0f}"),
        ("the server's CPU a person's move, ms", f"{1000 * used / moves:.2f}"),
        ("sockets dropped", str(times.dropped)),
    ]


async def compiled(door: Door, game: str) -> None:
    """Wait until bots can search in a game, at most five minutes."""
    visitor = Visitor(door)
    table = await visitor.make_table(game=game)
    async with asyncio.timeout(300), httpx.AsyncClient(headers={"cookie": visitor.cookie}) as http:
        while (await http.get(f"{door.url}/api/tables/{table}")).json()["search"] != "ready":  # noqa: ASYNC110
            await asyncio.sleep(0.5)


def show(title: str, columns: Sequence[tuple[str, Figures]]) -> Table:
    shown = Table("", *(name for name, _ in columns), title=title, caption=machine())
    for rows in zip(*(figures for _, figures in columns), strict=True):
        shown.add_row(rows[0][0], *(value for _, value in rows))
    return shown


def measure(run: Run, size: int | None, profile: Path | None, processes: int) -> Table:
    """The figures of an attack."""
    what = ATTACKS[run]
    columns = []
    for setup in what.setups:
        with a_server(setup, profile, processes) as server:
            figures = asyncio.run(what.figures(server, size or what.size))
        columns.append((f"{setup.delay:g} ms a write" if setup.delay else "", figures))
    return show(f"{where(processes)}: {run}, {size or what.size:,} {what.of}", columns)


@contextmanager
def a_server(setup: Setup, profile: Path | None, processes: int) -> Iterator[BenchServer]:
    """A server on SQLite; with `processes`, on PostgreSQL, which waits for the disk as usual."""
    if not processes:
        with BenchServer(setup, profile) as server:
            yield server
        return
    cluster = Cluster(new_folder(), settings={"listen_addresses": "", "max_connections": "200"})
    cluster.make()
    cluster.start()
    try:
        there = msgspec.structs.replace(setup, database=cluster.url("postgres"))
        with BenchServer(there, profile, processes=processes, cluster=cluster) as server:
            yield server
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder)


def where(processes: int) -> str:
    return f"PostgreSQL, processes: {processes}" if processes else "SQLite"


def in_turns(playing: Playing) -> list[Playing]:
    """With reviews it is measured without them too, once before and once after."""
    if playing.reviews is None:
        return [playing]
    without = replace(playing, reviews=0)
    return [without, playing, without]


def measure_play(playing: Playing, seconds: float, profile: Path | None, processes: int) -> Table:
    """Measure play with SQLite and one process; with `processes`, with PostgreSQL."""
    columns = []
    for think, turn in product(playing.thinks, in_turns(playing)):
        setup = Setup(compile=turn.bots.searches or turn.reviews is not None, game=turn.game)
        with a_server(setup, profile, processes) as server:
            figures = asyncio.run(turn.figures(server, think, seconds))
        reviews = f", {turn.reviews} ask for reviews" if turn.reviews else ""
        columns.append(((f"people think {think:g} s" if think else "nobody thinks") + reviews, figures))
    each = playing.sockets_each * playing.persons
    who = (
        f"{playing.persons} persons and {each} sockets each"
        if playing.persons > 1
        else f"{each} sockets each"
    )
    title = f"{where(processes)}: {playing.tables} tables of {playing.game}, {who}, {playing.bots} bots"
    return show(title, columns)


def main(
    run: Annotated[Run, typer.Option(help="what is measured: tables in play, or an attack")] = Run.PLAY,
    size: Annotated[int | None, typer.Option(min=1, help="of an attack")] = None,
    tables: Annotated[int | None, typer.Option(min=1, help="in play")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="how long to measure tables in play")] = 20,
    think: Annotated[float | None, typer.Option(min=0, help="seconds a person takes for a move")] = None,
    game: str = "lockup",
    bots: Annotated[Level, typer.Option(help="how well the bots play")] = Level.MEDIUM,
    persons: Annotated[int, typer.Option(min=1, help="at each table in play")] = 1,
    reviews: Annotated[
        int | None, typer.Option(min=1, help="persons who ask for reviews all the time, in turns with none")
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, help="on a PostgreSQL that is started for it; 0 is SQLite")
    ] = 0,
    profile: Annotated[Path | None, typer.Option(help="a new file for stacks, by py-spy")] = None,
) -> None:
    """How long people wait at many tables, in play or under attack."""
    with exit_on(ProfilerMissing):
        if profile is not None:
            find_profiler()
    if run is Run.STOP_DATABASE:
        processes = processes or 2
    if run in ATTACKS:
        shown = measure(run, size, profile, processes)
    else:
        crowd = run is Run.CROWD
        usual = (4.0,) if crowd else (1.0, 0.0)
        thinks = usual if think is None else (think,)
        number = tables or (500 if crowd else 200)
        warm_up = max(Playing.warm_up, number * persons / SEATED_A_SECOND)
        playing = Playing(number, 4 if crowd else 1, thinks, game, bots, persons, reviews, warm_up)
        shown = measure_play(playing, seconds, profile, processes)
    Console().print(shown)
    if profile is not None:
        Console().print(summary(profile))


if __name__ == "__main__":
    typer.run(main)
