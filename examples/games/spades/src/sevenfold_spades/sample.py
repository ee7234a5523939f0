"""Worlds that a seat cannot rule out: where the cards that it has not seen may be.

A world is possible when every card that was played was legal in it (SP-3.1). All of them are equally likely.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.tricks import list_hands
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count
from sevenfold_spades.state import PACK_CARDS, SEATS, Seen, State

NOT_DEALT = SEATS
"""Places: the hands by their seats, and what was not dealt."""


def draw_case(_seen: Seen, _seat: int, dice: int) -> tuple[int, int]:
    """There is one case, as nothing but cards is hidden."""
    return 0, dice


def list_hidden(view: Seen, seat: int, _case: int, layout: Layout) -> None:
    """A suit that a seat did not follow is not in its hand."""
    hidden = PACK_CARDS & ~(view.played | view.hands[seat])
    left = popcount(hidden) - list_hands(layout, view, view.lacks, seat)
    add_place(layout, NOT_DEALT, left, 0)
    for kind in kinds_of(hidden):
        add_card(layout, kind)


def apply_layout(world: State, _seat: int, _case: int, layout: Layout, dice: int) -> int:
    """Put each hidden card where it lies."""
    for card in range(hidden_count(layout)):
        place, bit = layout.places[card], 1 << layout.kinds[card]
        if place < SEATS:
            world.hands[place] |= bit
        else:
            world.undealt |= bit
    return dice
