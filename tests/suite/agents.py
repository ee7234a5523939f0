"""Agents of entrants, for tests."""

from typing import Any

import numpy as np

from sevenfold.suite.session import TrainingSession
from sevenfold.suite.tasks import Task


def by_view(task: Task, _seed: int) -> Any:
    """The rules player, by a seat's view."""
    return task.played.choose


class Wrong:
    """Takes an action that is never allowed."""

    def act(self, observation: Any, _mask: Any) -> Any:
        return [10_000] * len(observation)


def wrong(_task: Task, _seed: int) -> Wrong:
    return Wrong()


class NoPolicy(Wrong):
    """Gives no action a chance."""

    def policy(self, _observation: Any, mask: Any) -> Any:
        return 0 * mask


def no_policy(_task: Task, _seed: int) -> NoPolicy:
    return NoPolicy()


class Certain:
    """Takes the first action that is allowed."""

    def act(self, _observation: Any, mask: Any) -> Any:
        return np.asarray(mask).argmax(axis=1)


def endless(session: TrainingSession) -> None:
    """Trains for as long as it may: 4 steps, and what it saves is how many it took."""
    env = session.make_env(4)
    while True:
        env.step(env.sample())
        session.save(b"%d" % session.spent.steps)


def short(session: TrainingSession) -> None:
    """Takes 4 steps."""
    env = session.make_env(4)
    env.step(env.sample())
    session.save(b"4")


def silent(_session: TrainingSession) -> None:
    """Saves nothing."""


def trained(_task: Task, _seed: int, weights: bytes) -> Certain:
    """Somebody who was trained by these."""
    assert int(weights) % 4 == 0
    return Certain()
