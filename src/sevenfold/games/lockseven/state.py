"""The state of a round of LockSeven: integers and lists of fixed length, each with who may see it."""

from enum import StrEnum
from typing import Annotated, NewType

from sevenfold.core.codes import Codes
from sevenfold.core.encoding import (
    Cards,
    Each,
    Flag,
    Flags,
    LeftOut,
    Number,
    OneCard,
    OneOf,
    Seat,
    SeatNumber,
)
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold.core.visibility import Hidden, Own, Public, fixed, game_state
from sevenfold.games.lockseven.order import SUITS

SEATS = 4
HAND_SIZE = 25
BOTTOM_SIZE = 8


class Kind(Codes):
    """Kinds of move: in the deal wait, or call the suit in `arg`; put `cards` to the bottom; anti-call with
    the pair in `twice`; pass; the self-partner's three choices, in this order; play `cards`.
    """

    WAIT, CALL, BURY, ANTI, PASS, CONCEDE, SOLO, HIDE, PLAY = range(1, 10)


class Phase(Codes):
    """Phases: cards are dealt and a suit may be called; `turn` has the bottom in hand; `turn` may anti-call;
    the Host, whose hidden seven nobody took up, concedes or plays alone; tricks are played; the round has
    ended.
    """

    DEAL, BURY, ANTI, DECIDE, PLAY, OVER = range(6)


EventKind = StrEnum(
    "EventKind",
    "CALLED CALLED_OPENLY BOTTOM_TAKEN ALONE CONCEDED THROWN_IN TRUMP NO_SUIT THROW_FAILED "
    "THROW_TAKEN_BACK PARTNER TRICK BOTTOM PENALTIES DEFENSE_WINS DEFENSE_WINS_BELOW "
    "ATTACK_WINS",
)
"""What happens that a viewer is told of, besides what every game has (core/events.py)."""


TOO_MANY = 1
"""`arg` of a move that names a card more often than twice."""

NO_STRENGTH = -1
STRENGTHS = 6
"""Pairs to anti-call with, the weakest first: sevens of suits 0 to 3, black jokers, red jokers (LS-4.3)."""

Dealt = Annotated[int, Number(SEATS * (HAND_SIZE + 1))]
AtTheEnd = Annotated[int, LeftOut("known when the round is over")]


