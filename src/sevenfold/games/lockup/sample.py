"""Worlds that a seat cannot rule out: where the cards may be that it has not seen.

A world is possible when its deal and its losses, in some order, allow every card that was played (LU-2.1,
LU-3.1). The deals and orders of loss that do are all equally likely: before the first card they are, since
any card of a hand is lost equally likely. What a player might rather have played is left out of account. A
state comes up in proportion to the number of orders of loss that lead to it.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold.games.lockup.state import NOT_SHOWN, PACK_CARDS, RANKS, SEATS, SUIT_CARDS, SUITS, Seen, State

LOST = SEATS
NOT_DEALT = LOST + SEATS * RANKS
"""Places: 0 to 3 are the hands; from LOST on each seat has RANKS places for the cards that it lost, in order;
what is not in a short deal."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """The cards are all that is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """A suit that a seat has shown to lack is not in its hand, nor among the cards that it has lost since."""
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
    """The cards that the owner showed to lack when it had lost so many at most."""
    cards = 0
    for suit in range(SUITS):
        if NOT_SHOWN < view.lacks[owner * SUITS + suit] <= losses:
            cards |= SUIT_CARDS << suit * RANKS
    return cards


def lay_out(world: State, _seat: int, _case: int, layout: Layout, dice: int) -> int:
    """The cards come to the hands, and to those lost."""
    for card in range(hidden_count(layout)):
        place = layout.places[card]
        if place < LOST:
            world.hands[place] |= 1 << layout.kinds[card]
        elif place < NOT_DEALT:
            world.lost[(place - LOST) // RANKS] |= 1 << layout.kinds[card]
    return dice
