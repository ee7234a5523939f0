"""A moment of a round, and the laws that are asserted there."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.testing.contract.tables import TableCase


@dataclass(frozen=True)
class Situation:
    """A round as it stands before a move, or at its end; `deal` is what it began with."""

    table: TableCase
    deal: Deal
    match: Match[Any, Any]
    rng: Random


Law = Callable[[Situation], None]

AT_EACH_MOMENT: list[Law] = []
AT_SOME_MOMENTS: list[Law] = []


def at_each_moment(law: Law) -> Law:
    """Assert a law at each moment of a round."""
    AT_EACH_MOMENT.append(law)
    return law


def at_some_moments(law: Law) -> Law:
    """Assert a law that takes long at some moments of each round."""
    AT_SOME_MOMENTS.append(law)
    return law
