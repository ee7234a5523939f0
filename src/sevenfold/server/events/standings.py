"""Who stands where in an event: pure functions of what everybody has to show for it.

Each result is compared with those of the others at the same seat of the same board, and how far somebody is
ahead is the mean of that over the boards that they have finished and others too. So a board that is missing
counts neither for nor against anybody.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from sevenfold.core.duplicate import DEVIATIONS, ahead, ahead_given_up, given_up
from sevenfold.server.storage.events import AtSeat, PersonSums
from sevenfold.server.storage.results import Result

DECIMALS = 9
"""Means that differ by less are the same: they are sums of fractions."""


class Beside(NamedTuple):
    """A result as it stands for whose it is, and by how much it is ahead of `of` others; 0 without."""

    result: int
    of: int
    ahead: float


def beside(each: Result, there: AtSeat, sign: int, *, together: bool) -> Beside:
    """A result that counts, beside all that others are compared with at its seat.

    Where several sit at a table `together`, what came out for somebody who gave up is among these.
    """
    total, others = there.total, there.people
    if together or not each.given_up:
        total, others = total - each.brought, others - 1
    if not each.given_up:
        return Beside(each.brought, others, ahead(each.brought, total, others, sign))
    finished = (result for result in (there.lowest, there.highest) if result is not None)
    own = given_up(each.brought, finished, sign)
    by = ahead(own, total, others, sign) if together else ahead_given_up(own, total, others, sign)
    return Beside(own, others, by)


def with_given_up(
    sums: Iterable[PersonSums], given: Iterable[tuple[int, Beside | None]], sign: int
) -> list[PersonSums]:
    """What everybody has to show, with what they gave up, by guest; None is of a board that is not shown."""
    of_guest = {each.guest: each for each in sums}
    for guest, each in given:
        before = of_guest.get(guest) or PersonSums(guest, 0, 0, 0, 0, 0.0, 0.0)
        more = sign * each.ahead if each is not None else 0.0
        of_guest[guest] = PersonSums(
            guest,
            finished=before.finished + 1,
            shown=before.shown + (each is not None),
            total=before.total + (each.result if each is not None else 0),
            beside=before.beside + (each is not None and each.of > 0),
            ahead=before.ahead + more,
            squares=before.squares + more**2,
            given_up=before.given_up + 1,
        )
    return list(of_guest.values())


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
    for number, by in enumerate(ranked, 1):
        first.setdefault(by, number)
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
