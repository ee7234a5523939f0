"""What an entrant brings: `module:name`, which makes an agent for a task."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import Player
from sevenfold.compiled.arrays import whole_numbers
from sevenfold.envs.acting import action_player
from sevenfold.envs.encoding import load_encoding
from sevenfold.envs.tree import GameTree, InformationSet, Numbers
from sevenfold.envs.turns import next_action
from sevenfold.envs.vector import IllegalAction
from sevenfold.errors import SevenfoldError
from sevenfold.suite.pool import LINEAR, RANDOM, chooser_of, linear_agent, player_of, players_of
from sevenfold.suite.seating import Batched, ByView, Chooser
from sevenfold.suite.tasks import Task


class NoAgent(SevenfoldError, LookupError):
    """A name that stands for no agent."""

    def __init__(self, name: str, cause: object) -> None:
        super().__init__(
            f"there is no agent {name!r} ({cause}); name one of the pool, or module:function, where the "
            "function is given the task and a seed, and with --log the weights, and returns the agent "
            "(docs/benchmark.md)"
        )
        self.name = name


@dataclass(frozen=True)
class Entrant:
    """An agent by name, with the hash of its module's file; `answers` is what its function made."""

    name: str
    task: Task
    seed: int
    answers: Any
    file: str | None

    @property
    def is_of_pool(self) -> bool:
        """Whether it is a player of the pool."""
        return ":" not in self.name

    def chooser(self, deals: int) -> Chooser:
        """It, at many tables at once; for how many deals."""
        if self.is_of_pool:
            return chooser_of(self.name, self.task, deals)
        return Batched(self.answers) if hasattr(self.answers, "act") else ByView(self.answers)

    def player(self) -> Player[Any]:
        """It, by a seat's view."""
        if self.is_of_pool:
            return player_of(self.name, self.task)
        return action_player(self.task.played, self._first) if hasattr(self.answers, "act") else self.answers

    def _first(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> int:
        return int(self.answers.act(observation[None], mask[None])[0])


def load_entrant(name: str, task: Task, seed: int = 0, weights: bytes | None = None) -> Entrant:
    """The agent of this name, made with a seed, and with weights where there are some.

    Raises NoAgent, and whatever its function raises.
    """
    if name in players_of(task) and weights is not None:
        raise NoAgent(name, "a player of the pool takes no weights")
    if name in players_of(task):
        return Entrant(name, task, seed, linear_agent(task) if name == LINEAR else None, None)
    if ":" not in name:
        raise NoAgent(name, f"{task.name} has {', '.join(players_of(task))}")
    given = (task, seed) if weights is None else (task, seed, weights)
    try:
        make, file = load_function(name)
        signature(make).bind(*given)
    except TypeError as error:
        raise NoAgent(name, f"{error}; where it takes weights, name their training by --log") from error
    except (ImportError, AttributeError) as error:
        raise NoAgent(name, error) from error
    return Entrant(name, task, seed, make(*given), file)


def load_function(name: str) -> tuple[Callable[..., Any], str | None]:
    """A function by `module:name`, also of the current folder, with the hash of its module's file.

    Raises ImportError, AttributeError.
    """
    module, _, function = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    found = import_module(module)
    file = getattr(found, "__file__", None)
    hashed = sha256(Path(file).read_bytes()).hexdigest() if file else None
    return getattr(found, function), hashed


def strategy_of(entrant: Entrant, tree: GameTree) -> Numbers:
    """An agent as a strategy of a short deck: by `policy(observation, mask)`, where it has that.

    Else it is asked for one action in each information set. Raises IllegalAction, WrongChances.
    """
    sets = tree.information_sets
    observation, mask = np.array([each.observation for each in sets]), np.array([each.mask for each in sets])
    if entrant.name == RANDOM:
        return tree.uniform()
    if hasattr(entrant.answers, "policy"):
        given = np.asarray(entrant.answers.policy(observation, mask), np.float64) * mask
        sums = given.sum(axis=1, keepdims=True)
        return tree.strategy(given / np.where(sums > 0, sums, 1))
    if hasattr(entrant.answers, "act"):
        actions = whole_numbers("actions", np.asarray(entrant.answers.act(observation, mask)), len(sets))
    else:
        actions = np.array([_towards(entrant, each) for each in sets])
    return tree.strategy(_pure(actions, mask))


def _towards(entrant: Entrant, known: InformationSet) -> int:
    """The next action towards its player's move; the lowest where it would not have chosen what is chosen."""
    seen, seat, chosen, twice = known.seen, known.seat, known.chosen, known.chosen_twice
    move = entrant.player()(seen, seat)
    if chosen & ~move.cards or twice & ~move.twice:
        return int(known.mask.argmax())
    kinds = load_encoding(entrant.task.game).kinds
    return next_action(entrant.task.played.rules, seen, seat, chosen, twice, kinds, move)


def _pure(actions: NDArray[np.int64], mask: NDArray[np.int8]) -> Numbers:
    """Chance 1 for one action in each row. Raises IllegalAction."""
    chances = np.zeros(mask.shape)
    for row, action in enumerate(actions.tolist()):
        if not (0 <= action < mask.shape[1] and mask[row, action]):
            raise IllegalAction(row, action)
        chances[row, action] = 1.0
    return chances
