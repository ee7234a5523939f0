"""The steps of a round: each move with the state before and after it, and what was taken back."""

from bisect import bisect_right
from operator import attrgetter
from typing import Generic, TypeVar

import msgspec

from sevenfold.core.moves import Move

S = TypeVar("S")


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):  # no reference cycles
    """One move of a round, with the states before and after it. `version` is the match's version after it.

    A step can also stand for moves that were taken back. Then `to` is the version that the match went back
    to, `move` the first move taken back, and both states are as they were then.
    """

    version: int
    seat: int
    move: Move
    before: S
    after: S
    to: int | None = None


def count_until(steps: list[Step[S]], version: int) -> int:
    """How many of the steps were made by this version."""
    return bisect_right(steps, version, key=attrgetter("version"))


def add(steps: list[Step[S]], step: Step[S]) -> int:
    """Put a step after those that stand; one that takes moves back comes in their place.

    Return how many of the steps still stand. Of several steps that take back one after the other, only the
    last is kept.
    """
    stand = len(steps)
    if step.to is not None:
        stand = count_until(steps, step.to)
        while stand and steps[stand - 1].to is not None:
            stand -= 1
    steps[stand:] = [step]
    return stand
