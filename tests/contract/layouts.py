"""Layouts of hidden cards: every way in which they can lie in places that bar some of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, prod
from random import Random
from typing import NamedTuple

Counts = tuple[int, ...]
"""So many cards of each group."""


class Place(NamedTuple):
    """Where hidden cards lie: how many, and the kinds, as a mask, that cannot be among them."""

    size: int
    barred: int = 0


class Layouts:
    """All layouts of the hidden cards, equally likely; many can be drawn.

    The sizes of the places add up to the number of cards, and there is a layout. Cards that the same places
    bar are alike, so only the ways to share out each such group are counted.
    """

    def __init__(self, hidden: Iterable[int], places: Sequence[Place]) -> None:
        groups: dict[tuple[bool, ...], list[int]] = {}
        for kind in hidden:
            groups.setdefault(tuple(bool(place.barred >> kind & 1) for place in places), []).append(kind)
        self._places = places
        self._bars = list(groups)
        self._groups = list(groups.values())
        self._ways = cache(self._count_ways)

    def draw(self, rng: Random) -> list[list[int]]:
        """The cards of each place in one of the layouts, in random order."""
        left = [rng.sample(kinds, len(kinds)) for kinds in self._groups]
        drawn: list[list[int]] = []
        for index in range(len(self._places)):
            split = self._draw_split(index, tuple(map(len, left)), rng)
            cards = [kinds.pop() for kinds, count in zip(left, split, strict=True) for _ in range(count)]
            rng.shuffle(cards)
            drawn.append(cards)
        return drawn

    def _draw_split(self, index: int, left: Counts, rng: Random) -> Counts:
        chosen = rng.randrange(self._ways(index, left))
        for split, ways in self._splits(index, left):
            if chosen < ways:
                return split
            chosen -= ways
        raise AssertionError("the ways of all splits add up to those of the whole")

    def _count_ways(self, index: int, left: Counts) -> int:
        """How many ways there are to give the cards left to the places from `index` on."""
        if index == len(self._places):
            return 1
        return sum(ways for _, ways in self._splits(index, left))

    def _splits(self, index: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """How many cards of each group may lie at `index`, each with its number of ways."""
        room = [0 if bars[index] else count for bars, count in zip(self._bars, left, strict=True)]
        for split in _splits_of(self._places[index].size, room):
            after = tuple(count - taken for count, taken in zip(left, split, strict=True))
            yield split, prod(map(comb, left, split)) * self._ways(index + 1, after)


def _splits_of(size: int, room: Sequence[int]) -> Iterator[Counts]:
    """Every way to make `size` of parts, none above its room."""
    if not room:
        yield ()
        return
    first, rest = room[0], room[1:]
    for part in range(max(0, size - sum(rest)), min(size, first) + 1):
        for parts in _splits_of(size - part, rest):
            yield (part, *parts)
