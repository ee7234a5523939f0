"""The inputs of the learnt player's networks: rows for the facts of a moment, and numbers of a lead.

The networks weigh leads, a few from each suit (ways.py); follows are by rules.
Suits have no names there. They stand in an order: trump, then the others, the one of which the seat holds
most cards first. So what is learnt of one suit holds for all.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.inputs import list_if, list_steps, order_by_length
from sevenfold.core.moves import Move
from sevenfold.core.network import NetworkShape
from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.bot.leading import trumps_drawn, value
from sevenfold.games.lockseven.bot.outlook import Outlook, ToBeat, outlook
from sevenfold.games.lockseven.bot.partnership import defends, partner_known_to
from sevenfold.games.lockseven.bot.player import choose as choose
from sevenfold.games.lockseven.bot.ways import WAYS, leads, led_by, suit_in
from sevenfold.games.lockseven.bot.worth import chances, note_worths
from sevenfold.games.lockseven.hidden import bottom_owner
from sevenfold.games.lockseven.order import (
    RANKS,
    SUIT_MASKS,
    TRUMPS,
    card_points,
    levels,
    seven_of,
    top_level,
)
from sevenfold.games.lockseven.order import SUITS as SUITS
from sevenfold.games.lockseven.parts import first_part, shape_of
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, Kind, Phase, State

LENGTHS, CHANCES, POINTS, COUNTED = HAND_SIZE, 5, 20, 12
CARDS_LEFT = (SEATS - 1) * (SUITS + 1)
TAKEN = CARDS_LEFT + LENGTHS
TRUST = TAKEN + POINTS
HOST = TRUST + (SEATS - 1) * CHANCES
TRUMPS_HELD, TRUMPS_OUT = HOST + SEATS, HOST + SEATS + COUNTED
FACTS = TRUMPS_OUT + COUNTED
OWN_BOTTOM, BOTTOM_OURS, NO_SUIT_TRUMP, REVEALED, KNOWN, ALONE, SEVEN_HELD = range(FACTS, FACTS + 7)
"""The first row of each kind of fact, after the suits that each other lacks. A row for each step: cards left,
points that the Attack has taken, the chance that each other is on the own side; where the Host sits; trumps
in the hand, and out by threes. Then facts of one row each: of the bottom, of the trump, of the partner."""
ROWS = MOST_ROWS = FACTS + 7

NUMBERS = 21
NETWORKS = 3
"""The leads of the Host, of their partner and of the Attack."""
SHAPE = NetworkShape(rows=ROWS, choices=(SUITS + 1) * WAYS, numbers=NUMBERS, units=16)
WORTHS = 1.0, 1.0, 0.04
"""Weights of rules are in steps, but of the Attack in points (card_weights.py)."""


def situation(view: State, seat: int) -> int:
    """Which network weighs the leads; -1 where the seat does not lead."""
    if view.phase != Phase.PLAY or seat != view.leader:
        return -1
    return 0 if seat == view.host else 1 if defends(view, seat) else 2


def playable(view: State, seat: int) -> int:
    """The leads that the seat may make."""
    return leads(view, seat, unseen_cards(view, seat))


def unseen_cards(view: State, seat: int) -> Outlook:
    """What the seat can infer, with the worth of its cards later."""
    out = outlook(view, seat)
    for suit in range(SUITS):
        if suit != view.trump:
            note_worths(view, seat, suit, out)
    note_worths(view, seat, TRUMPS + view.trump, out)
    return out


def index_suits(view: State, seat: int, out: Outlook, indices: list[int]) -> None:
    """Set the index of each printed suit in the order of suits."""
    next_index = 0
    for suit in range(SUITS):
        indices[suit] = -1
    if view.trump < SUITS:
        indices[view.trump] = 0
        next_index = 1
    order_by_length(view.hands[seat], out.cards, RANKS, indices, next_index)


def card_index(option: int, indices: list[int]) -> int:
    """The index of a lead, by the order of suits."""
    plain = option // WAYS
    return option if plain == SUITS else indices[plain] * WAYS + option % WAYS


def list_rows(view: State, seat: int, out: Outlook, indices: list[int], rows: list[int]) -> int:
    """List the rows of the facts that hold. Returns how many they are."""
    count = 0
    for after in range(1, SEATS):
        other, place = (seat + after) % SEATS, after - 1
        first = place * (SUITS + 1)
        for suit in range(SUITS):
            if suit != view.trump:
                count = list_if(view.lacks[other] >> suit & 1 == 1, first + indices[suit], rows, count)
        count = list_if(view.lacks[other] >> TRUMPS & 1 == 1, first + SUITS, rows, count)
        count = list_steps(int(out.trust[other] * CHANCES), CHANCES, TRUST + place * CHANCES, rows, count)
    trumps = SUIT_MASKS[TRUMPS + view.trump]
    held = copies(view.hands[seat] & trumps, view.doubles[seat])
    count = list_if(True, CARDS_LEFT + min(view.hand_sizes[seat], LENGTHS) - 1, rows, count)
    count = list_steps(_attack_points(view, seat, out) // 10, POINTS, TAKEN, rows, count)
    count = list_steps(held, COUNTED, TRUMPS_HELD, rows, count)
    count = list_steps(copies(out.cards & trumps, out.twice) // 3, COUNTED, TRUMPS_OUT, rows, count)
    count = list_if(True, HOST + (view.host - seat) % SEATS, rows, count)
    count = list_if(bottom_owner(view) == seat, OWN_BOTTOM, rows, count)
    count = list_if(out.trust[bottom_owner(view)] > 0.5, BOTTOM_OURS, rows, count)
    count = list_if(view.trump == SUITS, NO_SUIT_TRUMP, rows, count)
    count = list_if(view.revealed != NOBODY, REVEALED, rows, count)
    count = list_if(partner_known_to(view, seat) != NOBODY, KNOWN, rows, count)
    count = list_if(view.alone == 1, ALONE, rows, count)
    return list_if(view.hands[seat] & seven_of(view.called) != 0, SEVEN_HELD, rows, count)


def copies(cards: int, twice: int) -> int:
    """How many cards these kinds are."""
    return popcount(cards) + popcount(cards & twice)


def _attack_points(view: State, seat: int, out: Outlook) -> int:
    """The points that the Attack is expected to have taken."""
    ours = theirs = 0.0
    for other in range(SEATS):
        ours += out.trust[other] * view.points[other]
        theirs += (1 - out.trust[other]) * view.points[other]
    return int(theirs if defends(view, seat) else ours)


def card_worth(view: State, seat: int, option: int, out: Outlook, row: int) -> float:
    """What the rule-based player takes a lead to be worth, about in steps."""
    suit = suit_in(view, option)
    cards, twice = led_by(view, seat, suit, option % WAYS, out)
    return WORTHS[row] * value(view, seat, cards, twice, suit, out)


def list_numbers(
    view: State, seat: int, option: int, out: Outlook, worth: float, numbers: list[float]
) -> None:
    """List the numbers of a lead; `worth` is its worth by the rule-based player."""
    suit = suit_in(view, option)
    cards, twice = led_by(view, seat, suit, option % WAYS, out)
    shape = shape_of(cards, twice, suit, view.seven_gap)
    part = first_part(cards, twice, suit, shape, view.seven_gap)
    chance = chances(view, seat, seat, ToBeat(suit, shape, False, part), out)
    points, sure, kept = card_points(cards, twice) / 10, 2 * chance.ours - 1, 0.0
    for kind in kinds_of(cards):
        kept += out.worths[kind] * (1 + (twice >> kind & 1))
    numbers[0] = worth
    numbers[1] = chance.ours
    numbers[2] = chance.stands
    numbers[3] = points
    numbers[4] = sure * points
    numbers[5] = kept / 10
    numbers[6] = shape.size / 2
    numbers[7] = sure * shape.size / 2
    numbers[8] = shape.pairs / 2
    numbers[9] = part.top / 6
    numbers[10] = trumps_drawn(view, seat, shape.size, out) / 3 if suit >= TRUMPS else 0.0
    _list_suit(view, seat, suit, part.top, out, numbers)
    _list_left(view, seat, suit, cards, twice, out, numbers)


def _list_suit(view: State, seat: int, suit: int, top: int, out: Outlook, numbers: list[float]) -> None:
    """List what is out in the suit led, and whose trumps may take the trick."""
    cards, twice = out.cards & SUIT_MASKS[suit], out.twice & SUIT_MASKS[suit]
    above = top + 1
    partners = opponents = 0.0
    for other in range(SEATS):
        if other != seat and view.lacks[other] >> min(suit, TRUMPS) & 1:
            partners += out.trust[other]
            opponents += 1 - out.trust[other]
    numbers[11] = 1.0 if suit >= TRUMPS else 0.0
    numbers[12] = copies(cards, twice) / 10
    numbers[13] = (popcount(levels(cards, suit) >> above) + popcount(levels(twice, suit) >> above)) / 4
    numbers[14] = card_points(cards, twice) / 20
    numbers[15] = partners
    numbers[16] = opponents


def _list_left(
    view: State, seat: int, suit: int, cards: int, twice: int, out: Outlook, numbers: list[float]
) -> None:
    """List what a lead leaves the seat of the suit."""
    mask = SUIT_MASKS[suit]
    held, doubles = view.hands[seat] & mask, view.doubles[seat] & mask
    left = held & ~cards | doubles & cards & ~twice
    ruffs = left == 0 and suit < TRUMPS and view.hands[seat] & SUIT_MASKS[TRUMPS + view.trump] != 0
    stands = left != 0 and top_level(left, suit) >= top_level(out.cards & mask, suit)
    numbers[17] = (copies(held, doubles) - copies(cards, twice)) / 5
    numbers[18] = card_points(held, doubles) / 20
    numbers[19] = 1.0 if ruffs else 0.0
    numbers[20] = 1.0 if stands else 0.0


def play(view: State, seat: int, option: int) -> Move:
    """The move that makes a lead."""
    cards, twice = led_by(view, seat, suit_in(view, option), option % WAYS, unseen_cards(view, seat))
    return Move(Kind.PLAY, cards, twice, 0)
