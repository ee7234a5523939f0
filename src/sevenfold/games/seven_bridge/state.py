"""The state of a hand of Seven Bridge: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.cards.pack import Pack
from sevenfold.core.codes import Codes
from sevenfold.core.encoding import (
    Card,
    CardOrder,
    Cards,
    CardSet,
    Each,
    Flag,
    LeftOut,
    Number,
    OneOf,
    Seat,
    SeatNumber,
    WhoActs,
)
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state

SEATS = 6
"""Seats at the largest table; a smaller one leaves the last entries of a list alone."""
REMADE_AT_MOST = 5
"""How often a stock is made anew in one hand (SB-3.5)."""
MELDS = 20
"""The most melds that a pack can make: four lone sevens, and the other cards by threes."""

PACK = Pack(suits="CDHS", ranks="A23456789TJQK")
JOKER_PACK = Pack(suits=PACK.suits, ranks=PACK.ranks, jokers=("JK",))
KINDS = len(JOKER_PACK.names)
RANKS = 13
SUITS = 4
ACE, SEVEN, TEN, KING = 0, 6, 9, 12
JOKER = RANKS * SUITS
JOKER_CARD = 1 << JOKER
SUIT_CARDS = (1 << RANKS) - 1
RANK_CARDS = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four aces; shifted by a rank, the four cards of it."""
ALL_SEVENS = RANK_CARDS << SEVEN


class Kind(Codes):
    """Kinds of move. `cards` are those from the hand; in chance's DRAW the card that comes. `arg` is the
    meld's number (LAY) times 64, and the kind that its joker is named for plus one.
    """

    DRAW, CHI, PON, PASS, MELD, LAY, DISCARD = range(1, 8)


class Phase(Codes):
    """Phases: the last discard may be claimed, and then `turn` draws or takes it; a card comes from a stock
    once made anew; the player on turn melds, lays off and discards; the hand has ended.
    """

    DRAW, STOCK, MELD, OVER = range(4)


EventKind = StrEnum("EventKind", "DRAWN REMADE OUT CONCEALED VOID")
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""


NAMES = 64
"""What the number of a meld is multiplied by in `arg` of a move: more than there are kinds."""

NOBODY = -1
NO_CARD = -1
NO_MELD = -1


def named(arg: int) -> int:
    """The kind that a move's joker is named for; NO_CARD where none is."""
    return arg % NAMES - 1


def meld_number(arg: int) -> int:
    """The meld that a lay-off goes to."""
    return arg // NAMES


Count = Annotated[int, Number(KINDS)]
AtTheEnd = Annotated[int, LeftOut("shown when the hand is over")]


