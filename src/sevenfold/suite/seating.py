"""Who sits at many tables at once: agents of an entrant, and the players of the pool."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import Player
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.envs.turns import next_action
from sevenfold.envs.vector import VectorEnv
from sevenfold.suite.tasks import Task

Rows = NDArray[np.int64]


class Agent(Protocol):
    """What an entrant writes: actions for many rounds at once, by what the seat to act sees of each."""

    def act(self, observation: NDArray[np.int16], mask: NDArray[np.int8], /) -> Any:
        """An action for each row, one that its mask allows."""


class ManyTables:
    """The same deals at many tables: each deal once for each of `copies`, one table after the other.

    Chance brings the same at all tables of a deal, as long as the same is done there.
    """

    def __init__(self, task: Task, deals: int, copies: int, seed: int) -> None:
        self.task, self.copies, self.seed, self.steps = task, copies, seed, 0
        self._deals = deals
        self.env = self._make(task.played)
        self._advisers: dict[Any, VectorEnv] = {task.played.choose: self.env}

    def _make(self, game: AnyGame) -> VectorEnv:
        n, task = self._deals * self.copies, self.task
        values = {name: getattr(task.options, name) for name in type(task.options).__struct_fields__}
        return VectorEnv(
            game, n, self.seed, values, players=task.players, auto_reset=False, copies=self.copies
        )

    def deal(self, seed: int) -> None:
        """Deal anew everywhere, as tables of this seed."""
        self.seed, self.steps = seed, 0
        for env in self._advisers.values():
            env.reset(seed)

    def adviser(self, game: AnyGame) -> VectorEnv:
        """The same tables, where `advise` asks this game's player. Ask before the first step."""
        if game.choose not in self._advisers:
            self._advisers[game.choose] = self._make(game)
        return self._advisers[game.choose]

    def step(self, actions: Rows) -> NDArray[np.bool_]:
        """Take an action at each table."""
        self.steps += 1
        for env in self._advisers.values():
            env.step(actions)
        return self.env.ended

    def where(self, rows: Rows) -> NDArray[np.bool_]:
        """These tables as a mask."""
        found = np.zeros(self.env.n, np.bool_)
        found[rows] = True
        return found


class Chooser(Protocol):
    """Somebody who can sit at many tables at once."""

    def sit_down(self, tables: ManyTables, /) -> None:
        """Get ready, before the first step."""

    def actions(self, tables: ManyTables, rows: Rows, /) -> Rows:
        """An action at each of these tables, in ascending order, for the seat that is to act there."""


class Batched:
    """An agent that answers observations with actions."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def sit_down(self, _tables: ManyTables) -> None:
        """Nothing has to be got ready."""

    def actions(self, tables: ManyTables, rows: Rows) -> Rows:
        """As the agent acts."""
        where = tables.where(rows)
        observation, mask = tables.env.observe(where=where), tables.env.mask(where=where)
        return np.asarray(self._agent.act(observation, mask)).astype(np.int64, casting="same_kind")


class ByView:
    """A player that answers a seat's view with a move; its moves become actions."""

    def __init__(self, player: Player[Any]) -> None:
        self._player = player
        self._moves: dict[int, Move] = {}

    def sit_down(self, _tables: ManyTables) -> None:
        """Forget all other tables."""
        self._moves.clear()

    def actions(self, tables: ManyTables, rows: Rows) -> Rows:
        """The next action towards the move that the player chose, table by table."""
        return np.array([self._action(tables, row) for row in rows.tolist()], np.int64)

    def _action(self, tables: ManyTables, row: int) -> int:
        env, (cards, twice) = tables.env, tables.env.chosen(row)
        state, seat = env.state(row), int(env.to_act[row])
        if not cards:
            self._moves[row] = self._player(env.game.seen(state, seat), seat)
        kinds = env.encoding.declared.kinds
        return next_action(env.game.rules, state, seat, cards, twice, kinds, self._moves[row])


class Advised:
    """The compiled player of a game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def sit_down(self, tables: ManyTables) -> None:
        """Have the game's player compiled."""
        tables.adviser(self._game)

    def actions(self, tables: ManyTables, rows: Rows) -> Rows:
        """As `VectorEnv.advise`."""
        return tables.adviser(self._game).advise()[rows]


_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


class Uniform:
    """Takes each action that is allowed equally likely: by the seed, the table and the step alone."""

    def __init__(self, seed: int) -> None:
        self._seed = np.uint64(dice_for(seed, 0))

    def sit_down(self, _tables: ManyTables) -> None:
        """Nothing has to be got ready."""

    def actions(self, tables: ManyTables, rows: Rows) -> Rows:
        """A random action at each table."""
        mask = tables.env.mask(where=tables.where(rows))
        counts = mask.sum(axis=1, dtype=np.int64)
        at = np.uint64(dice_for(tables.seed, tables.steps)) ^ self._seed
        with np.errstate(over="ignore"):  # SplitMix64
            drawn = (at + rows.astype(np.uint64) * _MIX[0]) ^ np.uint64(0)
            drawn = (drawn ^ drawn >> np.uint64(30)) * _MIX[1]
            drawn = (drawn ^ drawn >> np.uint64(27)) * _MIX[2]
            drawn ^= drawn >> np.uint64(31)
        which = ((drawn >> np.uint64(32)) * counts.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        found: Rows = (mask.cumsum(axis=1) > which[:, None]).argmax(axis=1)
        return found


Seated = Callable[[ManyTables, Rows], NDArray[np.int64]]
"""Which of the choosers acts at each of these tables, by number."""


def play(tables: ManyTables, choosers: Sequence[Chooser], seated: Seated) -> NDArray[np.int64]:
    """Play all rounds to their end: what each brought each seat. Raises IllegalAction."""
    for chooser in choosers:
        chooser.sit_down(tables)
    env = tables.env
    found = np.zeros((env.n, env.players), np.int64)
    actions = np.zeros(env.n, np.int64)
    while True:
        live = np.flatnonzero(env.to_act >= 0)
        if len(live) == 0:
            return found
        whose = seated(tables, live)
        actions[:] = 0
        for number, chooser in enumerate(choosers):
            rows = live[whose == number]
            if len(rows):
                actions[rows] = chooser.actions(tables, rows)
        ended = tables.step(actions)
        found[ended] = env.returns[ended]


def one_among_others(tables: ManyTables, rows: Rows) -> NDArray[np.int64]:
    """The first chooser has the seat that is the number of the table among those of its deal; the second all
    others.
    """
    found: Rows = (tables.env.to_act[rows] != rows % tables.copies).astype(np.int64)
    return found


def alone(_tables: ManyTables, rows: Rows) -> NDArray[np.int64]:
    """The first chooser has all seats."""
    return np.zeros(len(rows), np.int64)
