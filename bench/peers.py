"""The nearest games of other libraries: OpenSpiel from Python and by its own C++ rollouts, and RLCard.

All play uniformly random legal moves from a dealt state. The libraries come with the extra `bench`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from itertools import cycle
from random import Random
from statistics import fmean
from types import ModuleType
from typing import Any

from bench.measure import Engine, Played, load

ROLLOUTS = 100
"""Rollouts that one call of the C++ evaluator makes."""

STATES, LENGTHS = 16, 64
"""How many dealt states rollouts start from, and how many rounds give the mean length from each."""


class OpenSpielGame:
    """A game of OpenSpiel, driven from Python."""

    def __init__(self, pyspiel: ModuleType, name: str, seed: int) -> None:
        self.game = pyspiel.load_game(name)
        self._rng = Random(seed)

    def dealt(self) -> Any:
        """A state in which the first player is to act."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            self._draw(state)
        return state

    def deal(self) -> Callable[[], Played]:
        return partial(self.play, self.dealt())

    def play(self, state: Any) -> Played:
        """Play a state to the end of the round."""
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                self._draw(state)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(self._rng.random() * len(actions))])
                moves += 1
        return Played(1, moves)

    def _draw(self, state: Any) -> None:
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self._rng.choices(outcomes, weights)[0])


class OpenSpielRollouts:
    """The rollouts of OpenSpiel's own search in C++, with one simulation, which only evaluates the root.

    It does not count moves: they are estimated by the mean length of random rounds from the same state.
    """

    def __init__(self, pyspiel: ModuleType, name: str, seed: int) -> None:
        python = OpenSpielGame(pyspiel, name, seed)
        states = [python.dealt() for _ in range(STATES)]
        lengths = [fmean(python.play(state.clone()).moves for _ in range(LENGTHS)) for state in states]
        self._starts = cycle(zip(states, lengths, strict=True))
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
        self._bot = pyspiel.MCTSBot(
            game=python.game,
            evaluator=evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=1,
            solve=False,
            seed=seed,
            verbose=False,
        )

    def deal(self) -> Callable[[], Played]:
        return partial(self._roll_out, *next(self._starts))

    def _roll_out(self, state: Any, length: float) -> Played:
        self._bot.step(state)
        return Played(ROLLOUTS, ROLLOUTS * length)


class RLCardGame:
    """A game of RLCard. Its agents are left aside: their module does not load on Python 3.12 and later."""

    def __init__(self, rlcard: ModuleType, name: str, seed: int) -> None:
        self._env = rlcard.make(name, config={"seed": seed})
        self._rng = Random(seed)

    def deal(self) -> Callable[[], Played]:
        state, _ = self._env.reset()
        return partial(self._play, state)

    def _play(self, state: Any) -> Played:
        moves = 0
        while not self._env.is_over():
            actions = list(state["legal_actions"])
            state, _ = self._env.step(actions[int(self._rng.random() * len(actions))])
            moves += 1
        return Played(1, moves)


def open_spiel(name: str, seed: int) -> Iterator[Engine]:
    """A game of OpenSpiel, both ways. Raises LibraryMissing."""
    pyspiel = load("open_spiel", "pyspiel")
    for how, made in (("from Python", OpenSpielGame), ("C++ rollouts", OpenSpielRollouts)):
        deal = made(pyspiel, name, seed).deal
        yield Engine(name=name, library="OpenSpiel", version=version("open_spiel"), how=how, deal=deal)


def rlcard(name: str, seed: int) -> Iterator[Engine]:
    """A game of RLCard. Raises LibraryMissing."""
    deal = RLCardGame(load("rlcard", "rlcard"), name, seed).deal
    yield Engine(name=name, library="RLCard", version=version("rlcard"), how="from Python", deal=deal)


Library = Callable[[str, int], Iterator[Engine]]
"""Takes the name of a game and a seed, and returns the ways in which a library plays it."""

NEAREST: dict[str, tuple[tuple[Library, str], ...]] = {
    "lockup": ((open_spiel, "hearts"),),
    "trump7": ((open_spiel, "skat"), (open_spiel, "euchre")),
    "seven_bridge": ((open_spiel, "gin_rummy"), (rlcard, "gin-rummy")),
    "lockseven": ((rlcard, "doudizhu"),),
}
"""The games of other libraries that are nearest to each of ours."""
