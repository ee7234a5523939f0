"""What a seat can tell of the cards that it does not see: which they are, and who cannot hold them."""

from sevenfold.games.lockseven.order import PACK, SUIT_MASKS, SUITS, TRUMPS
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, Phase, State

KINDS = len(PACK.names)
ALL_CARDS = (1 << KINDS) - 1


def bottom_owner(view: State) -> int:
    """Who has laid the bottom that lies there; the Host before anybody has."""
    return view.host if view.strength == NO_STRENGTH else view.anti_caller[view.strength]


def unseen(view: State, seat: int) -> tuple[int, int]:
    """The cards neither in the seat's hand, nor played, nor in the bottom that it laid."""
    cards, twice = view.hands[seat], view.doubles[seat]
    for other in range(SEATS):
        twice |= cards & view.played[other] | view.played_twice[other]
        cards |= view.played[other]
    if bottom_owner(view) == seat and view.phase != Phase.BURY:
        twice |= cards & view.buried[seat] | view.buried_twice[seat]
        cards |= view.buried[seat]
    return ALL_CARDS & ~twice, ALL_CARDS & ~cards


def lacking(view: State, other: int) -> int:
    """The kinds of the suits that another has run out of."""
    kinds = 0
    if view.lacks[other]:
        for suit in range(SUITS):
            if view.lacks[other] >> suit & 1:
                kinds |= SUIT_MASKS[suit]
        if view.lacks[other] >> TRUMPS:
            kinds |= SUIT_MASKS[TRUMPS + view.trump]
    return kinds
