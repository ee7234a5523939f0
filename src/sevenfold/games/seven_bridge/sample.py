"""Worlds that a seat cannot rule out: where the cards may be that it does not see."""

from random import Random

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.visibility import duplicate
from sevenfold.games.seven_bridge.claims import could_pon
from sevenfold.games.seven_bridge.state import (
    DRAWING,
    JOKER,
    JOKER_CARD,
    Seen,
    State,
)


def sample(view: Seen, seat: int, rng: Random) -> State:
    """One world of those that the seat, which is to act, cannot rule out."""
    return Worlds(view, seat).draw(rng)


class Worlds:
    """The worlds that a seat which is to act cannot rule out, all equally likely; many can be drawn.

    What is used: the cards in its hand, in the melds and in the discard pile. Once the stock has been made
    anew, also how many cards each player has drawn from it since and not yet put down, and that all other
    cards not seen were in the hands already: none of them is in the stock. A card taken from the discard
    pile is laid at once and so never lies unseen. A seat that was offered the pon before has passed.
    What is not used: what a player might rather have kept, laid or claimed.
    """

    def __init__(self, view: Seen, seat: int) -> None:
        unseen = ~_seen(view, seat) & (JOKER_CARD << view.joker) - 1
        from_stock = unseen & view.remade_cards if view.remade else 0
        self._view = view
        self._seat = seat
        self._from_stock = tuple(kinds_of(from_stock))
        self._others = tuple(kinds_of(unseen ^ from_stock))

    def draw(self, rng: Random) -> State:
        """One of the worlds, as a full state."""
        world = duplicate(self._view)
        from_stock = rng.sample(self._from_stock, len(self._from_stock))
        others = rng.sample(self._others, len(self._others))
        for seat in range(world.players):
            if seat != self._seat:
                drawn = world.from_remade[seat]
                world.hands[seat] = mask_of(_take(from_stock, drawn))
                world.hands[seat] |= mask_of(_take(others, world.hand_sizes[seat] - drawn))
        if world.remade:
            world.stock_cards = mask_of(from_stock)
        else:
            world.stock[: world.stock_size] = _take(others, world.stock_size)
        if world.phase == DRAWING:
            _note_who_passed(world, self._seat)
        return world


def _seen(view: State, seat: int) -> int:
    seen = view.hands[seat] | mask_of(view.pile[: view.pile_size])
    for number in range(view.meld_count):
        meld = view.melds[number]
        seen |= meld ^ 1 << view.joker_as | 1 << JOKER if number == view.joker_meld else meld
    return seen


def _take(cards: list[int], size: int) -> list[int]:
    taken = cards[:size]
    del cards[:size]
    return taken


def _note_who_passed(world: State, seat: int) -> None:
    """SB-4.10: each seat with a pon was asked, from the discarder's left up to the seat that is asked now."""
    steps = (seat - world.discarder) % world.players if world.offered_pon[seat] else world.players
    for step in range(1, steps):
        other = (world.discarder + step) % world.players
        if other != seat and could_pon(world, other):
            world.passed[other] = 1
    world.waiting[world.turn] = world.offered_pon[seat]
