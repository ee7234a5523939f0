"""How fast the environments are, beside those of other libraries, in one run: steps a second of random play.

A step is one action, with the observation and the mask before it where a library gives them at all. Ours act
in rounds that are dealt anew as they end; so do those of the others.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from random import Random
from threading import Thread
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer
from rich.box import MARKDOWN
from rich.table import Table

from bench.measure import (
    Engine,
    LibraryMissing,
    Measured,
    Played,
    console,
    load,
    machine,
    measure,
    speed_table,
)
from sevenfold.envs import VectorEnv, aec_env
from sevenfold.games import ROOMS
from sevenfold.version import __version__

ROUNDS = 1024
"""Rounds that are played at once."""

AGENTS = 3000
"""Steps of a sample, one by one."""


def step_all(env: VectorEnv, steps: int) -> Played:
    """So many steps in all rounds, with observation and mask."""
    ended = 0
    for _ in range(steps):
        env.observe()
        env.mask()
        ended += int(env.step(env.sample()).sum())
    return Played(ended, steps * env.n)


def batched(game: str) -> Engine:
    env = VectorEnv(game, ROUNDS, seed=1)
    step_all(env, 500)  # until rounds end at different times
    return ours(game, "VectorEnv", lambda: partial(step_all, env, 50))


def ours(game: str, how: str, deal: Callable[[], Callable[[], Played]]) -> Engine:
    return Engine(name=game, library="sevenfold", version=__version__, how=how, deal=deal)


# --- PettingZoo -----------------------------------------------------------------------------------


def agents_act(env: Any, rng: Random) -> Played:
    """Agents act in turn, each as PettingZoo's loop has it."""
    steps = rounds = 0
    while steps < AGENTS:
        env.reset(seed=rng.randrange(1 << 30))
        rounds += 1
        for _ in env.agent_iter():
            observed, _, terminated, truncated, _ = env.last()
            action = None
            if not terminated and not truncated:
                action = rng.choice(np.flatnonzero(observed["action_mask"]).tolist())
                steps += 1
            env.step(action)
    return Played(rounds, steps)


def petting_zoo() -> Iterator[Engine]:
    """Ours, and the classic games of cards. Raises LibraryMissing."""
    for game in ROOMS:
        yield ours(game, "PettingZoo", partial(partial, agents_act, aec_env(game), Random(1)))
    library = load("pettingzoo", "pettingzoo")
    load("pygame", "pygame")
    for name in ("leduc_holdem-v4", "texas_holdem-v4"):
        deal = partial(partial, agents_act, library.make("aec", f"classic/{name}"), Random(1))
        yield Engine(
            name=name, library="PettingZoo", version=version("pettingzoo"), how="its own, AEC", deal=deal
        )


# --- OpenSpiel ------------------------------------------------------------------------------------


def walk(game: Any, rng: Random) -> Played:
    """Rounds as OpenSpiel's algorithms walk them, with an observation of each decision."""
    steps = rounds = 0
    while steps < AGENTS / 10:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        rounds += 1
    return Played(rounds, steps)


def open_spiel() -> Iterator[Engine]:
    """Ours behind its door, its Python games, and its VectorEnv of C++ games. Raises LibraryMissing."""
    spiel = load("open_spiel", "pyspiel")
    load("open_spiel", "sevenfold.envs.openspiel")
    load("open_spiel", "open_spiel.python.games")
    for game in ROOMS:
        loaded = spiel.load_game(f"sevenfold_{game}", {"chance": "sampled"})
        yield ours(game, "OpenSpiel", partial(partial, walk, loaded, Random(1)))
    of_theirs = partial(Engine, library="OpenSpiel", version=version("open_spiel"))
    for name in ("python_kuhn_poker", "python_liars_poker"):
        yield of_theirs(
            name=name, how="in Python", deal=partial(partial, walk, spiel.load_game(name), Random(1))
        )
    for name in ("hearts", "skat", "euchre", "gin_rummy"):
        yield of_theirs(name=name, how="VectorEnv", deal=partial(partial, _SpielVector(name).steps, 100))


