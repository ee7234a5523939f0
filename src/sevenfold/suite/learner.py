"""A linear player that learns: it copies the rules player, then improves against whoever has the other seats.

It plays by a softmax of what its actions are worth. Each deal is played several times with the same cards:
what a round brings above the mean of its deal is not luck, and makes its actions likelier.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.core.dice import dice_for
from sevenfold.core.with_progress import WithProgress
from sevenfold.suite.linear import NEVER, LinearAgent
from sevenfold.suite.seating import Advised, Chooser, ManyTables, Rows, alone, play
from sevenfold.suite.tasks import Task

DEALS, COPIES = 32, 8
COPIED = 0.5
"""The share of the updates in which it copies."""
COPY_RATE, RATE = 2e-3, 2e-4
COPY_PARTS, PARTS = 24, 4
"""In how many steps it learns from the rounds of an update."""

Floats = NDArray[np.float32]


class LinearLearner:
    """Weights that change by Adam's steps, and the decisions since the last of them."""

    def __init__(self, task: Task, tables: ManyTables, seed: int) -> None:
        encoding = tables.env.encoding
        self._scale = (1 / np.maximum(encoding.highs, 1)).astype(np.float32)
        self.weights = np.zeros((encoding.length + 1, tables.env.num_actions), np.float32)
        self._mean, self._square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self._steps, self._rng = 0, np.random.default_rng(seed)
        self.copies = False
        self._teacher = Advised(task.played)
        self.told: list[tuple[Floats, NDArray[np.int8], Rows, Rows]] = []

    def sit_down(self, tables: ManyTables) -> None:
        """Forget the decisions before."""
        self.told = []
        self._teacher.sit_down(tables)

    def actions(self, tables: ManyTables, rows: Rows) -> Rows:
        """Drawn by its softmax; or the teacher's, to be copied."""
        mask = tables.env.mask(where=tables.where(rows))
        taken: Rows = mask.argmax(axis=1)
        choice = mask.sum(axis=1) > 1
        mask, at = mask[choice].copy(), rows[choice]
        seen = self._inputs(tables.env.observe(where=tables.where(at)))
        if self.copies:
            taken = self._teacher.actions(tables, rows).copy()
        else:
            drawn = self._worth(seen, mask) + self._rng.gumbel(size=mask.shape).astype(np.float32)
            taken[choice] = np.where(mask == 1, drawn, NEVER).argmax(axis=1)
        self.told.append((seen, mask, taken[choice], at))
        return taken

    def _inputs(self, observation: Any) -> Floats:
        ones = np.ones((len(observation), 1), np.float32)
        return np.hstack([observation * self._scale, ones], dtype=np.float32)

    def _worth(self, seen: Floats, mask: NDArray[np.int8]) -> Floats:
        worth: Floats = np.where(mask == 1, seen @ self.weights, NEVER)
        return worth

    def learn(self, better: Floats, rate: float, parts: int) -> None:
        """Make likelier what was done in rounds that were better, in so many steps."""
        seen, mask, taken, rows = map(np.concatenate, zip(*self.told, strict=True))
        order = self._rng.permutation(len(taken))
        for part in np.array_split(order, parts):
            worth = self._worth(seen[part], mask[part])
            back = np.exp(worth - worth.max(axis=1, keepdims=True))
            back /= back.sum(axis=1, keepdims=True)
            back[np.arange(len(part)), taken[part]] -= 1
            back *= better[rows[part], None] / np.float32(max(len(part), 1))
            self._step(seen[part].T @ back, rate)

    def _step(self, gradient: Floats, rate: float) -> None:
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient * gradient - self._square)
        rate *= float(np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps))
        self.weights -= np.float32(rate) * self._mean / (np.sqrt(self._square) + np.float32(1e-7))

    def agent(self) -> LinearAgent:
        """The player by these weights, rounded; it does not draw."""
        return LinearAgent.of(self.weights[:-1] * self._scale[:, None], self.weights[-1])


def learn_against(
    task: Task, others: Chooser, updates: int, progress: WithProgress, seed: int = 1
) -> LinearAgent:
    """A linear player that learns at one seat, with `others` at all others."""
    tables, seats, dealt = ManyTables(task, DEALS, COPIES, 0), task.players, dice_for(task.seed, seed)
    learner = LinearLearner(task, tables, seed)
    own = np.arange(DEALS * COPIES) // COPIES % seats
    every = np.arange(len(own))

    def seated(tables: ManyTables, rows: Rows) -> Rows:
        found: Rows = (tables.env.to_act[rows] != own[rows]).astype(np.int64)
        return found

    for update in progress(range(updates), updates, "Learning"):
        learner.copies = update < COPIED * updates
        tables.deal(dice_for(dealt, update))
        if learner.copies:
            play(tables, [learner], alone)
            learner.learn(np.ones(len(own), np.float32), COPY_RATE, COPY_PARTS)
            continue
        brought = play(tables, [learner, others], seated)[every, own]
        by_deal = (task.played.meta.sign * brought).reshape(DEALS, COPIES).astype(np.float32)
        better = (by_deal - by_deal.mean(axis=1, keepdims=True)).reshape(-1)
        learner.learn(better / max(float(better.std()), 1e-6), RATE, PARTS)
    return learner.agent()
