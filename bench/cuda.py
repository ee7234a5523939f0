"""What a GPU does beside one core, within five minutes: is it the same, and how fast is it?

Of each game, with nobody inside and with its learnt player at two seats, steps and rollouts are compared with
the CPU's to the bit, and then measured on both. A step is one action in one round, with its observation and
its mask. Pgx's games are measured too, and `examples/recipes/cleanrl_ppo.py`, where JAX and PyTorch are
installed. What there is no time for is named. Each line says after how many seconds it was printed.

    python -m bench.cuda
    compute-sanitizer python -m bench.cuda --only lockup --rounds 256 --seconds 0

The second looks for reads and writes outside of arrays. On a machine without a GPU two parts can be run: the
comparison, in Numba's simulator of a GPU, and the kernels of all tables, compiled to PTX.

    NUMBA_ENABLE_CUDASIM=1 python -m bench.cuda --only lockup --rounds 2 --compared 20
    python -m bench.cuda --ptx-all
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Annotated, Any

import typer

from bench import gpu_same
from bench.envs import PgxRounds
from bench.measure import LibraryMissing, console, load, machine
from sevenfold import Batch, CudaBatch
from sevenfold.compiled.cuda import CudaUnavailable
from sevenfold.compiled.cuda.gpu import Gpu
from sevenfold.core.game import AnyGame
from sevenfold.envs import CudaVectorEnv, VectorEnv
from sevenfold.games import load_game

PGX = ("leduc_holdem", "sparrow_mahjong")
"""The games of Pgx with hidden cards, of which the second is nearest to ours."""
SEATS = (1, 2)
"""Those that a player of ours has, where one has any."""
RECIPE = Path(__file__).parents[1] / "examples/recipes/cleanrl_ppo.py"


class Who(StrEnum):
    """Who has some of the seats."""

    NOBODY = "nobody"
    RULES = "rules"
    LEARNT = "learnt"


PAIRS = (
    ("lockup", Who.NOBODY),
    ("trump7", Who.NOBODY),
    ("seven_bridge", Who.NOBODY),
    ("lockup", Who.LEARNT),
    ("trump7", Who.LEARNT),
    ("lockseven", Who.NOBODY),
)
"""What is compared and measured where nothing is named. LockSeven takes longest to compile."""
BEFORE_OTHERS = 4
"""So many of them come before Pgx and PPO."""
FOR_A_GAME, FOR_LOCKSEVEN, FOR_PGX, FOR_PPO = 40, 150, 20, 30
"""How many seconds must be left for a part to begin."""


@dataclass(frozen=True)
class Plan:
    """How much is compared and measured."""

    rounds: int
    compared: int
    """Steps."""
    seconds: float
    """Of each measurement; with 0 nothing is measured."""
    ends: float
    """When the time is over, as `perf_counter` has it."""

    @property
    def left(self) -> float:
        return self.ends - perf_counter()


@dataclass(frozen=True)
class Part:
    """A part of the run, which prints lines."""

    name: str
    needs: float
    """It begins only if so many seconds are left."""
    lines: Callable[[], Iterator[str]]


def rate(step: Callable[[], object], wait: Callable[[], object], count: int, seconds: float) -> float:
    """How many a second, of what takes `count` of them at once."""
    step()
    wait()
    begun, done = perf_counter(), 0
    while done == 0 or perf_counter() - begun < seconds:
        step()
        wait()
        done += count
    return done / (perf_counter() - begun)


def ten_steps(env: Any) -> None:
    """Actions at random, each with what is seen before it."""
    for _ in range(10):
        env.observe()
        env.mask()
        env.step(env.sample())


def by(game: AnyGame, who: Who) -> AnyGame | None:
    """The game with that player; None where it has none of its own."""
    if who is not Who.LEARNT:
        return game
    learnt = game.by_learnt()
    return None if learnt.choose is game.choose else learnt


def warm(name: str, who: Who) -> None:
    """Compile for the CPU what is compared: another process then reads it from the cache."""
    game = by(load_game(name), who)
    if game is not None:
        env = VectorEnv(game, 1)
        ten_steps(env)
        env.advise()
        batch = Batch.deal(game, game.meta.options(), game.meta.seats(None), 1, seed=1)
        batch.rollouts(1, 1)
        batch.playout(batch.dice(1))
        batch.returns()
        batch.to_act()


def ours(name: str, who: Who, plan: Plan, warmed: Future[None] | None) -> Iterator[str]:
    """A game of ours: compared, then measured. `warmed` is None in the simulator, which takes its time.

    Raises CudaUnavailable, NotTheSame.
    """
    game, seats = by(load_game(name), who), () if who is Who.NOBODY else SEATS
    if game is None:
        yield f"{name} has no learnt player"
        return
    some = min(plan.rounds, 1 << 16)
    there = CudaVectorEnv(game, some, seed=5, opponents=dict.fromkeys(seats, "rules"), threads=min(128, some))
    if warmed is not None:
        warmed.result()
    here = VectorEnv(game, some, seed=5, opponents=dict.fromkeys(seats, "rules"))
    most = inf if warmed is None else 10.0
    steps, ended = gpu_same.steps(there, here, plan.compared, most, advised=bool(seats))
    yield f"{name}, {who}: {steps} steps of {some:,} rounds are the same, {ended:,} rounds ended"
    moves = gpu_same.playouts(game, min(some, 1 << 13), seats)
    yield f"{name}, {who}: {moves:,} moves of playouts and rollouts are the same"
    if plan.seconds:
        yield from speeds(game, who, seats, plan)


def speeds(game: AnyGame, who: Who, seats: tuple[int, ...], plan: Plan) -> Iterator[str]:
    """Steps and rollouts a second, of the GPU and of one core."""
    title = f"{game.meta.name}, {who}:"
    there = CudaVectorEnv(game, plan.rounds, opponents=dict.fromkeys(seats, "rules"))
    here = VectorEnv(game, 4096, opponents=dict.fromkeys(seats, "rules"))
    gpu = rate(partial(ten_steps, there), there.synchronize, 10 * plan.rounds, plan.seconds)
    core = rate(partial(ten_steps, here), lambda: None, 10 * here.n, plan.seconds)
    yield f"{title} {gpu:,.0f} steps a second on the GPU, {core:,.0f} on one core"
    del there
    dealt = Batch.deal(game, game.meta.options(), game.meta.seats(None), 1024, seed=1)
    batch = CudaBatch(dealt)
    gpu = rate(lambda: batch.rollouts(plan.rounds, 2, seats), lambda: None, plan.rounds, plan.seconds)
    core = rate(lambda: dealt.rollouts(4096, 2, seats), lambda: None, 4096, plan.seconds)
    yield f"{title} {gpu:,.0f} rollouts a second on the GPU, {core:,.0f} on one core"


def pgx(name: str, plan: Plan) -> Iterator[str]:
    """A game of Pgx, on the device that JAX takes by itself. Raises LibraryMissing."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or JAX takes most of the memory
    jax = load("jax", "jax")
    played = PgxRounds(jax, load("pgx", "pgx"), name, plan.rounds)
    steps = rate(lambda: played.steps(10), lambda: None, 10 * plan.rounds, plan.seconds)
    yield f"Pgx {name}: {steps:,.0f} steps a second on {jax.devices()[0]}"


