"""The state of a round of Shedding: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="23456789TJQKA")
RANKS = 13
SUITS = 4
CARDS = SUITS * RANKS
PACK_CARDS = (1 << CARDS) - 1
HAND_SIZE = 5

NOBODY = -1
NO_CARD = -1


class Kind(Codes):
    """Kinds of move: a card to the pile; a card from the stock; none of these."""

    PLAY, DRAW, PASS = 1, 2, 3


class Phase(Codes):
    """Phases: cards are played; the round has ended."""

    PLAY, OVER = range(2)


class EventKind(StrEnum):
    """What happens that a viewer is told of, besides what every game has (core/events.py)."""

    LAST_CARD = "last_card"
    BLOCKED = "blocked"


@game_state
class State:
    """A round from the deal to somebody's last card. Cards are kinds, sets of cards are masks."""

    first: Public[int] = 0
    """Who begins."""
    phase: Public[int] = Phase.OVER
    turn: Public[int] = NOBODY
    hands: Own[list[int]] = fixed(SEATS)
    hand_sizes: Public[list[int]] = fixed(SEATS)
    stock: Hidden[list[int]] = fixed(CARDS, NO_CARD)
    """The cards of the stock; the last of them is drawn first."""
    stock_size: Public[int] = 0
    pile: Public[int] = 0
    """All cards of the pile."""
    upcard: Public[int] = NO_CARD
    """The card that began it, which nobody has played."""
    top: Public[int] = NO_CARD
    """The card on top of it."""
    passes: Public[int] = 0
    """How many seats have passed one after the other."""
    winner: Public[int] = NOBODY
    """Who has played their last card."""


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
