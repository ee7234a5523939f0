"""Layouts of hidden cards: every way to deal them to hands and piles that cannot have some of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, prod
from random import Random
from typing import NamedTuple

Counts = tuple[int, ...]
"""So many cards of each group."""


class Holder(NamedTuple):
    """A hand or pile of hidden cards: how many, and the kinds, as a mask, that cannot be among them."""

    size: int
    excluded: int = 0


class Layouts:
    """All layouts of the hidden cards, equally likely; many can be drawn.

    The sizes of the holders add up to the number of cards, and there is a layout. Cards that the same holders
    cannot have form a group. Within a group cards are alike, so only the splits of each group are counted.
    """

    def __init__(self, hidden: Iterable[int], holders: Sequence[Holder]) -> None:
        groups: dict[tuple[bool, ...], list[int]] = {}
        for kind in hidden:
            groups.setdefault(tuple(bool(holder.excluded >> kind & 1) for holder in holders), []).append(kind)
        self._holders = holders
        self._exclusions = list(groups)
        self._groups = list(groups.values())
        self._ways = cache(self._count_ways)

    def draw(self, rng: Random) -> list[list[int]]:
        """The cards of each holder in one of the layouts, in random order."""
        left = [rng.sample(kinds, len(kinds)) for kinds in self._groups]
        drawn: list[list[int]] = []
        for index in range(len(self._holders)):
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
        """How many ways there are to deal the cards left to the holders from `index` on."""
        if index == len(self._holders):
            return 1
        return sum(ways for _, ways in self._splits(index, left))

    def _splits(self, index: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """The splits of the groups that the holder at `index` can have, each with its number of ways."""
        room = [
            0 if excluded[index] else count for excluded, count in zip(self._exclusions, left, strict=True)
        ]
        for split in _splits_of(self._holders[index].size, room):
            after = tuple(count - taken for count, taken in zip(left, split, strict=True))
            yield split, prod(map(comb, left, split)) * self._ways(index + 1, after)


def _splits_of(size: int, room: Sequence[int]) -> Iterator[Counts]:
    """Every way to split `size` into parts, none above its room."""
    if not room:
        yield ()
        return
    first, rest = room[0], room[1:]
    for part in range(max(0, size - sum(rest)), min(size, first) + 1):
        for parts in _splits_of(size - part, rest):
            yield (part, *parts)
