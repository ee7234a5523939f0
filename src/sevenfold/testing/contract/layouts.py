"""Layouts of hidden cards: every way in which they can lie in places that some of them cannot be in."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, prod
from typing import NamedTuple

Counts = tuple[int, ...]
"""The number of cards of each group."""


class CardPlace(NamedTuple):
    """A place of hidden cards: how many lie there, and a mask of the kinds that cannot be among them."""

    size: int
    barred: int = 0


class Layouts:
    """All layouts of the hidden cards, equally likely, by counting them.

    The sizes of the places add up to the number of cards, and at least one layout exists. Cards that the same
    places exclude form a group; only the ways to share out each group are counted.
    """

    def __init__(self, hidden: Iterable[int], places: Sequence[CardPlace]) -> None:
        groups: dict[tuple[bool, ...], list[int]] = {}
        for kind in hidden:
            groups.setdefault(tuple(bool(place.barred >> kind & 1) for place in places), []).append(kind)
        self._places = places
        self._bars = list(groups)
        self._groups = list(groups.values())
        self._ways = cache(self._count_ways)

    def chances(self) -> dict[int, list[float]]:
        """The chance of each hidden kind to lie at each place, which is the same for all cards of a group."""
        shares = [[0.0] * len(self._places) for _ in self._groups]
        reached = {tuple(map(len, self._groups)): 1.0}
        for index in range(len(self._places)):
            after: dict[Counts, float] = {}
            for left, chance in reached.items():
                for split, ways in self._splits(index, left):
                    if ways == 0:
                        continue
                    part = chance * ways / self._ways(index, left)
                    rest = tuple(count - taken for count, taken in zip(left, split, strict=True))
                    after[rest] = after.get(rest, 0) + part
                    for group, taken in enumerate(split):
                        shares[group][index] += part * taken
            reached = after
        return {
            kind: [share / len(kinds) for share in row]
            for kinds, row in zip(self._groups, shares, strict=True)
            for kind in kinds
        }

    def _count_ways(self, index: int, left: Counts) -> int:
        """How many ways there are to give the cards left to the places from `index` on."""
        if index == len(self._places):
            return 1
        return sum(ways for _, ways in self._splits(index, left))

    def _splits(self, index: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """How many cards of each group may lie at `index`, each with its number of ways."""
        space = [0 if bars[index] else count for bars, count in zip(self._bars, left, strict=True)]
        for split in _splits_of(self._places[index].size, space):
            after = tuple(count - taken for count, taken in zip(left, split, strict=True))
            yield split, prod(map(comb, left, split)) * self._ways(index + 1, after)


def _splits_of(size: int, space: Sequence[int]) -> Iterator[Counts]:
    """Every way to split `size` into parts, none larger than its space."""
    if not space:
        yield ()
        return
    first, rest = space[0], space[1:]
    for part in range(max(0, size - sum(rest)), min(size, first) + 1):
        for parts in _splits_of(size - part, rest):
            yield (part, *parts)
