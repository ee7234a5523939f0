"""Who stands where in an event: pure functions of what everybody has to show for it.

Each result is compared with those of the others at the same seat of the same board, and how far somebody is
ahead is the mean of that over the boards that they have finished and others too. So a board that is missing
counts neither for nor against anybody.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenfold.core.duplicate import interval_of_sums, place_of
from sevenfold.server.duplicate.compare import Beside
from sevenfold.server.storage.events import PersonSums

DECIMALS = 9
"""Means that differ by less are the same: they are sums of fractions."""


def with_given_up(
    sums: Iterable[PersonSums], given: Iterable[tuple[int, Beside | None]], sign: int
) -> list[PersonSums]:
    """What everybody has to show, with what they gave up, by person; None is of a board that is not shown."""
    of_person = {each.person: each for each in sums}
    for person, each in given:
        before = of_person.get(person) or PersonSums(person, 0, 0, 0, 0.0, 0.0)
        more = sign * each.ahead if each is not None else 0.0
        of_person[person] = PersonSums(
            person,
            finished=before.finished + 1,
            shown=before.shown + (each is not None),
            beside=before.beside + (each is not None and each.of > 0),
            ahead=before.ahead + more,
            squares=before.squares + more**2,
            given_up=before.given_up + 1,
        )
    return list(of_person.values())


class Ranked(NamedTuple):
    """Where somebody stands. `place` is None for who has finished fewer than half of the boards or is alone.

    `ahead` is in the game's points, more being better, with `reach` to either side for 95 %; None without
    others, and for few boards.
    """

    person: int
    place: int | None
    ahead: float | None
    reach: float | None


def places(sums: Iterable[PersonSums], known: int, sign: int) -> list[Ranked]:
    """The best first, by `known` boards. `sign` is -1 where the lowest result is best."""
    found = [(each, _ahead(each, sign)) for each in sums]
    ordered = sorted(ahead for each, ahead in found if ahead is not None and 2 * each.shown >= known)
    return sorted((_ranked(each, ahead, ordered, known) for each, ahead in found), key=_order)


def _ahead(each: PersonSums, sign: int) -> float | None:
    return round(sign * each.ahead / each.beside, DECIMALS) + 0.0 if each.beside else None


def _ranked(each: PersonSums, ahead: float | None, ordered: Sequence[float], known: int) -> Ranked:
    place = place_of(ahead, ordered, 1).place if ahead is not None and 2 * each.shown >= known else None
    interval = interval_of_sums(each.beside, each.ahead, each.squares)
    return Ranked(each.person, place, ahead, interval.reach if interval is not None else None)


def _order(ranked: Ranked) -> tuple[bool, float]:
    return ranked.place is None, -ranked.ahead if ranked.ahead is not None else float("inf")
