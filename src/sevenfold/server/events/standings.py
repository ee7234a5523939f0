"""Who stands where in an event: pure functions of what everybody has to show for it.

Each result is compared with those of the others at the same seat of the same board, and how far somebody is
ahead is the mean of that over the boards that they have finished and others too. So a board that is missing
counts neither for nor against anybody.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from sevenfold.core.duplicate import DEVIATIONS
from sevenfold.server.storage.events import PersonSums

DECIMALS = 9
"""Means that differ by less are the same: they are sums of fractions."""


class Ranked(NamedTuple):
    """Where somebody stands. `place` is None for who has finished fewer than half of the boards or is alone.

    `ahead` is in the game's points, more being better, with `reach` to either side for 95 %; None without
    others, and for fewer than two boards.
    """

    guest: int
    place: int | None
    ahead: float | None
    reach: float | None


def places(sums: Iterable[PersonSums], known: int, sign: int) -> list[Ranked]:
    """The best first, by `known` boards. `sign` is -1 where the lowest result is best."""
    found = [(each, _ahead(each, sign)) for each in sums]
    ranked = sorted(
        (ahead for each, ahead in found if ahead is not None and 2 * each.shown >= known), reverse=True
    )
    first: dict[float, int] = {}
    for number, ahead in enumerate(ranked, 1):
        first.setdefault(ahead, number)
    return sorted(
        (
            Ranked(
                each.guest,
                first[ahead] if ahead is not None and 2 * each.shown >= known else None,
                ahead,
                _reach(each),
            )
            for each, ahead in found
        ),
        key=_order,
    )


def _ahead(each: PersonSums, sign: int) -> float | None:
    return round(sign * each.ahead / each.beside, DECIMALS) + 0.0 if each.beside else None


def _reach(each: PersonSums) -> float | None:
    if each.beside < 2:
        return None
    variance = (each.squares - each.ahead**2 / each.beside) / (each.beside - 1)
    return DEVIATIONS * sqrt(max(0.0, variance) / each.beside)


def _order(ranked: Ranked) -> tuple[bool, float]:
    return ranked.place is None, -ranked.ahead if ranked.ahead is not None else float("inf")
