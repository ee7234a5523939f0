"""The players of the pool: those that every entrant meets, the same for ever."""

from hashlib import sha256
from random import Random
from typing import Any

from sevenfold.bots import registering
from sevenfold.bots.levels import SearchPlayer
from sevenfold.bots.players import Player, RandomPlayer
from sevenfold.envs.acting import action_player
from sevenfold.errors import SevenfoldError
from sevenfold.search.decide import Budget
from sevenfold.suite.linear import LinearAgent
from sevenfold.suite.seating import Advised, Batched, ByView, Chooser, Uniform
from sevenfold.suite.tasks import Task, read_part

RANDOM, RULES, LEARNT, LINEAR, SEARCH = NAMES = ("random", "rules", "learnt", "linear", "search")

LEARNT_IN = ("lockup", "trump7")
"""The games that had a learnt player when version 1 was frozen."""

SIMULATED_MOVES = 1000
"""What `search` simulates before each of its moves, in worlds in which all go on by the rules player."""

WORTH_COMPILING = 100
"""Fewer deals than this are played by the learnt player as it is: to compile it takes longer."""

SEED = 1_142
"""Of the players that draw at random."""


class NotInPool(SevenfoldError, LookupError):
    """A player of the pool that a task does not have."""

    def __init__(self, name: str, task: Task) -> None:
        super().__init__(f"{task.name} has no player {name!r}; it has {', '.join(players_of(task))}")
        self.name = name


def players_of(task: Task) -> list[str]:
    """The names of the players that the pool of version 1 has for a task: `learnt` in two games alone."""
    missing = set() if task.game in LEARNT_IN else {LEARNT}
    return [name for name in NAMES if name not in missing]


def chooser_of(name: str, task: Task, deals: int) -> Chooser:
    """A player of the pool, for many tables at once; for how many deals. Raises NotInPool."""
    if name not in players_of(task):
        raise NotInPool(name, task)
    game = task.played
    if name == RANDOM:
        return Uniform(SEED)
    if name == RULES:
        return Advised(game)
    if name == LINEAR:
        return Batched(linear_agent(task))
    if name == LEARNT and deals >= WORTH_COMPILING:
        return Advised(game.by_learnt())
    return ByView(player_of(name, task))


def player_of(name: str, task: Task) -> Player[Any]:
    """The same player, by a seat's view. Raises NotInPool."""
    if name not in players_of(task):
        raise NotInPool(name, task)
    game = task.played
    if name == RANDOM:
        return RandomPlayer(game, Random(SEED))
    if name == LINEAR:
        agent = linear_agent(task)
        return action_player(game, lambda seen, mask: int(agent.act(seen[None], mask[None])[0]))
    if name == SEARCH:
        return SearchPlayer(game, SEED, Budget(SIMULATED_MOVES), None)
    return game.medium if name == LEARNT else game.choose


def linear_agent(task: Task) -> LinearAgent:
    """The linear player of a task's game."""
    return LinearAgent.read(read_part(linear_file(task)))


def linear_file(task: Task) -> str:
    """The file of its weights, beside this one."""
    return f"pool/linear-{task.game}.npz"


def weights_hash(name: str, task: Task) -> str | None:
    """The hash of a player's weights; None for one that has none."""
    if name == LINEAR:
        return sha256(read_part(linear_file(task))).hexdigest()
    return registering.weights_hash(task.played) if name == LEARNT else None
