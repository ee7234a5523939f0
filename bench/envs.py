"""How fast the environments are, beside those of other libraries, in one run: steps a second of random play.

A step is one action, with the observation and the mask before it where a library gives them at all. Ours act
in rounds that are dealt anew as they end; so do those of the others. An idle machine takes some three
minutes, one of them for JAX to compile the games of Pgx. The first run on a machine compiles ours too.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import version
from random import Random
from statistics import median
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.box import MARKDOWN
from rich.console import Console
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
from sevenfold.envs import MatchVectorEnv, VectorEnv, aec_env
from sevenfold.envs.encoding import encoded_games
from sevenfold.version import __version__

ROUNDS = 1024
"""Rounds that are played at once."""

SHARED = 4096
"""Rounds that are shared out between two threads."""

AGENTS, WALKED = 1000, 300
"""How many steps a sample has, made one by one: by agents in turn, and on OpenSpiel's states."""

HISTORY = 64
"""How many tokens are read before each step, where a history is kept."""

SMALL = ("leduc_holdem", "LeducHoldem-v1", "leduc_holdem-v4", "python_kuhn_poker")
"""Poker with three or six cards, which ends after two to five actions."""


class Aim(NamedTuple):
    """What one of our interfaces is compared with, and how many times as fast as these it should be."""

    others: tuple[str, ...]
    times: int


AIMS = {
    "VectorEnv": Aim(("CPU, batched", "C++, batched", "VectorEnv"), 5),
    "PettingZoo": Aim(("its own, AEC",), 3),
    "OpenSpiel": Aim(("in Python",), 2),
}


def step_all(env: VectorEnv, steps: int) -> Played:
    """Make this many steps in all rounds, with observation, mask and, where there is one, history.

    The arrays are written again at each step, as a loop that keeps none of them would do it.
    """
    seen, mask, actions, ended = env.observe(), env.mask(), env.sample(), 0
    for _ in range(steps):
        env.observe(seen)
        env.mask(mask)
        if env.history:
            env.observe_history(env.history)
        ended += int(env.step(env.sample(actions)).sum())
    return Played(ended, steps * env.n)


def batched() -> Iterator[Engine]:
    """Ours, many rounds at once."""
    for game in encoded_games():
        yield ours(game, "VectorEnv", partial(partial, step_all, mixed(game), 50))
        with_history = partial(partial, step_all, mixed(game, HISTORY), 50)
        yield ours(game, "VectorEnv with history", with_history)
        matches = mixed(game, kind=MatchVectorEnv)
        yield ours(game, "MatchVectorEnv", partial(partial, step_all, matches, 50))


def mixed(
    game: str, history: int = 0, kind: type[VectorEnv] = VectorEnv, n: int = ROUNDS, threads: int = 1
) -> VectorEnv:
    env = kind(game, n, seed=1, history=history, threads=threads)
    step_all(env, 500)  # until rounds end at different times
    return env


def ours(game: str, how: str, deal: Callable[[], Callable[[], Played]]) -> Engine:
    return Engine(name=game, library="sevenfold", version=__version__, how=how, deal=deal)


# --- PettingZoo -----------------------------------------------------------------------------------


def agents_act(env: Any, rng: Random) -> Played:
    """Let agents act in turn, as in PettingZoo's loop."""
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
    for game in encoded_games():
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
    """Play rounds as OpenSpiel's algorithms walk them, with an observation of each decision."""
    steps = rounds = 0
    while steps < WALKED:
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
    """Our games in OpenSpiel, its Python games, and its VectorEnv of C++ games. Raises LibraryMissing."""
    spiel = load("open_spiel", "pyspiel")
    load("open_spiel", "sevenfold.envs.openspiel")
    load("open_spiel", "open_spiel.python.games")
    for game in encoded_games():
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
            deal=partial(partial, PgxRounds(jax, library, name, ROUNDS).steps, 10),
        )


class PgxRounds:
    """Rounds of Pgx, dealt anew as they end by its own wrapper, with random legal actions."""

    def __init__(self, jax: Any, library: Any, name: str, rounds: int) -> None:
        env = library.make(name)
        step = load("pgx", "pgx.experimental").auto_reset(env.step, env.init)

        def play(state: Any, key: Any) -> Any:
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            act, deal = jax.random.split(key)
            keys = jax.random.split(deal, rounds)
            return jax.vmap(step)(state, jax.random.categorical(act, logits, axis=1), keys)

        self._jax, self._step, self._rounds = jax, jax.jit(play), rounds
        self._key = jax.random.PRNGKey(1)
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, rounds))
        self.steps(1)

    def steps(self, steps: int) -> Played:
        ended = self._jax.numpy.zeros((), int)
        for _ in range(steps):
            self._key, key = self._jax.random.split(self._key)
            self._state = self._step(self._state, key)
            ended += self._state.terminated.sum()
        self._state.observation.block_until_ready()
        return Played(int(ended), steps * self._rounds)