def ppo(plan: Plan) -> Iterator[str]:
    """PPO whose rounds, networks and players all stay on the GPU. Raises LibraryMissing."""
    if find_spec("torch") is None:
        raise LibraryMissing("torch", ImportError("PyTorch is not installed"))
    seconds = min(60, int(plan.left))
    options = ["--device", "cuda", "--rounds", "16384", "--seconds", str(seconds)]
    with subprocess.Popen([sys.executable, str(RECIPE), *options], stdout=subprocess.PIPE, text=True) as made:
        assert made.stdout is not None
        yield from (f"PPO: {line.rstrip()}" for line in made.stdout)
    yield f"PPO ended with exit code {made.returncode}"


def compiled(only: str) -> Iterator[str]:
    """The kernels of all tables compiled, and those with players inside at the usual table; a line each."""
    from bench import ptx

    for table in ptx.tables(only):
        game = load_game(table.game)
        with_players = (Who.RULES, Who.LEARNT) if table == ptx.usual_table(game) else ()
        for who in (Who.NOBODY, *with_players):
            played = by(game, who)
            if played is None:
                continue
            line, begun = f"{table.game}, {table.players} seats, {table.cards} cards, {who}", process_time()
            try:
                texts = ptx.compile_all(table, played, by_player=who is not Who.NOBODY)
            except CudaUnavailable as reason:
                yield f"{line}: {reason}"
                continue
            lines = sum(len(text.splitlines()) for text in texts.values())
            yield f"{line}: {lines:,} lines of PTX, {process_time() - begun:.0f} s of CPU"


