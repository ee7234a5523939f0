"""Tricks of one card a seat: `trick[seat]` is the kind that the seat has played to it, or NO_CARD."""

from sevenfold.cards.pack import Pack
from sevenfold.core.views import Pile, View

NOBODY = -1
NO_CARD = -1
NO_SUIT = -1


class TrickView(View, frozen=True, kw_only=True):
    """What a seat sees of a game of tricks, whatever else the game shows."""

    suit_led: str | None
    """The suit that the trick asks for; None before the lead."""
    last_trick: tuple[Pile, ...]
    taker: int | None
    """Who took the last trick."""


def trick_cards(trick: list[int]) -> int:
    """The cards of a trick as a set."""
    cards = 0
    for card in trick:
        if card != NO_CARD:
            cards |= 1 << card
    return cards


def seat_that_played(trick: list[int], card: int) -> int:
    """Whose card this is; NOBODY's where it is not in the trick."""
    for seat in range(len(trick)):
        if trick[seat] == card:
            return seat
    return NOBODY


def in_order_played(trick: list[int], leader: int) -> list[int]:
    """The seats that have played to a trick, from its leader on."""
    if leader == NOBODY:
        return []
    seats = [(leader + step) % len(trick) for step in range(len(trick))]
    return [seat for seat in seats if trick[seat] != NO_CARD]


def piles(pack: Pack, trick: list[int], leader: int) -> tuple[Pile, ...]:
    """A trick as a view shows it."""
    return tuple(Pile(seat, (pack.names[trick[seat]],)) for seat in in_order_played(trick, leader))


def shown_seat(seat: int) -> int | None:
    """A seat as a view shows it: None for NOBODY."""
    return None if seat == NOBODY else seat


def shown_suit(pack: Pack, suit: int) -> str | None:
    """A suit as a view shows it: None for NO_SUIT."""
    return None if suit == NO_SUIT else pack.suits[suit]
