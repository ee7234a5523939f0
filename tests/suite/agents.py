"""Agents of entrants, for tests."""

from typing import Any

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
