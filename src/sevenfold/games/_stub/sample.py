"""Worlds that a seat cannot rule out: where the cards may be that it has not seen."""

from random import Random

from sevenfold.cards.masks import kinds_of, mask_of, popcount
from sevenfold.core.layouts import Layouts, Place
from sevenfold.core.visibility import duplicate
from sevenfold.games._stub.state import PACK_CARDS, SEATS, Seen, State


def sample(view: Seen, seat: int, rng: Random) -> State:
    """One of the deals that allow every card that was played (ST-2.2), all equally likely."""
    unseen = PACK_CARDS & ~(view.played | view.hands[seat])
    others = [other for other in range(SEATS) if other != seat]
    places = [Place(view.hand_sizes[other], view.lacks[other]) for other in others]
    undealt = Place(popcount(unseen) - sum(place.size for place in places))
    *hands, rest = Layouts(kinds_of(unseen), [*places, undealt]).draw(rng)
    world: State = duplicate(view)
    for other, cards in zip(others, hands, strict=True):
        world.hands[other] = mask_of(cards)
    world.undealt = mask_of(rest)
    return world
