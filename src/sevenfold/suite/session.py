"""A training session: where an entrant trains within a budget that is counted.

What is counted is what this process does: CPU time with all of its threads, time by the clock, and the steps
of environments that the session makes. docs/benchmark.md says what is not seen.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from time import monotonic, process_time
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import Player
from sevenfold.core.dice import dice_for
from sevenfold.core.moves import Move
from sevenfold.envs.vector import VectorEnv
from sevenfold.errors import SevenfoldError
from sevenfold.suite.tasks import Task


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What a training took: steps of environments, and seconds."""

    steps: int
    cpu_seconds: float
    """Of this process, with all of its threads."""
    wall_seconds: float
    """By the clock."""

    def __str__(self) -> str:
        return (
            f"{self.steps:,} steps, {self.cpu_seconds:,.0f} s of CPU, {self.wall_seconds:,.0f} s by the clock"
        )


class TrainingBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The most that a training may take; None is without a bound."""

    steps: int | None = None
    cpu_seconds: float | None = None
    wall_seconds: float | None = None


class BudgetName(StrEnum):
    """The budgets of the suite: `S` is for one CPU, `M` for one GPU."""

    S = "S"
    M = "M"
    NONE = "none"


BUDGETS: Mapping[BudgetName, TrainingBudget] = MappingProxyType(
    {
        BudgetName.S: TrainingBudget(steps=10_000_000, cpu_seconds=3600.0),
        BudgetName.M: TrainingBudget(wall_seconds=3600.0),
        BudgetName.NONE: TrainingBudget(),
    }
)


def share(name: BudgetName, spent: Spent) -> float:
    """How much of a budget is spent: from 0 to 1, and more where it was exceeded."""
    pairs = zip(msgspec.structs.astuple(spent), msgspec.structs.astuple(BUDGETS[name]), strict=True)
    return max((used / most for used, most in pairs if most is not None), default=0.0)


class BudgetUsedUp(SevenfoldError):
    """No step is left, or no time. What was saved last counts."""

    def __init__(self, name: BudgetName, spent: Spent) -> None:
        super().__init__(f"budget {name} is used up, after {spent}; what was saved before counts")
        self.name = name
        self.spent = spent


class NotHere(SevenfoldError, TypeError):
    """A training session that would go to another process, where nobody counts."""

    def __init__(self) -> None:
        super().__init__(
            "a training session and its environments cannot be pickled: they count in one process"
        )


class CountedEnv(VectorEnv):
    """A VectorEnv that counts its steps: an action in a round that is not over is one."""

    def __init__(self, spend: Callable[[int], None], *arguments: Any, **named: Any) -> None:
        self._spend = spend
        super().__init__(*arguments, **named)

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """As VectorEnv.step. Raises BudgetUsedUp, and then nothing has changed."""
        self._spend(int(np.count_nonzero(self.to_act >= 0)))
        return super().step(actions)

    def play(self, index: int, move: Move) -> None:
        """As VectorEnv.play; a move is one step. Raises BudgetUsedUp."""
        self._spend(1)
        super().play(index, move)

    def ask(self, index: int, player: Player[Any]) -> None:
        """As VectorEnv.ask; a move is one step. Raises BudgetUsedUp."""
        self._spend(1)
        super().ask(index, player)


class TrainingSession:
    """What an entrant's function is given to train on. Time is counted from the moment that it is made.

    `task`, `seed` and `budget`, by its name, are those of the command.
    """

    def __init__(
        self, task: Task, seed: int, budget: BudgetName, keep: Callable[[bytes, Spent], None]
    ) -> None:
        self.task, self.seed, self.budget = task, seed, budget
        self._keep = keep
        self._steps = self._made = 0
        self._cpu, self._wall = process_time(), monotonic()

    def __reduce__(self) -> Any:
        raise NotHere

    def make_env(self, n: int, **settings: Any) -> VectorEnv:
        """`n` rounds of the task. What else VectorEnv takes may be given; `seed` follows from the session's.

        What `opponents` do within a step is not counted. Raises what VectorEnv raises.
        """
        self._made += 1
        fresh = {"seed": dice_for(dice_for(self.seed, -1), self._made), "players": self.task.players}
        return CountedEnv(self.spend, self.task.game, n, **{**fresh, **settings})

    @property
    def spent(self) -> Spent:
        """What the training has taken so far."""
        return Spent(
            steps=self._steps,
            cpu_seconds=round(process_time() - self._cpu, 2),
            wall_seconds=round(monotonic() - self._wall, 2),
        )

    @property
    def left(self) -> TrainingBudget:
        """What is left of the budget, None where it has no bound."""
        spent, most = self.spent, msgspec.structs.asdict(BUDGETS[self.budget])
        rest = {name: max(0, of - getattr(spent, name)) for name, of in most.items() if of is not None}
        return TrainingBudget(**rest)

    @property
    def progress(self) -> float:
        """How much of the budget is spent, from 0 to 1; 0 without one."""
        return min(1.0, share(self.budget, self.spent))

    def spend(self, steps: int) -> None:
        """Count steps: call it for environments of other kinds. Raises BudgetUsedUp, and counts nothing."""
        self._check(msgspec.structs.replace(self.spent, steps=self._steps + steps))
        self._steps += steps

    def save(self, content: bytes) -> None:
        """Keep the weights as they are now, in place of those before. Raises BudgetUsedUp, OSError."""
        spent = self.spent
        self._check(spent)
        self._keep(content, spent)

    def _check(self, spent: Spent) -> None:
        if share(self.budget, spent) > 1:
            raise BudgetUsedUp(self.budget, self.spent)
