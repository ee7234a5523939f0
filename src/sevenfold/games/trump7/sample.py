"""Worlds that a seat cannot rule out: where the cards may be that it has not seen."""

from random import Random

from sevenfold.cards.masks import kinds_of, mask_of, popcount
from sevenfold.core.layouts import Layouts, Place
from sevenfold.core.tricks import NOBODY
from sevenfold.core.visibility import duplicate
from sevenfold.games.trump7.rules import WIDOW_SIZE, unseen_cards
from sevenfold.games.trump7.state import (
    DISCARDING,
    OVER,
    SEATS,
    Seen,
    State,
)


def sample(view: Seen, seat: int, rng: Random) -> State:
    """One world of those that the seat cannot rule out. `Worlds` says how likely each is."""
    return Worlds(view, seat).draw(rng)


class Worlds:
    """The worlds that a seat cannot rule out; many can be drawn.

    A world is possible when every card that was played was legal in it (T7-4.2, T7-5.4). All of them are
    equally likely: what a player might rather have bid, put away or played is left out of account.
    """

    def __init__(self, view: Seen, seat: int) -> None:
        unseen = unseen_cards(view, seat)
        self._view = view
        self._seat = seat
        self._others = [other for other in range(SEATS) if other != seat]
        hands = [Place(view.hand_sizes[other], view.lacks[other]) for other in self._others]
        aside = Place(_unseen_aside(view, seat))
        undealt = Place(popcount(unseen) - aside.size - sum(hand.size for hand in hands))
        self._layouts = Layouts(kinds_of(unseen), [*hands, aside, undealt])

    def draw(self, rng: Random) -> State:
        """One of the worlds, as a full state."""
        world = duplicate(self._view)
        *hands, aside, _undealt = self._layouts.draw(rng)
        for other, hand in zip(self._others, hands, strict=True):
            world.hands[other] = mask_of(hand)
        if world.player == NOBODY:
            world.widow = mask_of(aside) | world.widow_shown
        elif world.player != self._seat:
            world.discards[world.player] = mask_of(aside) | world.discards_shown
            world.widow_seen[world.player] = world.widow_shown or _any_widow(world, rng)
        return world


def _unseen_aside(view: State, seat: int) -> int:
    """How many cards lie face down that the seat has not seen: the widow, or the discards."""
    if view.player == seat or view.phase in (DISCARDING, OVER):
        return 0
    return WIDOW_SIZE


def _any_widow(world: State, rng: Random) -> int:
    """Two of the cards that the Player has had: any of them may have lain in the widow."""
    player = world.player
    had = world.hands[player] | world.played[player] | world.discards[player]
    return mask_of(rng.sample(list(kinds_of(had)), WIDOW_SIZE))
