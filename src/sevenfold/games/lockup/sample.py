"""Worlds that a seat cannot rule out: where the cards may be that it has not seen."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sevenfold.cards.masks import kinds_of, mask_of, popcount
from sevenfold.core.layouts import Layouts, Place
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockup.state import (
    NOT_SHOWN,
    PACK_CARDS,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Seen,
    State,
)


class Pile(NamedTuple):
    """Cards of another seat: its hand, or a card that it lost."""

    owner: int
    lost: bool
    place: Place


def sample(view: Seen, seat: int, rng: Random) -> State:
    """One world of those that the seat cannot rule out. `Worlds` says how likely each is."""
    return Worlds(view, seat).draw(rng)


class Worlds:
    """The worlds that a seat cannot rule out; many can be drawn.

    A world is possible when its deal and its losses, in some order, allow every card that was played
    (LU-2.1, LU-3.1). The deals and orders of loss that do are all equally likely: before the first card
    they are, since any card of a hand is lost equally likely. What a player might rather have played is
    left out of account. A state comes up in proportion to the number of orders of loss that lead to it.
    """

    def __init__(self, view: Seen, seat: int) -> None:
        unseen = PACK_CARDS & ~(view.played | view.hands[seat] | view.lost[seat])
        self._view = view
        self._piles = [pile for owner in range(SEATS) if owner != seat for pile in _piles_of(view, owner)]
        undealt = Place(popcount(unseen) - sum(pile.place.size for pile in self._piles))
        self._layouts = Layouts(kinds_of(unseen), [*(pile.place for pile in self._piles), undealt])

    def draw(self, rng: Random) -> State:
        """One of the worlds, as a full state."""
        world = duplicate(self._view)
        *drawn, _undealt = self._layouts.draw(rng)
        for pile, cards in zip(self._piles, drawn, strict=True):
            masks = world.lost if pile.lost else world.hands
            masks[pile.owner] |= mask_of(cards)
        return world


def _piles_of(view: State, owner: int) -> Iterator[Pile]:
    """A suit that a seat has shown to lack is not in its hand, nor among the cards that it has lost since."""
    losses = view.lost_sizes[owner]
    yield Pile(owner, False, Place(view.hand_sizes[owner], _shown_lacking(view, owner, losses)))
    for nth_loss in range(losses):
        yield Pile(owner, True, Place(1, _shown_lacking(view, owner, nth_loss)))


def _shown_lacking(view: State, owner: int, losses: int) -> int:
    """The cards that the owner showed to lack when it had lost so many at most."""
    cards = 0
    for suit in range(SUITS):
        if NOT_SHOWN < view.lacks[owner * SUITS + suit] <= losses:
            cards |= SUIT_CARDS << suit * RANKS
    return cards
