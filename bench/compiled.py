"""How fast the compiled rules are: whole rounds and rollouts on one core, and some other figures.

Whole rounds are each dealt anew; rollouts are played on from a copy of one dealt state, at random and by the
rule-based player. The other figures are: the CPU time of a process that does one playout, with nothing
compiled yet and with all in the cache; the memory that a state takes; how much faster two threads are than
one.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.measure import Engine, Played
from sevenfold import __version__
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.cache import FOLDER
from sevenfold.core.game import AnyGame

ROUNDS = 5000
"""How many rounds one call plays."""

BY_RULES = 200
"""The same by the rule-based player, which takes longer."""

FIRST_PLAYOUT = """
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.games import load_game
game = load_game({game!r})
Batch.deal(game, game.meta.options(), game.meta.seats(None), 1, 1).rollouts(1, 1)
"""


def engines(game: AnyGame, preset: str, seed: int) -> Iterator[Engine]:
    """Whole rounds, rollouts at random and rollouts by the rule-based player."""
    options, players = game.meta.presets[preset], game.meta.seats(None)
    seeds = count(seed)

    def dealt(rounds: int) -> Batch[Any]:
        return Batch.deal(game, options, players, rounds, next(seeds))

    def full_rounds() -> Callable[[], Played]:
        return partial(play, next(seeds))

    def play(deals: int) -> Played:
        batch = Batch.deal(game, options, players, ROUNDS, deals)
        moves = batch.playout(batch.dice(deals + 1))
        batch.returns()
        return Played(ROUNDS, moves)

    def rollouts(rounds: int, policy_seats: Iterable[int]) -> Callable[[], Played]:
        return partial(roll_out, dealt(1), rounds, policy_seats)

    def roll_out(batch: Batch[Any], rounds: int, policy_seats: Iterable[int]) -> Played:
        return Played(rounds, batch.rollouts(rounds, next(seeds), policy_seats).moves)

    for how, deal in (
        ("full rounds", full_rounds),
        ("rollouts", partial(rollouts, ROUNDS, ())),
        ("rollouts by rules", partial(rollouts, BY_RULES, range(players))),
    ):
        yield Engine(
            name=game.meta.name,
            library="sevenfold compiled",
            version=__version__,
            how=f"{preset}, {how}",
            deal=deal,
        )


# --- beside the speed -------------------------------------------------------------------------------


def seconds_to_first_playout(game: str, cache: Path) -> float:
    """The CPU time of a new process, from its start to its end."""
    started = cpu_of_children()
    environment = {**os.environ, FOLDER: str(cache)}
    subprocess.run([sys.executable, "-c", FIRST_PLAYOUT.format(game=game)], env=environment, check=True)
    return cpu_of_children() - started


def cpu_of_children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def threads_against_one(game: AnyGame, threads: int, repeats: int) -> float:
    """How many times as many rounds as one thread several threads play in the same wall time."""
    batches = [
        Batch.deal(game, game.meta.options(), game.meta.seats(None), 1, seed) for seed in range(threads)
    ]

    def roll_out(batch: Batch[Any]) -> None:
        batch.rollouts(20 * ROUNDS, 1)

    def once() -> float:
        started = perf_counter()
        roll_out(batches[0])
        alone = perf_counter() - started
        started = perf_counter()
        list(pool.map(roll_out, batches))
        return threads * alone / (perf_counter() - started)

    with ThreadPoolExecutor(threads) as pool:
        return median(once() for _ in range(repeats))


def beside(games: Iterable[AnyGame], repeats: int) -> Table:
    """The other figures of each compiled game."""
    table = Table("game", "first playout, cold", "warm", "bytes a state", "2 threads against 1", box=MARKDOWN)
    for game in track(list(games), "starting anew", transient=True):
        with TemporaryDirectory() as folder:
            cold = seconds_to_first_playout(game.meta.name, Path(folder))
            warm = median(seconds_to_first_playout(game.meta.name, Path(folder)) for _ in range(repeats))
        size = Batch.deal(game, game.meta.options(), game.meta.seats(None), 1, 1).states.itemsize
        faster = threads_against_one(game, 2, repeats)
        table.add_row(game.meta.name, f"{cold:.1f} s", f"{warm:.2f} s", str(size), f"{faster:.2f}")
    return table
