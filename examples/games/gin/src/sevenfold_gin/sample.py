"""Worlds that a seat cannot rule out: where the cards that it has not seen may be.

All layouts are equally likely. What is not used: what a player would rather have kept or knocked on.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.dice import roll
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold_gin.state import PACK_CARDS, SEATS, Seen, State

STOCK, NOT_DEALT = SEATS, SEATS + 1
"""Places: the hands by their seats, the stock, and what a deal of fewer cards leaves out."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """Any card that nobody has seen and is not in the own hand may be anywhere."""
    hidden = PACK_CARDS & ~(view.pile | view.laid_off | view.hands[seat])
    for meld in range(view.meld_count):
        hidden &= ~view.melds[meld]
    for owner in range(SEATS):
        hidden &= ~view.known[owner]
    left = popcount(hidden) - view.stock_size
    for owner in range(SEATS):
        if owner != seat:
            unknown = view.hand_sizes[owner] - popcount(view.known[owner])
            add_place(layout, owner, unknown, 0)
            left -= unknown
    add_place(layout, STOCK, view.stock_size, 0)
    add_place(layout, NOT_DEALT, left, 0)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def apply_layout(world: State, _seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands and, in a random order, into the stock."""
    for owner in range(SEATS):
        world.hands[owner] |= world.known[owner]
    placed = 0
    for card in range(hidden_count(layout)):
        place, kind = layout.places[card], layout.kinds[card]
        if place < SEATS:
            world.hands[place] |= 1 << kind
        elif place == STOCK:
            other, dice = roll(dice, placed + 1)
            world.stock[placed] = world.stock[other]
            world.stock[other] = kind
            placed += 1
    return dice
