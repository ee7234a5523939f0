"""Steps a second of the environments on a GPU, beside the CPU's and Pgx's games, in one run of five minutes.

A step is one action in one round, with its observation and its mask. What a GPU plays is first compared
with `VectorEnv`, to the byte. On a machine without a GPU two parts can be run: the comparison, in Numba's
simulator of a GPU, and the kernels of all tables, compiled to PTX.

    NUMBA_ENABLE_CUDASIM=1 python -m bench.cuda --rounds 2 --compared 20
    python -m bench.cuda --ptx-all
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from importlib import import_module
from time import perf_counter, process_time
from typing import Annotated, Any

import numpy as np
import typer

from bench.envs import PgxRounds
from bench.measure import LibraryMissing, console, load, machine
from sevenfold.compiled.cuda import CudaUnavailable
from sevenfold.core.game import AnyGame
from sevenfold.envs import VectorEnv
from sevenfold.envs.cuda import CudaVectorEnv
from sevenfold.games import ROOMS, load_game

PGX = ("leduc_holdem", "sparrow_mahjong")
"""The games of Pgx with hidden cards, of which the second is nearest to ours."""
SEATS = (1, 2)
"""Those that a player of ours has, where one has any."""


class Who(StrEnum):
    """Who has some of the seats."""

    NOBODY = "nobody"
    RULES = "rules"
    LEARNT = "learnt"


class NotTheSame(AssertionError):
    """What a GPU has differs from what the CPU has."""

    def __init__(self, game: str, what: str, step: int) -> None:
        super().__init__(f"{game}: {what} differs after {step} steps")


def compare(game: AnyGame, rounds: int, steps: int, policy_seats: tuple[int, ...] = ()) -> int:
    """Play the same rounds on both and compare all arrays after each step; how many rounds ended.

    Raises NotTheSame.
    """
    here = VectorEnv(game, rounds, seed=5, policy_seats=policy_seats)
    there = CudaVectorEnv(game, rounds, seed=5, policy_seats=policy_seats, threads=min(128, rounds))
    put, ended = import_module("numba.cuda").to_device, 0
    for step in range(steps):
        for what, own, other in (
            ("to_act", here.to_act, there.to_act),
            ("observe", here.observe(), there.observe()),
            ("mask", here.mask(), there.mask()),
            ("ended", here.ended, there.ended),
            ("returns", here.returns, there.returns),
        ):
            if not np.array_equal(own, other.copy_to_host()):
                raise NotTheSame(game.meta.name, what, step)
        actions = here.sample()
        there.step(put(actions))
        ended += int(here.step(actions).sum())
    return ended


def rate(step: Callable[[], object], wait: Callable[[], object], count: int, seconds: float) -> float:
    """Steps a second of what takes `count` steps at once."""
    step()
    wait()
    begun, done = perf_counter(), 0
    while perf_counter() - begun < seconds:
        for _ in range(10):
            step()
        wait()
        done += 10 * count
    return done / (perf_counter() - begun)


def of_ours(env: Any, wait: Callable[[], object], seconds: float) -> float:
    """Steps a second of an environment of ours, by actions at random."""

    def step() -> None:
        env.observe()
        env.mask()
        env.step(env.sample())

    return rate(step, wait, env.n, seconds)


def of_pgx(name: str, rounds: int, seconds: float) -> float:
    """Steps a second of a game of Pgx, on the device that JAX takes by itself. Raises LibraryMissing."""
    played = PgxRounds(load("pgx", "jax"), load("pgx", "pgx"), name, rounds)
    return rate(lambda: played.steps(1), lambda: None, rounds, seconds)


def by(game: AnyGame, who: Who) -> AnyGame | None:
    """The game with that player; None where it has none of its own."""
    if who is not Who.LEARNT:
        return game
    learnt = game.by_learnt()
    return None if learnt.choose is game.choose else learnt


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


def measure(screen: Any, game: AnyGame, rounds: int, seconds: float) -> None:
    """Print steps a second of the GPU and of one core."""
    cuda = import_module("numba.cuda")
    there = of_ours(CudaVectorEnv(game, rounds), cuda.synchronize, seconds)
    here = of_ours(VectorEnv(game, 4096), lambda: None, seconds)
    screen.print(f"{game.meta.name}: {there:,.0f} steps a second on the GPU, {here:,.0f} on one core")


def main(
    rounds: Annotated[int, typer.Option(min=1, help="rounds at once")] = 1 << 18,
    compared: Annotated[int, typer.Option(help="steps that are compared with the CPU's")] = 100,
    seconds: Annotated[float, typer.Option(min=0.0, help="of each measurement; 0 for none")] = 5.0,
    only: Annotated[str, typer.Option(help="one game; all where none is named")] = "",
    who: Annotated[Who, typer.Option(help="who has two of the seats")] = Who.NOBODY,
    ptx_all: Annotated[bool, typer.Option(help="compile the kernels of all tables, without a GPU")] = False,
) -> None:
    """Compare a GPU's rounds with the CPU's, then measure both."""
    screen = console()
    if ptx_all:
        screen.print(machine())
        for line in compiled(only):
            screen.print(line)
        return
    try:
        CudaVectorEnv("lockup", 1)
    except CudaUnavailable as missing:
        screen.print(f"nothing is measured: {missing}; see --help for what can be tried without a GPU")
        return
    cuda = import_module("numba.cuda")
    simulated = bool(import_module("numba").config.ENABLE_CUDASIM)
    screen.print(f"{machine()}; {'simulated' if simulated else cuda.get_current_device().name}")
    for name in [only] if only else list(ROOMS):
        game = by(load_game(name), who)
        if game is None:
            screen.print(f"{name} has no learnt player")
            continue
        try:
            ended = compare(game, min(rounds, 1 << 16), compared, () if who is Who.NOBODY else SEATS)
        except CudaUnavailable as reason:
            screen.print(f"{name}: {reason}")
            continue
        screen.print(f"{name}, {who}: {compared} steps are the same, {ended} rounds ended")
        if not simulated and seconds:
            measure(screen, game, rounds, seconds)
    for name in () if simulated or not seconds else PGX:
        try:
            screen.print(f"Pgx {name}: {of_pgx(name, rounds, seconds):,.0f} steps a second")
        except LibraryMissing as missing:
            screen.print(f"{name} is left out: {missing}")


if __name__ == "__main__":
    typer.run(main)
