"""Worlds that a seat cannot rule out: where the cards that it has not seen may be.

A world is possible when its deal and its losses, in some order, allow every card that was played (LU-2.1,
LU-3.1). All possible deals with an order of losses are equally likely, since each card of a hand is equally
likely to be lost. So a state comes up in proportion to the number of orders of losses that lead to it. What
a player would rather have played is not taken into account.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold.games.lockup.state import NOT_SHOWN, PACK_CARDS, RANKS, SEATS, SUIT_CARDS, SUITS, Seen, State

LOST = SEATS
NOT_DEALT = LOST + SEATS * RANKS
"""Places: 0 to 3 are the hands. From LOST on, each seat has RANKS places for the cards that it lost, in
order. NOT_DEALT has the cards that a short deal leaves out."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """A suit that a seat has shown that it lacks is neither in its hand nor among the cards lost since."""
    hidden = PACK_CARDS & ~(view.played | view.hands[seat] | view.lost[seat])
    left = popcount(hidden)
    for owner in range(SEATS):
        if owner != seat:
            losses = view.lost_sizes[owner]
            add_place(layout, owner, view.hand_sizes[owner], shown_lacking(view, owner, losses))
            for nth_loss in range(losses):
                barred = shown_lacking(view, owner, nth_loss)
                add_place(layout, LOST + owner * RANKS + nth_loss, 1, barred)
            left -= view.hand_sizes[owner] + losses
    add_place(layout, NOT_DEALT, left, 0)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def shown_lacking(view: State, owner: int, losses: int) -> int:
    """The cards of the suits that the owner had shown that it lacks by the time of `losses` losses."""
    cards = 0
    for suit in range(SUITS):
        if NOT_SHOWN < view.lacks[owner * SUITS + suit] <= losses:
            cards |= SUIT_CARDS << suit * RANKS
    return cards


def apply_layout(world: State, _seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands, and among the lost cards."""
    for card in range(hidden_count(layout)):
        place = layout.places[card]
        if place < LOST:
            world.hands[place] |= 1 << layout.kinds[card]
        elif place < NOT_DEALT:
            world.lost[(place - LOST) // RANKS] |= 1 << layout.kinds[card]
    return dice
