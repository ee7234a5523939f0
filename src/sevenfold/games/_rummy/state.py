"""The state of a round of Rummy: integers and lists of fixed length, each with who may see it."""

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
HAND_SIZE = 7
MOST_MELDS = CARDS // 3

NOBODY = -1
NO_CARD = -1


class Kind(Codes):
    """Kinds of move: a card to the pile; a card from the stock; the last discard, laid with these cards of
    the hand; a meld of these cards.
    """

    DISCARD, DRAW, TAKE, MELD = 1, 2, 3, 4


class Phase(Codes):
    """Phases: a card is drawn or taken; melds are laid and a card discarded; the round has ended."""

    DRAW, LAY, OVER = range(3)


class EventKind(StrEnum):
    """What happens that a viewer is told of, besides what every game has (core/events.py)."""

    OUT = "out"
    STOCK_EMPTY = "stock_empty"


@game_state
class State:
    """A round from the deal until somebody goes out. Cards are kinds, sets of cards are masks."""

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
    """All discards."""
    upcard: Public[int] = NO_CARD
    """The card that began it, which nobody has played."""
    top: Public[int] = NO_CARD
    """The last discard; NO_CARD once it is taken."""
    melds: Public[list[int]] = fixed(MOST_MELDS)
    """The melds laid, as sets of cards."""
    owners: Public[list[int]] = fixed(MOST_MELDS, NOBODY)
    """Who laid each of them."""
    meld_count: Public[int] = 0
    winner: Public[int] = NOBODY
    """Who has gone out."""


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
