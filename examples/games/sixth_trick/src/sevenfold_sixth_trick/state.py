"""The state of a round of Sixth Trick: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, Number, OneOf, Seat
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="3456789TA")
RANKS = 9
THREE = 0
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
PACK_CARDS = (1 << SUITS * RANKS) - 1
HAND_SIZE = 6


class Kind(Codes):
    """Kinds of move: a card to the trick."""

    PLAY = 1


class Phase(Codes):
    """Phases: tricks are played; the round has ended."""

    PLAY, OVER = range(2)


class EventKind(StrEnum):
    """What happens that a viewer is told of, besides what every game has (core/events.py)."""

    TRICK = "trick"


Count = Annotated[int, Number(HAND_SIZE)]


@game_state
class State:
    """A round from the deal to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[Seat] = 0
    """Who leads to the first trick."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)
    undealt: Hidden[int] = 0
    """The cards left over in the deal; nobody sees them."""
    leader: Public[Seat] = NOBODY
    turn: Public[Seat] = NOBODY
    trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    """The card that each seat has played to the current trick."""
    suit_led: Public[Annotated[int, OneOf(SUITS)]] = NO_SUIT
    tricks: Public[list[Count]] = fixed(SEATS)
    """Tricks taken."""
    played: Public[Cards] = 0
    """The cards played so far."""
    lacks: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat cannot hold: those of suits that it did not follow (SI-2.2)."""
    taker: Public[Seat] = NOBODY
    """Who took the last trick."""
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Card]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
