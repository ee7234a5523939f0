"""The state of a hand of Euchre: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.masks import highest
from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, Flag, Number, OneOf, Seat
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 4
PACK = Pack(suits="CDHS", ranks="9TJQKA")
RANKS = 6
JACK = 2
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
PACK_CARDS = (1 << SUITS * RANKS) - 1
HAND_SIZE = 5


class Kind(Codes):
    """Kinds of move: a card to the trick; pass; order the upcard up, alone if `arg` is 1; call the suit
    `arg`, or alone the suit `arg` - SUITS; put a card away.
    """

    PLAY, PASS, ORDER, CALL, DISCARD = range(1, 6)


class Phase(Codes):
    """Phases: the upcard is offered; another suit may be called; the dealer puts a card away; tricks are
    played; the hand has ended.
    """

    ORDER, CALL, DISCARD, PLAY, OVER = range(5)


EventKind = StrEnum(
    "EventKind", "TURNED_DOWN TRUMP ALONE TAKEN_UP TRICK MADE ALL ALONE_ALL EUCHRED PASSED_OUT"
)
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""


Count = Annotated[int, Number(HAND_SIZE + 1)]
Suit = Annotated[int, OneOf(SUITS)]


@game_state
class State:
    """A hand from the bidding to the last trick. Cards are kinds, sets of cards are masks."""

    dealer_names: Public[Flag] = 0
    """1 where the dealer must call a suit if all others have passed twice (EU-2.5)."""
    first: Public[Seat] = 0
    """Eldest hand."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    turn: Public[Seat] = NOBODY
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)
    tricks_left: Public[Count] = 0
    upcard: Public[Card] = NO_CARD
    """The card turned up, which the dealer takes if it is ordered up."""
    kitty: Hidden[int] = 0
    """The cards left below the upcard; nobody sees them."""
    discard: Own[list[Cards]] = fixed(SEATS)
    """What the dealer put away."""
    trump: Public[Suit] = NO_SUIT
    maker: Public[Seat] = NOBODY
    """Who made it trump."""
    ordered: Public[Flag] = 0
    """1 once the dealer has taken the upcard."""
    sits_out: Public[Seat] = NOBODY
    """The partner of a maker who goes alone."""
    passed_out: Public[Flag] = 0
    """1 where all have passed twice."""
    leader: Public[Seat] = NOBODY
    trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    suit_led: Public[Suit] = NO_SUIT
    tricks: Public[list[Count]] = fixed(SEATS)
    played: Public[Cards] = 0
    lacks: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat cannot hold: those of suits that it did not follow (EU-3.3)."""
    taker: Public[Seat] = NOBODY
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Card]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""


def dealer(state: State) -> int:
    """The seat before eldest hand (EU-1.4)."""
    return (state.first + SEATS - 1) % SEATS


def partner(seat: int) -> int:
    """The seat across (EU-1.2)."""
    return (seat + 2) % SEATS


def right_bower(trump: int) -> int:
    """The jack of trumps (EU-3.2)."""
    return trump * RANKS + JACK


def left_bower(trump: int) -> int:
    """The other jack of the same colour: the suits stand as clubs, diamonds, hearts, spades (EU-3.2)."""
    return (SUITS - 1 - trump) * RANKS + JACK


def suit_cards(trump: int, suit: int) -> int:
    """The cards of a suit; the left bower is one of the trumps (EU-3.2)."""
    cards = SUIT_CARDS << suit * RANKS
    if trump == NO_SUIT:
        return cards
    left = 1 << left_bower(trump)
    return cards | left if suit == trump else cards & ~left


def suit_of(trump: int, kind: int) -> int:
    """The suit that a card counts as."""
    return trump if trump != NO_SUIT and kind == left_bower(trump) else kind // RANKS


def strongest(trump: int, suit: int, cards: int) -> int:
    """EU-3.2, EU-3.4: the card that takes a trick of these cards."""
    trumps = suit_cards(trump, trump) & cards
    for bower in (right_bower(trump), left_bower(trump)):
        if trumps >> bower & 1:
            return bower
    return highest(trumps or suit_cards(trump, suit) & cards)