# --- EnvPool --------------------------------------------------------------------------------------


def env_pool() -> Iterator[Engine]:
    """Its games with hidden cards, in C++ on one thread. Raises LibraryMissing."""
    library = load("envpool", "envpool")
    for name in ("LeducHoldem-v1", "SparrowMahjong-v1"):
        yield Engine(
            name=name,
            library="EnvPool",
            version=version("envpool"),
            how="C++, batched",
            deal=partial(partial, _PoolRounds(library, name).steps, 10),
        )


class _PoolRounds:
    """Rounds of EnvPool, which deals anew as they end, with random legal actions."""

    def __init__(self, library: Any, name: str) -> None:
        self._env = library.make(name, env_type="gymnasium", num_envs=ROUNDS, num_threads=1, seed=1)
        self._rng = np.random.default_rng(1)
        self._mask = self._env.reset()[1]["legal_action_mask"]

    def steps(self, steps: int) -> Played:
        ended = 0
        for _ in range(steps):
            liked = np.where(self._mask, self._rng.random(self._mask.shape, np.float32), -1)
            _, _, terminated, truncated, info = self._env.step(liked.argmax(axis=1).astype(np.int32))
            self._mask = info["legal_action_mask"]
            ended += int((terminated | truncated).sum())
        return Played(ended, steps * ROUNDS)


# --- the run --------------------------------------------------------------------------------------

LIBRARIES: dict[str, Callable[[], Iterator[Engine]]] = {
    "PettingZoo": petting_zoo,
    "OpenSpiel": open_spiel,
    "Pgx": pgx,
    "EnvPool": env_pool,
}


def ready(made: Iterable[Engine], screen: Console) -> Iterator[Engine]:
    """Each engine once it is ready, which is printed: some are compiled first."""
    started = perf_counter()
    for engine in made:
        screen.print(
            f"ready: {engine.name}, {engine.library}, {engine.how} ({perf_counter() - started:.1f} s)"
        )
        yield engine
        started = perf_counter()


def two_threads(game: str, steps: int, n: int = SHARED) -> float:
    """How many times as fast as by one thread an environment is by two, in wall time; the median of five."""
    one, two = (mixed(game, n=n, threads=threads) for threads in (1, 2))
    return median(_wall(one, steps) / _wall(two, steps) for _ in range(5))


def _wall(env: VectorEnv, steps: int) -> float:
    started = perf_counter()
    step_all(env, steps)
    return perf_counter() - started


def aims(measured: Measured) -> Table:
    """Ours against the fastest of the others, by interface; then against the fastest that is not SMALL."""
    heads = "game", "door", "steps a second", "fastest other", "times", "no small poker", "times", "aim"
    table = Table(*heads, box=MARKDOWN)
    speeds = [(engine, figure.moves_per_second) for engine, figure in measured]
    for own, speed in speeds:
        if own.library != "sevenfold" or own.how not in AIMS:
            continue
        aim = AIMS[own.how]
        others = [each for each in speeds if each[0].library != "sevenfold" and each[0].how in aim.others]
        peers = [(their, each.name) for each, their in others]
        cells = [*_beside(speed, peers), *_beside(speed, [peer for peer in peers if peer[1] not in SMALL])]
        table.add_row(own.name, own.how, f"{speed:,.0f}", *cells, str(aim.times))
    return table


def _beside(speed: float, peers: list[tuple[float, str]]) -> tuple[str, str]:
    """The fastest of the peers, and how many times as fast as that we are."""
    if not peers:
        return "none", "-"
    fastest, name = max(peers)
    return f"{name}: {fastest:,.0f}", f"{speed / fastest:.1f}"


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU time of a repeat")] = 0.5,
    repeats: Annotated[int, typer.Option(min=1)] = 5,
    peers: Annotated[bool, typer.Option("--peers/--alone", help="Other libraries too.")] = True,
) -> None:
    """Steps a second of random play on one core, and what two threads bring."""
    screen = console()
    screen.print(f"{machine()}; median of {repeats} repeats of {seconds:g} s of CPU time")
    engines, missing = list(ready(batched(), screen)), list[str]()
    for library, made in LIBRARIES.items() if peers else ():
        try:
            engines.extend(ready(made(), screen))
        except LibraryMissing as cause:
            missing.append(library)
            screen.print(f"{library} is left out: {cause}")
    gc.freeze()  # else what JAX and others hold is looked through again and again, in everybody's time
    measured = measure(engines, seconds, repeats)
    table = speed_table(measured)
    for library in missing:
        table.add_row("none", f"{library}: not installed", *["-"] * 4)
    screen.print(table)
    screen.print(aims(measured))
    times = ", ".join(f"{game} {two_threads(game, 50):.2f}" for game in encoded_games())
    screen.print(f"two threads against one, {SHARED} rounds: {times}")


if __name__ == "__main__":
    typer.run(main)
