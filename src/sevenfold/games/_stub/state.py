"""The state of a round of Stub: integers and lists of fixed length, each with who may see it."""

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
#: if widow
HAND_SIZE = (SUITS * RANKS - 2) // SEATS
WIDOW = SUITS * RANKS - SEATS * HAND_SIZE
"""How many cards the widow has in a full deal: two at least (ST-1.2)."""
#: else
#: HAND_SIZE = SUITS * RANKS // SEATS
#: end


class Kind(Codes):
    """Kinds of move: a card to the trick."""

    PLAY = 1
    #: if bids
    PASS = 2
    """No bid."""
    BID = 3
    """A bid of `arg` tricks."""
    #: end
    #: if widow
    DISCARD = 4
    """A card put away."""
    #: end
    #: if trump
    CALL = 5
    """The suit `arg` is called as trump."""
    #: end


class Phase(Codes):
    """Phases: tricks are played; the round has ended."""

    PLAY, OVER = range(2)
    #: if bids
    BID = 2
    """Each seat bids or passes."""
    #: end
    #: if widow
    DISCARD = 3
    """Whoever took the widow puts cards away."""
    #: end
    #: if trump
    CALL = 4
    """A suit is called as trump."""
    #: end


class EventKind(StrEnum):
    """What happens that a viewer is told of, besides what every game has (core/events.py)."""

    TRICK = "trick"
    #: if bids
    DECLARED = "declared"
    PASSED_OUT = "passed_out"
    #: end
    #: if widow
    WIDOW = "widow"
    #: end
    #: if trump
    TRUMP = "trump"
    #: end


@game_state
class State:
    """A round from the deal to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[int] = 0
    #: if bids
    """Who bids first."""
    #: else
    #: """Who leads to the first trick."""
    #: end
    phase: Public[int] = Phase.OVER
    hands: Own[list[int]] = fixed(SEATS)
    hand_sizes: Public[list[int]] = fixed(SEATS)
    #: if bids
    bid: Public[int] = 0
    """The highest bid so far."""
    declarer: Public[int] = NOBODY
    """Who bid it."""
    passed_out: Public[int] = 0
    """1 where all have passed."""
    #: end
    #: if widow
    widow: Hidden[int] = 0
    """The cards of the widow, until they are taken."""
    widow_size: Public[int] = 0
    to_put_away: Public[int] = 0
    """How many cards are still to be put away."""
    put_away: Public[int] = 0
    """How many cards have been put away."""
    aside: Own[list[int]] = fixed(SEATS)
    """What each seat has put away."""
    #: else
    #: undealt: Hidden[int] = 0
    #: """The cards left over in the deal; nobody sees them."""
    #: end
    #: if trump
    trump: Public[int] = NO_SUIT
    #: end
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
    """The cards that each seat cannot hold: those of suits that it did not follow (ST-5.2)."""
    taker: Public[int] = NOBODY
    """Who took the last trick."""
    last_leader: Public[int] = NOBODY
    last_trick: Public[list[int]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""

#: if partners


def partner(seat: int) -> int:
    """The seat across (ST-1.4)."""
    return (seat + SEATS // 2) % SEATS


#: end
#: if widow


def opener(state: State) -> int:
    """Who takes the widow and leads to the first trick (ST-3.1)."""
    #: if bids
    return state.declarer
    #: else
    #: return state.first
    #: end


#: end
