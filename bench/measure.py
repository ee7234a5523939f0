"""What the benchmarks of speed share: rounds by CPU time, the median of several repeats, tables."""

import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import process_time
from types import ModuleType
from typing import NamedTuple

from rich.box import MARKDOWN
from rich.console import Console
from rich.progress import track
from rich.table import Table


class LibraryMissing(ImportError):
    """A library that cannot be loaded here."""

    def __init__(self, library: str, cause: ImportError) -> None:
        super().__init__(
            f"{library} cannot be loaded ({cause}). `make bench` installs it, and so does "
            "`pip install -r requirements/bench.txt`, where there is a build of it for this Python."
        )
        self.library = library


def load(library: str, module: str) -> ModuleType:
    """A module of a library that is not one of ours. Raises LibraryMissing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise LibraryMissing(library, error) from error


class Played(NamedTuple):
    """The rounds and moves of a sample. Chance's moves are made, but not counted."""

    rounds: int
    moves: float


@dataclass(frozen=True, kw_only=True)
class Engine:
    """One way of playing a game at random, move by move to the end of the round.

    `deal` makes a sample of rounds ready, which is not timed; what it returns plays them, which is.
    """

    name: str
    library: str
    version: str
    how: str
    deal: Callable[[], Callable[[], Played]]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How fast an engine is on one core. `spread`: how far its repeats lie apart, in medians."""

    moves_per_second: float
    rounds_per_second: float
    mean_moves: float
    spread: float


Measured = Sequence[tuple[Engine, Figure]]


def repeat(engine: Engine, seconds: float) -> tuple[Played, float]:
    """Play for this many seconds of CPU time. Return what was played, and the time that it took."""
    rounds, moves, spent = 0, 0.0, 0.0
    while spent < seconds:
        play = engine.deal()
        started = process_time()
        played = play()
        spent += process_time() - started
        rounds += played.rounds
        moves += played.moves
    return Played(rounds, moves), spent


def measure(engines: Sequence[Engine], seconds: float, repeats: int) -> Measured:
    """The median of several repeats. The engines take turns, so that a busy machine slows them all."""
    turns = [engine for _ in range(repeats) for engine in engines]
    results = [repeat(engine, seconds) for engine in track(turns, "playing at random", transient=True)]
    return [(engine, figure(results[index :: len(engines)])) for index, engine in enumerate(engines)]


def figure(repeats: Sequence[tuple[Played, float]]) -> Figure:
    speeds = [played.moves / spent for played, spent in repeats]
    return Figure(
        moves_per_second=median(speeds),
        rounds_per_second=median(played.rounds / spent for played, spent in repeats),
        mean_moves=sum(played.moves for played, _ in repeats) / sum(played.rounds for played, _ in repeats),
        spread=(max(speeds) - min(speeds)) / median(speeds),
    )


def console() -> Console:
    """A console wide enough for a table whose lines are copied into RESULTS.md."""
    return Console() if sys.stdout.isatty() else Console(width=140)


def machine() -> str:
    """What the figures of a run depend on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}, {python}"


def speed_table(measured: Measured) -> Table:
    """One line an engine."""
    table = Table(
        "game", "engine", "moves a second", "spread", "rounds a second", "moves a round", box=MARKDOWN
    )
    for engine, figure in measured:
        table.add_row(
            engine.name,
            f"{engine.library} {engine.version}, {engine.how}",
            f"{figure.moves_per_second:,.0f}",
            f"{figure.spread:.0%}",
            f"{figure.rounds_per_second:,.0f}",
            f"{figure.mean_moves:.1f}",
        )
    return table


def ratio_table(ours: Measured, peers: Measured) -> Table:
    """How many times as fast as each peer we are, in moves and in rounds."""
    table = Table(
        "times as fast: moves / rounds", *(f"{engine.name}, {engine.how}" for engine, _ in ours), box=MARKDOWN
    )
    for peer, theirs in peers:
        ratios = [
            f"{own.moves_per_second / theirs.moves_per_second:.3g} / "
            f"{own.rounds_per_second / theirs.rounds_per_second:.3g}"
            for _, own in ours
        ]
        table.add_row(f"{peer.name} ({peer.library}, {peer.how})", *ratios)
    return table
