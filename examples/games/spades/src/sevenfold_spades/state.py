"""The state of a round of Spades: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="23456789TJQKA")
RANKS = 13
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
PACK_CARDS = (1 << SUITS * RANKS) - 1
SPADES = SUIT_CARDS << 3 * RANKS
HAND_SIZE = SUITS * RANKS // SEATS
SIDES = 2
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


@game_state
class State:
    """A round from the deal to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[int] = 0
    """Who bids first, and leads to the first trick."""
    bags: Public[list[int]] = fixed(SIDES)
    """The bags of each side before this round (SP-4.3)."""
    bids: Public[list[int]] = fixed(SEATS, NO_BID)
    phase: Public[int] = Phase.OVER
    hands: Own[list[int]] = fixed(SEATS)
    hand_sizes: Public[list[int]] = fixed(SEATS)
    undealt: Hidden[int] = 0
    """The cards left over in a short deal; nobody sees them."""
    leader: Public[int] = NOBODY
    turn: Public[int] = NOBODY
    trick: Public[list[int]] = fixed(SEATS, NO_CARD)
    """The card that each seat has played to the current trick."""
    suit_led: Public[int] = NO_SUIT
    tricks: Public[list[int]] = fixed(SEATS)
    """Tricks taken."""
    played: Public[int] = 0
    """The cards played so far."""
    lacks: Public[list[int]] = fixed(SEATS)
    """The cards that each seat cannot hold: those of suits that it did not follow, or was out of (SP-3.1, SP-3.2)."""
    taker: Public[int] = NOBODY
    """Who took the last trick."""
    last_leader: Public[int] = NOBODY
    last_trick: Public[list[int]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""


def partner(seat: int) -> int:
    """The seat across (SP-1.2)."""
    return (seat + SEATS // 2) % SEATS
