"""The state of a round of gin rummy: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, CardSet, Each, Flag, Number, Seat, SeatNumber
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 2
PACK = Pack(suits="CDHS", ranks="A23456789TJQK")
RANKS = 13
CARDS = 4 * RANKS
PACK_CARDS = (1 << CARDS) - 1
HAND_SIZE = 10
KNOCK = 10
"""The most deadwood that one may knock on (GI-3.1)."""
WALL = 2
"""The cards of the stock that nobody draws (GI-2.7)."""
MOST_TAKEN = 50
MOST_MELDS = SEATS * (HAND_SIZE // 3)

NOBODY = -1
NO_CARD = -1


class Kind(Codes):
    """Kinds of move: a card to the pile; the upper card of the stock; the upcard; neither of them; a card to
    the pile, and the hand laid open; a meld; a card laid off on a meld of the knocker; no more of these.
    """

    DISCARD, DRAW, TAKE, PASS, KNOCK, MELD, LAY_OFF, DONE = range(1, 9)


class Phase(Codes):
    """Phases: the first upcard is offered; a card is drawn; one is discarded; at the wall the upcard may be
    taken to knock; it was, and a card is discarded; the knocker lays melds; the other lays off; and then lays
    melds; the round has ended.
    """

    UPCARD, DRAW, DISCARD, WALL, KNOCK, LAY, LAY_OFF, SPREAD, OVER = range(9)


EventKind = StrEnum("EventKind", "DRAWN KNOCK GIN UNDERCUT EQUAL VOID")
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""

Count = Annotated[int, Number(HAND_SIZE + 1)]


@game_state
class State:
    """A round from the deal until the hands are compared. Cards are kinds, sets of cards are masks."""

    first: Public[Seat] = 0
    """Who begins."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    turn: Public[Seat] = NOBODY
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)
    known: Public[list[Cards]] = fixed(SEATS)
    """The cards of each hand that all have seen: those taken from the pile, and all of a hand laid open."""
    stock: Hidden[list[int]] = fixed(CARDS, NO_CARD)
    """The cards of the stock; the last of them is drawn first."""
    stock_size: Public[Annotated[int, Number(CARDS)]] = 0
    pile: Public[Cards] = 0
    """All discards that nobody has taken."""
    top: Public[Card] = NO_CARD
    """The upcard, on top of the pile; NO_CARD once it is taken."""
    upcard: Public[Card] = NO_CARD
    """The card that began the pile, until somebody takes it: nobody has played it."""
    passes: Public[Annotated[int, Number(SEATS)]] = 0
    """How often the first upcard was refused; 0 again after the first draw."""
    taken: Public[Card] = NO_CARD
    """The card that the seat in turn took from the pile."""
    put_back: Public[Flag] = 0
    """1 where the last turn discarded the card that it had taken."""
    takes: Public[Annotated[int, Number(MOST_TAKEN)]] = 0
    """How often a card was taken from the pile, but for the first upcard."""
    knocker: Public[Seat] = NOBODY
    melds: Public[Annotated[list[int], Each(CardSet())]] = fixed(MOST_MELDS)
    """The melds laid, as sets of cards."""
    owners: Public[Annotated[list[int], Each(SeatNumber())]] = fixed(MOST_MELDS, NOBODY)
    """Who laid each of them."""
    meld_count: Public[Annotated[int, Number(MOST_MELDS)]] = 0
    laid_off: Public[Cards] = 0
    """The cards laid off on the knocker's melds."""


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
