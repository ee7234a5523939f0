"""Worlds that a seat cannot rule out: where the cards that it has not seen may be.

A world is possible when every card that was played was legal in it (EU-3.3). All of them are equally likely:
what a player would rather have bid is not taken into account.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold_euchre.state import PACK_CARDS, SEATS, Phase, Seen, State, dealer

ASIDE, KITTY = SEATS, SEATS + 1
"""Places: 0 to 3 are the hands; what the dealer put away; the cards below the upcard."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """The upcard, once taken, is in the dealer's hand or put away, and so may a suit be that they lack."""
    up, dealt = 1 << view.upcard, dealer(view)
    hidden = PACK_CARDS & ~(view.played | view.hands[seat] | view.discard[seat])
    if not view.ordered:
        hidden &= ~up
    aside = int(view.ordered == 1 and view.phase != Phase.DISCARD and seat != dealt)
    left = popcount(hidden) - aside
    for owner in range(SEATS):
        if owner != seat:
            barred = view.lacks[owner] if owner == dealt else view.lacks[owner] | up
            add_place(layout, owner, view.hand_sizes[owner], barred)
            left -= view.hand_sizes[owner]
    add_place(layout, ASIDE, aside, 0)
    add_place(layout, KITTY, left, up)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def apply_layout(world: State, _seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands, aside, and below the upcard."""
    for card in range(hidden_count(layout)):
        place, bit = layout.places[card], 1 << layout.kinds[card]
        if place < SEATS:
            world.hands[place] |= bit
        elif place == ASIDE:
            world.discard[dealer(world)] |= bit
        else:
            world.kitty |= bit
    return dice
