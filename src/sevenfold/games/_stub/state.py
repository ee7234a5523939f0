"""The state of a round of Stub: integers and lists of fixed length, each with who may see it."""

from typing import NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="23456789TJQKA")
RANKS = 13
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
PACK_CARDS = (1 << SUITS * RANKS) - 1
HAND_SIZE = SUITS * RANKS // SEATS

PLAY_CARD = 1
"""The kind of move: a card to the trick."""

PLAYING, OVER = range(2)
"""Phases: tricks are played; the round has ended."""


@game_state
class State:
    """A round from the deal to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[int] = 0
    """Who leads to the first trick."""
    phase: Public[int] = OVER
    hands: Own[list[int]] = fixed(SEATS)
    hand_sizes: Public[list[int]] = fixed(SEATS)
    undealt: Hidden[int] = 0
    """The cards left over in the deal; nobody sees them."""
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
    """The cards that each seat cannot hold: those of suits that it did not follow (ST-2.2)."""
    taker: Public[int] = NOBODY
    """Who took the last trick."""
    last_leader: Public[int] = NOBODY
    last_trick: Public[list[int]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