def parts_of(plan: Plan, only: str, who: Who | None, simulated: bool, pool: Executor) -> list[Part]:
    """The parts of a run, the most important first."""
    if only and who is not None:
        pairs = [(only, who)]
    else:
        pairs = [(name, each) for name, each in PAIRS if only in ("", name) and who in (None, each)]
    games = []
    for name, each in pairs:
        ready = None if simulated else pool.submit(warm, name, each)
        needs = FOR_LOCKSEVEN if name == "lockseven" else FOR_A_GAME
        games.append(Part(f"{name}, {each}", needs, partial(ours, name, each, plan, ready)))
    if simulated or only or not plan.seconds:
        return games
    others = [Part(f"Pgx {name}", FOR_PGX, partial(pgx, name, plan)) for name in PGX]
    others.append(Part("PPO", FOR_PPO, partial(ppo, plan)))
    return games[:BEFORE_OTHERS] + others + games[BEFORE_OTHERS:]


def main(
    minutes: Annotated[float, typer.Option(min=0.1, help="no part begins that would take longer")] = 5.0,
    rounds: Annotated[int, typer.Option(min=1, help="rounds at once")] = 1 << 18,
    compared: Annotated[int, typer.Option(help="steps that are compared with the CPU's")] = 100,
    seconds: Annotated[float, typer.Option(min=0.0, help="of each measurement; 0 for none")] = 2.0,
    only: Annotated[str, typer.Option(help="one game; all where none is named")] = "",
    who: Annotated[Who | None, typer.Option(help="who has two of the seats")] = None,
    ptx_all: Annotated[bool, typer.Option(help="compile the kernels of all tables, without a GPU")] = False,
) -> None:
    """Compare what a GPU plays with what the CPU plays, then measure both."""
    screen, begun = console(), perf_counter()
    if ptx_all:
        screen.print(machine())
        for line in compiled(only):
            screen.print(line)
        return
    try:
        Gpu(0, 1)
    except CudaUnavailable as missing:
        screen.print(f"nothing is measured: {missing}; see --help for what can be tried without a GPU")
        return
    simulated = bool(import_module("numba").config.ENABLE_CUDASIM)
    gpu = "simulated" if simulated else import_module("numba.cuda").get_current_device().name
    screen.print(f"{machine()}; {gpu}")
    plan = Plan(rounds, compared, 0.0 if simulated else seconds, begun + 60 * minutes)
    differs = False
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for part in parts_of(plan, only, who, simulated, pool):
            if plan.left < part.needs and not simulated:
                screen.print(f"{part.name} is left out: there is no time for it")
                continue
            screen.print(f"{perf_counter() - begun:4.0f} s  {part.name} begins")
            try:
                for line in part.lines():
                    screen.print(f"{perf_counter() - begun:4.0f} s  {line}")
            except (CudaUnavailable, LibraryMissing) as reason:
                screen.print(f"{part.name} is left out: {reason}")
            except gpu_same.NotTheSame as difference:
                screen.print(difference)
                differs = True
    raise typer.Exit(int(differs))


if __name__ == "__main__":
    typer.run(main)