class _SpielVector:
    """A game in OpenSpiel's own vector of environments."""

    def __init__(self, name: str) -> None:
        make = load("open_spiel", "open_spiel.python.rl_environment").Environment
        vector = load("open_spiel", "open_spiel.python.vector_env").SyncVectorEnv
        self._output = load("open_spiel", "open_spiel.python.rl_agent").StepOutput
        self._env = vector([make(name) for _ in range(16)])
        self._times = self._env.reset()
        self._rng = Random(1)

    def steps(self, steps: int) -> Played:
        ended = 0
        for _ in range(steps):
            seen = [time.observations for time in self._times]
            chosen = [self._rng.choice(each["legal_actions"][each["current_player"]]) for each in seen]
            outputs = [self._output(action=action, probs=None) for action in chosen]
            self._times, _, done, _ = self._env.step(outputs, reset_if_done=True)
            ended += sum(done)
        return Played(ended, steps * len(self._env))


# --- Pgx ------------------------------------------------------------------------------------------


def pgx() -> Iterator[Engine]:
    """Its games with hidden cards, compiled by JAX for the CPU. Raises LibraryMissing."""
    jax, library = load("pgx", "jax"), load("pgx", "pgx")
    for name in ("leduc_holdem", "sparrow_mahjong"):
        yield Engine(
            name=name,
            library="Pgx",
            version=version("pgx"),
            how="CPU, batched",
            deal=partial(partial, _PgxRounds(jax, library, name).steps, 50),
        )


class _PgxRounds:
    """Rounds of Pgx, dealt anew as they end by its own wrapper, with random legal actions."""

    def __init__(self, jax: Any, library: Any, name: str) -> None:
        env = library.make(name)
        step = load("pgx", "pgx.experimental").auto_reset(env.step, env.init)

        def play(state: Any, key: Any) -> Any:
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            act, deal = jax.random.split(key)
            keys = jax.random.split(deal, ROUNDS)
            return jax.vmap(step)(state, jax.random.categorical(act, logits, axis=1), keys)

        self._jax, self._step = jax, jax.jit(play)
        self._key = jax.random.PRNGKey(1)
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, ROUNDS))
        self.steps(1)

    def steps(self, steps: int) -> Played:
        ended = 0
        for _ in range(steps):
            self._key, key = self._jax.random.split(self._key)
            self._state = self._step(self._state, key)
            ended += int(self._state.terminated.sum())
        self._state.observation.block_until_ready()
        return Played(ended, steps * ROUNDS)


# --- the run --------------------------------------------------------------------------------------


def two_threads(game: str, steps: int) -> float:
    """How many times as fast two threads are as one, by the clock."""
    envs = [VectorEnv(game, ROUNDS, seed=seed) for seed in range(2)]
    started = perf_counter()
    for env in envs:
        step_all(env, steps)
    alone = perf_counter() - started
    threads = [Thread(target=step_all, args=(env, steps)) for env in envs]
    started = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return alone / (perf_counter() - started)


def aims(measured: Measured) -> Table:
    """Ours against the fastest of the others, door by door."""
    table = Table("game", "door", "steps a second", "fastest other", "times as fast", box=MARKDOWN)
    speeds = {
        (each.library == "sevenfold", each.how, each.name): figure.moves_per_second
        for each, figure in measured
    }
    others = {
        "VectorEnv": ("CPU, batched", "VectorEnv"),
        "PettingZoo": ("its own, AEC",),
        "OpenSpiel": ("in Python",),
    }
    for (own, how, game), speed in speeds.items():
        if own:
            peers = [(s, name) for (mine, way, name), s in speeds.items() if not mine and way in others[how]]
            fastest, name = max(peers, default=(float("nan"), "none is installed"))
            table.add_row(game, how, f"{speed:,.0f}", f"{name}: {fastest:,.0f}", f"{speed / fastest:.1f}")
    return table


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU time of a repeat")] = 0.5,
    repeats: Annotated[int, typer.Option(min=1)] = 5,
    peers: Annotated[bool, typer.Option("--peers/--alone", help="Other libraries too.")] = True,
) -> None:
    """Steps a second of random play on one core, and what two threads bring."""
    screen = console()
    screen.print(f"{machine()}; median of {repeats} repeats of {seconds:g} s of CPU time")
    engines = [batched(game) for game in ROOMS]
    for library in (petting_zoo, open_spiel, pgx) if peers else ():
        try:
            engines.extend(library())
        except LibraryMissing as missing:
            screen.print(f"the rest is left out: {missing}")
    measured = measure(engines, seconds, repeats)
    screen.print(speed_table(measured))
    screen.print(aims(measured))
    times = ", ".join(f"{game} {two_threads(game, 200):.2f}" for game in ROOMS)
    screen.print(f"two threads against one: {times}")


if __name__ == "__main__":
    typer.run(main)
