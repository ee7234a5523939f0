"""Worlds that a seat cannot rule out: where the cards may be that it has not seen."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, prod
from random import Random
from typing import NamedTuple

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.tricks import NOBODY
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockup.state import NOT_SHOWN, PACK_CARDS, RANKS, SEATS, SUIT_CARDS, SUITS, State

Counts = tuple[int, ...]
"""So many cards of each suit."""


class Place(NamedTuple):
    """Where one card may be: in the owner's hand, among the cards that he lost, or, with NOBODY, undealt."""

    owner: int
    lost: bool


def sample(view: State, seat: int, rng: Random) -> State:
    """One world of those that the seat cannot rule out. `Worlds` says how likely each is."""
    return Worlds(view, seat).draw(rng)


class Worlds:
    """The worlds that a seat cannot rule out; many can be drawn.

    A world is possible when its deal and its losses, in some order, allow every card that was played
    (LU-2.1, LU-3.1). The deals and orders of loss that do are all equally likely: before the first card
    they are, since any card of a hand is lost equally likely. What a player might rather have played is
    left out of account. A state comes up in proportion to the number of orders of loss that lead to it.
    """

    def __init__(self, view: State, seat: int) -> None:
        unseen = PACK_CARDS & ~(view.played | view.hands[seat] | view.lost[seat])
        self._view = view
        self._suits = [tuple(kinds_of(unseen & SUIT_CARDS << suit * RANKS)) for suit in range(SUITS)]
        self._places = _places_by_suits_barred(view, seat, popcount(unseen))
        self._barred = sorted(self._places, key=popcount, reverse=True)
        self._ways = cache(self._count_ways)

    def draw(self, rng: Random) -> State:
        """One of the worlds, as a full state."""
        world = duplicate(self._view)
        suits = [rng.sample(kinds, len(kinds)) for kinds in self._suits]
        for index, barred in enumerate(self._barred):
            split = self._draw_split(index, tuple(map(len, suits)), rng)
            cards = [kinds.pop() for kinds, count in zip(suits, split, strict=True) for _ in range(count)]
            rng.shuffle(cards)
            for place, kind in zip(self._places[barred], cards, strict=True):
                _put(world, place, kind)
        return world

    def _draw_split(self, index: int, left: Counts, rng: Random) -> Counts:
        chosen = rng.randrange(self._ways(index, left))
        for split, ways in self._splits(index, left):
            if chosen < ways:
                return split
            chosen -= ways
        raise AssertionError("the ways of all splits add up to those of the whole")

    def _count_ways(self, index: int, left: Counts) -> int:
        """How many ways there are to give the cards left to the places from `index` on."""
        if index == len(self._barred):
            return 1
        return sum(ways for _, ways in self._splits(index, left))

    def _splits(self, index: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """How many cards of each suit may go to the places at `index`, each with its number of ways."""
        barred = self._barred[index]
        room = [0 if barred >> suit & 1 else count for suit, count in enumerate(left)]
        for split in _splits_of(len(self._places[barred]), room):
            after = tuple(count - taken for count, taken in zip(left, split, strict=True))
            yield split, prod(map(comb, left, split)) * self._ways(index + 1, after)


def _places_by_suits_barred(view: State, seat: int, unseen: int) -> dict[int, list[Place]]:
    """The places of the cards not seen, by the suits, as a mask, that cannot lie there.

    A suit that a player has shown to lack is not in his hand, nor among the cards that he lost since.
    """
    places: dict[int, list[Place]] = {}
    for owner in range(SEATS):
        if owner == seat:
            continue
        lost = view.lost_sizes[owner]
        for nth_loss in range(lost):
            places.setdefault(_shown_lacking(view, owner, nth_loss), []).append(Place(owner, lost=True))
        held = [Place(owner, lost=False)] * view.hand_sizes[owner]
        places.setdefault(_shown_lacking(view, owner, lost), []).extend(held)
    undealt = unseen - sum(map(len, places.values()))
    places.setdefault(0, []).extend([Place(NOBODY, lost=False)] * undealt)
    return places


def _shown_lacking(view: State, owner: int, losses: int) -> int:
    """The suits that the owner showed to lack when he had lost so many cards at the most."""
    suits = 0
    for suit in range(SUITS):
        if NOT_SHOWN < view.lacks[owner * SUITS + suit] <= losses:
            suits |= 1 << suit
    return suits


def _splits_of(size: int, room: Sequence[int]) -> Iterator[Counts]:
    """Every way to make `size` of parts, none above its room."""
    if not room:
        yield ()
        return
    first, rest = room[0], room[1:]
    for part in range(max(0, size - sum(rest)), min(size, first) + 1):
        for parts in _splits_of(size - part, rest):
            yield (part, *parts)


def _put(world: State, place: Place, kind: int) -> None:
    if place.lost:
        world.lost[place.owner] |= 1 << kind
    elif place.owner != NOBODY:
        world.hands[place.owner] |= 1 << kind