@game_state
class State:
    """A round from the first card dealt to the last trick. Cards are kinds, sets of cards are masks; of two
    masks the second holds the kinds that are there twice. Suits are those of `order`.
    """

    open_call: Public[Flag] = 0
    """1 where the called card is shown (LS-2.2)."""
    concede_costs: Public[Flag] = 0
    """1 where conceding is a loss (LS-3.6)."""
    host_first: Public[Flag] = 0
    """1 where the Host may make the first anti-call (LS-4.4)."""
    seven_gap: Public[Flag] = 0
    """1 where the sevens leave a gap, so that no tractor goes across it (LS-5.4)."""
    takes_back: Public[Flag] = 0
    """1 where a throw that fails is taken back whole (LS-6.3)."""
    throw_penalty: Public[Annotated[int, Number(10)]] = 0
    penalty_per_card: Public[Flag] = 0
    """1 where the penalty is for each card that goes back into the hand (LS-6.3)."""
    protect_tractors: Public[Flag] = 0
    """1 where a led pair does not break up a tractor (LS-7.3)."""
    every_part: Public[Flag] = 0
    """1 where every part must be higher (LS-8.3)."""
    bottom_rule: Public[Annotated[int, OneOf(3)]] = 0
    """The index of the option `bottom` (LS-9.2)."""
    steps_rule: Public[Annotated[int, OneOf(3)]] = 0
    """The index of the option `steps` (LS-9.4)."""

    first: Public[Seat] = 0
    """The seat dealt to first."""
    phase: Public[Annotated[int, Phase]] = Phase.OVER
    turn: Public[Seat] = NOBODY
    """Who is to act; NOBODY while cards are dealt."""
    order: Hidden[list[Annotated[int, OneCard()]]] = fixed(SEATS * HAND_SIZE)
    """The kinds in the order in which they are dealt."""
    to_deal: Public[Dealt] = 0
    dealt: Public[Dealt] = 0
    """How many cards have been dealt; beyond `to_deal` the seats that had their last chance (LS-2.4)."""
    asked: Own[list[Flag]] = fixed(SEATS)
    """1 for the seat that may call just now (LS-2.3, LS-2.4)."""

    hands: Own[list[Cards]] = fixed(SEATS)
    doubles: Own[list[Cards]] = fixed(SEATS)
    """The kinds of which a seat holds two."""
    hand_sizes: Public[list[Annotated[int, Number(HAND_SIZE + BOTTOM_SIZE)]]] = fixed(SEATS)
    bottom: Hidden[Cards] = 0
    bottom_twice: Hidden[Cards] = 0
    bottom_size: Public[Annotated[int, Number(BOTTOM_SIZE)]] = 0
    taken: Own[list[Cards]] = fixed(SEATS)
    taken_twice: Own[list[Cards]] = fixed(SEATS)
    """The bottom as each seat last took it up (LS-3.5)."""
    buried: Own[list[Cards]] = fixed(SEATS)
    """What each seat put to the bottom when it last had it; another may have taken it up since."""
    buried_twice: Own[list[Cards]] = fixed(SEATS)

    host: Public[Seat] = NOBODY
    own_call: Own[list[Annotated[int, OneOf(SUITS)]]] = fixed(SEATS, NO_SUIT)
    """The called suit, for the Host, until it is made public (LS-3.4)."""
    called: Public[Annotated[int, OneOf(SUITS)]] = NO_SUIT
    """The called suit, once it is public: when the first trick begins, or at an open call (LS-3.4)."""
    must_choose: Own[list[Flag]] = fixed(SEATS)
    """1 for a Host with both called cards who has not chosen yet (LS-3.6)."""
    hides: Own[list[Flag]] = fixed(SEATS)
    """1 for a Host who chose to put one called card to the bottom (LS-3.6 c)."""
    anti_caller: Public[Annotated[list[int], Each(SeatNumber())]] = fixed(STRENGTHS, NOBODY)
    """Who showed the pair of each strength."""
    strength: Public[Annotated[int, OneOf(STRENGTHS)]] = NO_STRENGTH
    """The strongest pair shown so far."""
    passes: Public[Annotated[int, Number(SEATS)]] = 0
    """How many have passed since the bottom was last laid."""
    trump: Public[Annotated[int, OneOf(SUITS + 1)]] = NO_SUIT
    """The trump suit or NO_SUIT_ROUND, once the first trick begins."""

    partner: Hidden[Seat] = NOBODY
    """The Host's partner, once play begins, or once they took up a hidden seven (LS-3.3)."""
    known_partner: Own[list[Seat]] = fixed(SEATS, NOBODY)
    """The partner, for a seat that knows who it is before all do."""
    revealed: Public[Seat] = NOBODY
    """The partner, once they have played the called card (LS-3.4)."""
    alone: Public[Flag] = 0
    """1 when the Host plays against three."""

    leader: Public[Seat] = NOBODY
    led_suit: Public[Annotated[int, OneOf(2 * SUITS + 1)]] = NO_SUIT
    """The suit in play that was led."""
    led_size: Public[Annotated[int, Number(HAND_SIZE)]] = 0
    led_pairs: Public[Annotated[int, Number(12)]] = 0
    led_tractors: Public[Annotated[int, Flags(24)]] = 0
    """The shape of the lead, as in `parts`."""
    trick: Public[list[Cards]] = fixed(SEATS)
    trick_twice: Public[list[Cards]] = fixed(SEATS)
    best: Public[Seat] = NOBODY
    """Who has the trick so far."""
    thrown: Public[Cards] = 0
    """A throw that failed in this trick, whole (LS-6.3)."""
    thrown_twice: Public[Cards] = 0
    failed_throws: Public[list[Annotated[int, Number(HAND_SIZE)]]] = fixed(SEATS)
    thrown_back: Public[list[Annotated[int, Number(HAND_SIZE * (HAND_SIZE + 1) // 2)]]] = fixed(SEATS)
    """How many cards have gone back into each hand from throws that failed."""
    one_part: Public[Flag] = 0
    """1 while the leader, who has taken a throw back, is to lead one part (LS-6.3)."""
    played: Public[list[Cards]] = fixed(SEATS)
    played_twice: Public[list[Cards]] = fixed(SEATS)
    shown: Public[list[Cards]] = fixed(SEATS)
    """Cards that all have seen in a hand and that are still in it: thrown back, or sevens of an anti-call."""
    shown_twice: Public[list[Cards]] = fixed(SEATS)
    lacks: Public[list[Annotated[int, Flags(SUITS + 1)]]] = fixed(SEATS)
    """The suits that a seat has run out of: bit 0 to 3 a plain suit, bit 4 trumps."""
    at_most_one: Public[list[Cards]] = fixed(SEATS)
    holds_none: Public[list[Cards]] = fixed(SEATS)
    """The kinds of which a seat has shown to hold no pair, and no card, by following with less (LS-7.2)."""
    points: Public[list[Annotated[int, Number(200)]]] = fixed(SEATS)
    """Points taken in tricks (LS-9.1)."""
    given: Public[list[Annotated[int, Number(200)]]] = fixed(SEATS)
    """The points of the cards that each seat has put to tricks that the Host took."""
    led_trumps: Public[list[Annotated[int, Number(HAND_SIZE)]]] = fixed(SEATS)
    led_plain: Public[list[Annotated[int, Number(HAND_SIZE)]]] = fixed(SEATS)
    """How many tricks each seat has begun with trumps, and with a plain suit."""
    taker: Public[Seat] = NOBODY
    """Who took the last trick."""
    last_leader: Public[Seat] = NOBODY
    last_trick: Public[list[Cards]] = fixed(SEATS)
    last_twice: Public[list[Cards]] = fixed(SEATS)
    last_size: Public[Annotated[int, Number(HAND_SIZE)]] = 0
    last_largest: Public[Annotated[int, Number(HAND_SIZE)]] = 0
    """The cards that each seat put to the last trick, and those of the largest part led (LS-9.2)."""

    conceded: Public[AtTheEnd] = 0
    thrown_in: Public[AtTheEnd] = 0
    """1 when nobody called, so that the cards are dealt afresh (LS-2.4)."""
    bottom_shown: Public[AtTheEnd] = 0
    bottom_shown_twice: Public[AtTheEnd] = 0
    """The bottom, once the last trick is played."""
    bottom_points: Public[AtTheEnd] = 0
    penalty_points: Public[AtTheEnd] = 0
    attack_total: Public[AtTheEnd] = 0
    """What the bottom and failed throws brought the Attack, and the total that decides, at the end."""
    result: Public[list[AtTheEnd]] = fixed(SEATS)
    """The steps of experience that the round brought each seat (LS-9.4)."""


Seen = NewType("Seen", State)
"""What a seat may see: a state with nothing in it but that. `Game.seen` makes it."""
