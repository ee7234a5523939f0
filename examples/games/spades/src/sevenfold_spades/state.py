"""The state of a round of Spades: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, Number, OneOf, Seat
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
SIDES = 2
PACK = Pack(suits="CDHS", ranks="23456789TJQKA")
RANKS = 13
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
PACK_CARDS = (1 << SUITS * RANKS) - 1
SPADES = SUIT_CARDS << 3 * RANKS
HAND_SIZE = SUITS * RANKS // SEATS
FULL = 10
"""So many bags cost points (SP-4.3)."""
NO_BID = -1


class Kind(Codes):
    """Kinds of move: a card to the trick; a bid of `arg` tricks."""

    PLAY, BID = 1, 2


class Phase(Codes):
    """Phases: each seat bids; tricks are played; the round has ended."""

    BID, PLAY, OVER = range(3)


class EventKind(StrEnum):
    """What happens that a viewer is told of, besides what every game has (core/events.py)."""

    TRICK = "trick"


Count = Annotated[int, Number(HAND_SIZE + 1)]
Bid = Annotated[int, OneOf(HAND_SIZE + 1)]
Suit = Annotated[int, OneOf(SUITS)]


@game_state
class State:
    """A round from the bids to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[Seat] = 0
    """Who bids first, and leads to the first trick."""
    bags: Public[list[Annotated[int, Number(FULL)]]] = fixed(SIDES)
    """The bags of each side before this round (SP-4.3)."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    turn: Public[Seat] = NOBODY
    bids: Public[list[Bid]] = fixed(SEATS, NO_BID)
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)
    undealt: Hidden[int] = 0
    """The cards left over in a short deal; nobody sees them."""
    leader: Public[Seat] = NOBODY
    trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    suit_led: Public[Suit] = NO_SUIT
    tricks: Public[list[Count]] = fixed(SEATS)
    played: Public[Cards] = 0
    lacks: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat cannot hold: of suits that it is out of (SP-3.1, SP-3.2)."""
    taker: Public[Seat] = NOBODY
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Card]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""


def partner(seat: int) -> int:
    """The seat across (SP-1.2)."""
    return (seat + SIDES) % SEATS
