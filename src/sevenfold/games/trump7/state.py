"""The state of a deal of Trump 7: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import Card, Cards, Flag, LeftOut, Number, OneOf, Seat
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 3
PACK = Pack(suits="CDHS", ranks="789KTJQ", jokers=("JK",))
RANKS = 7
SUITS = 4
SUIT_CARDS = (1 << RANKS) - 1
JOKER = SUITS * RANKS
JOKER_CARD = 1 << JOKER
PACK_CARDS = (2 << JOKER) - 1


class Kind(Codes):
    """Kinds of move: a card to the trick, with the suit named for a joker led plus one in `arg`; take the
    widow, with the trump in `arg`; pass; put away the cards.
    """

    PLAY, TAKE, PASS, DISCARD = range(1, 5)


class Phase(Codes):
    """Phases: the widow is offered; the Player puts two cards away; tricks are played; the deal has ended."""

    BID, DISCARD, PLAY, OVER = range(4)


EventKind = StrEnum("EventKind", "WIDOW_TAKEN LEASTER TRICK WIDOW DISCARDS")
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""


Suit = Annotated[int, OneOf(SUITS)]
AT_THE_END = LeftOut("shown when the deal is over")


@game_state
class State:
    """A deal from the bidding to the last trick. Cards are kinds, sets of cards are masks."""

    first: Public[Seat] = 0
    """Eldest hand."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Annotated[int, Number(11)]]] = fixed(SEATS)
    tricks_left: Public[Annotated[int, Number(9)]] = 0
    widow: Hidden[Cards] = 0
    """The widow while nobody has taken it; in a leaster to the end."""
    widow_seen: Own[list[Cards]] = fixed(SEATS)
    """The widow as the Player took it up (T7-2.5)."""
    discards: Own[list[Cards]] = fixed(SEATS)
    """What the Player put away."""
    widow_shown: Public[Annotated[int, AT_THE_END]] = 0
    """The widow, once the deal is over (T7-2.5)."""
    discards_shown: Public[Annotated[int, AT_THE_END]] = 0
    """The discards, once the deal is over (T7-2.5)."""
    player: Public[Seat] = NOBODY
    trump: Public[Suit] = NO_SUIT
    leaster: Public[Flag] = 0
    """1 once all have passed (T7-2.4)."""
    leader: Public[Seat] = NOBODY
    turn: Public[Seat] = NOBODY
    trick: Public[list[Card]] = fixed(SEATS, NO_CARD)
    suit_led: Public[Suit] = NO_SUIT
    """The suit to follow: the joker's is trump, or in a leaster the one named with it."""
    tricks: Public[list[Annotated[int, Number(9)]]] = fixed(SEATS)
    points: Public[list[Annotated[int, Number(200)]]] = fixed(SEATS)
    """Points taken in tricks, without discards and widow."""
    last_own_trick: Public[list[Annotated[int, Number(9, low=-1)]]] = fixed(SEATS, -1)
    """The number of the last trick that each seat took, from 0; for ties in a leaster (T7-7.4)."""
    lacks: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat cannot hold: those of suits that it did not follow (T7-4.2, T7-5.4)."""
    played: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat has played."""
    taker: Public[Seat] = NOBODY
    """Who took the last trick."""
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Card]] = fixed(SEATS, NO_CARD)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
