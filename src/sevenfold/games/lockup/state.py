"""The state of a round of Lockup: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, Flag, Number, OneOf, Seat
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="23456789TJQKA")
RANKS = 13
SUITS = 4
CLUBS = 0
SUIT_CARDS = (1 << RANKS) - 1
CLUB_CARDS = SUIT_CARDS << CLUBS * RANKS
PACK_CARDS = (1 << SUITS * RANKS) - 1
PICTURES = 0b111 << 9
"""Jack, queen and king, as a set of ranks."""


class Kind(Codes):
    """Kinds of move: a player's card to the trick; chance takes a card from the seat in `arg`."""

    PLAY, LOSE = 1, 2


class Phase(Codes):
    """Phases: a player is to act; cards are due to be lost; the round has ended."""

    PLAY, LOSE, OVER = range(3)


EventKind = StrEnum("EventKind", "TRICK LOCKED LOST PASSED")
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""


NOT_SHOWN = -1

Count = Annotated[int, Number(RANKS)]


@game_state
class State:
    """A round from the deal to the last trick. Cards are kinds, sets of cards are masks."""

    any_club: Public[Flag] = 0
    """1 where any club is let in by a picture (LU-3.2)."""
    at_once: Public[Flag] = 0
    """1 where the cards are lost the moment one is locked up (LU-5.3)."""
    first: Public[Seat] = 0
    """Who leads the first trick."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)
    tricks_left: Public[Count] = 0
    """Tricks still to be played or passed, the current one included."""
    leader: Public[Seat] = NOBODY
    turn: Public[Seat] = NOBODY
    trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    """The card that each seat has played to the current trick."""
    suit_led: Public[Annotated[int, OneOf(SUITS)]] = NO_SUIT
    tricks: Public[list[Count]] = fixed(SEATS)
    """Tricks taken (LU-4.2)."""
    locked: Public[list[Count]] = fixed(SEATS)
    """Tricks still to sit out, the current one included (LU-5.1)."""
    owed: Public[list[Count]] = fixed(SEATS)
    """Cards that chance is due to take from each seat now (LU-5.3)."""
    lost: Own[list[Cards]] = fixed(SEATS)
    """The cards that each seat has lost; the others know how many."""
    lost_sizes: Public[list[Count]] = fixed(SEATS)
    played: Public[Cards] = 0
    """The cards played to tricks so far."""
    lacks: Public[list[Annotated[int, Number(RANKS, low=-1)]]] = fixed(SEATS * SUITS, NOT_SHOWN)
    """How many cards a seat had lost when it first showed to lack a suit, at seat * SUITS + suit."""
    taker: Public[Seat] = NOBODY
    """Who took the last trick that was taken."""
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    passed: Public[Count] = 0
    """Tricks that passed without a card (LU-5.6)."""


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