@game_state
class State:
    """A hand from the deal to its end. Cards are kinds, sets of cards are masks."""

    dealer_first: Public[Flag] = 0
    """1 where the dealer begins (SB-1.5)."""
    upcard: Public[Flag] = 0
    """1 where a card is turned up at the start (SB-1.3)."""
    joker: Public[Flag] = 0
    """1 with a joker in the pack (SB-1.6)."""
    ace_high: Public[Flag] = 0
    """1 where Q-K-A is a sequence (SB-2.2)."""
    lay_off_always: Public[Flag] = 0
    """1 where one may lay off before one has melded (SB-3.2)."""
    melds_later: Public[Flag] = 0
    """1 where nothing is laid in the first go-round (SB-3.3)."""
    claim_lay_off: Public[Flag] = 0
    """1 where one may lay off in a turn that began with a chi or pon (SB-4.4)."""
    short_chi: Public[Flag] = 0
    """1 where a chi may lay 6-7 or 7-8 (SB-4.3)."""
    second_round: Public[Flag] = 0
    """1 where nothing is claimed in the first go-round (SB-4.9)."""
    final_discard: Public[Flag] = 0
    """1 where the last card must be discarded (SB-5.2)."""
    losers_minus: Public[Flag] = 0
    """1 where each loser loses their own count (SB-6.1)."""
    penalty: Public[Flag] = 0
    """1 where they lose it and the winner scores nothing (SB-6.1)."""
    pips: Public[Flag] = 0
    """1 where cards count by their pips (SB-6.2)."""
    ace_value: Public[Annotated[int, Number(15)]] = 0
    """What an ace counts where cards do not count by their pips (SB-6.3)."""
    melds_only: Public[Flag] = 0
    """1 where a lay-off spoils the concealed win (SB-6.4)."""

    players: Public[Annotated[int, Number(SEATS)]] = 0
    first: Public[Seat] = 0
    """Who began."""
    dealer: Public[Seat] = NOBODY
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    turn: Public[Seat] = NOBODY
    """Who is to draw or has drawn. While the discard may be claimed: who is to draw if nobody pons it."""
    turns: Public[Annotated[int, Number(1000)]] = 0
    """How many turns have been completed (SB-3.3, SB-4.9)."""
    claimed: Public[Flag] = 0
    """1 while the player on turn has begun it with a chi or pon (SB-4.4)."""
    hands: Own[list[Cards]] = fixed(SEATS)
    hand_sizes: Public[list[Count]] = fixed(SEATS)

    stock: Hidden[list[Card]] = fixed(len(JOKER_PACK.names), NO_CARD)
    """The cards of the stock as dealt; the last of them is drawn first."""
    stock_cards: Hidden[Cards] = 0
    """The cards of a stock made anew."""
    stock_size: Public[Count] = 0
    remade: Public[Annotated[int, Number(10)]] = 0
    """How often the stock was made anew (SB-3.5)."""
    remade_cards: Public[Cards] = 0
    """The cards that the stock held when it was last made anew."""
    from_remade: Public[list[Count]] = fixed(SEATS)
    """How many of those cards each seat has in the hand."""

    pile: Public[Annotated[list[int], CardOrder()]] = fixed(len(JOKER_PACK.names), NO_CARD)
    """The discard pile, from the bottom up."""
    pile_size: Public[Count] = 0
    discarder: Public[Seat] = NOBODY
    """Who made the last discard; the upcard counts as the dealer's (SB-4.8)."""
    discarded: Public[list[Cards]] = fixed(SEATS)
    """The cards that each seat has discarded in this hand."""

    offered_pon: Own[list[Flag]] = fixed(SEATS)
    """1 for the seat that is offered a pon of the last discard (SB-4.10)."""
    passed: Own[list[Flag]] = fixed(SEATS)
    """1 for a seat that has passed on the last discard."""
    waiting: Own[list[Flag]] = fixed(SEATS)
    """1 for the seat on turn while it is offered a pon itself."""
    held: Own[list[Annotated[int, WhoActs("another is offered a pon, which nobody is told (SB-4.10)")]]] = (
        fixed(SEATS)
    )
    """1 for the seat on turn while another is offered a pon."""

    melds: Public[Annotated[list[int], Each(CardSet())]] = fixed(MELDS)
    """The melds in the order in which they were laid, the joker as the card that it stands for."""
    owners: Public[Annotated[list[int], Each(SeatNumber())]] = fixed(MELDS, NOBODY)
    meld_count: Public[Annotated[int, Number(MELDS)]] = 0
    joker_meld: Public[Annotated[int, OneOf(MELDS)]] = NO_MELD
    """The meld in which the joker lies."""
    joker_as: Public[Card] = NO_CARD
    """The kind that it stands for there."""
    opened: Public[list[Flag]] = fixed(SEATS)
    """1 for a seat that has melded or laid off."""
    concealed: Public[Flag] = 0
    """1 while the player on turn would win concealed (SB-6.4)."""

    winner: Public[AtTheEnd] = NOBODY
    """Who went out; NOBODY in a void hand, and before the end."""
    shown: Public[list[AtTheEnd]] = fixed(SEATS)
    """The hands that are left when somebody has gone out."""
    result: Public[list[AtTheEnd]] = fixed(SEATS)


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
