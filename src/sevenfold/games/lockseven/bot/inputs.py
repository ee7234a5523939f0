"""The inputs of the learnt player's networks: rows for the facts of a moment, and numbers of a card.

The networks weigh single cards: all follows to one card, and leads where the rule-based player leads one. A
first generation was so little better than rules that the game has no weights (bench/RESULTS.md).
Suits have no names there. They stand in an order: trump, the suit led, then the others, the one of which the
seat holds most cards first. So what is learnt of one suit holds for all.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.inputs import list_if, list_steps, order_by_length
from sevenfold.core.moves import Move
from sevenfold.core.network import NetworkShape
from sevenfold.core.tricks import NO_SUIT
from sevenfold.games.lockseven import play as rules
from sevenfold.games.lockseven.bot import following, leading
from sevenfold.games.lockseven.bot.outlook import Outlook, ToBeat, outlook
from sevenfold.games.lockseven.bot.partnership import defends
from sevenfold.games.lockseven.bot.player import choose as choose
from sevenfold.games.lockseven.bot.worth import chances, note_worths
from sevenfold.games.lockseven.hidden import KINDS, bottom_owner
from sevenfold.games.lockseven.order import (
    BLACK_JOKER,
    RANKS,
    SUIT_MASKS,
    TRUMPS,
    card_points,
    suit_of,
    top_level,
)
from sevenfold.games.lockseven.order import SUITS as SUITS
from sevenfold.games.lockseven.parts import first_part, led_shape, shape_of
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, Kind, Phase, State

LENGTHS, CHANCES, POINTS = HAND_SIZE, 5, 20
HELD, HELD_TWICE, OUT, OUT_TWICE, WINNING = (KINDS * number for number in range(5))
VOIDS = 5 * KINDS
CARDS_LEFT = VOIDS + (SEATS - 1) * (SUITS + 1)
TAKEN = CARDS_LEFT + LENGTHS
AT_STAKE = TAKEN + POINTS
LATER = AT_STAKE + 10
WINNER_OURS = LATER + SEATS
TRUST = WINNER_OURS + CHANCES
HOST = TRUST + (SEATS - 1) * CHANCES
BOTTOM_OURS, NO_SUIT_TRUMP, TRUMP_LED = range(HOST + SEATS, HOST + SEATS + 3)
"""The first row of each kind of fact. Cards in the hand, there twice, out, out twice, winning the trick;
suits that each other lacks. A row for each step: cards left, points that the Attack has taken, points in
the trick; how many play later; the chance that the winner is on the own side, and each other; where the Host
sits. Then facts of one row each."""
ROWS = HOST + SEATS + 3
MOST_ROWS = 2 * KINDS + 80
"""No card is both in the hand and out."""

NUMBERS = 9
NETWORKS = 4
"""Follows and leads, each for the Attack and the Defense."""
SHAPE = NetworkShape(rows=ROWS, choices=KINDS, numbers=NUMBERS, units=16)


def situation(view: State, seat: int) -> int:
    """Which network weighs the cards; -1 where no single card is to be played."""
    if view.phase != Phase.PLAY:
        return -1
    defending = 1 if defends(view, seat) else 0
    if seat != view.leader:
        return defending if view.led_size == 1 else -1
    by_rules = leading.lead(view, seat)
    single = by_rules.twice == 0 and popcount(by_rules.cards) == 1
    return 2 + defending if single else -1


def playable(view: State, seat: int) -> int:
    """The single cards that the seat may play."""
    return view.hands[seat] if seat == view.leader else rules.addable(view, seat, 0, 0)


def unseen_cards(view: State, seat: int) -> Outlook:
    """What the seat can infer, with the worth of its cards later."""
    out = outlook(view, seat)
    if seat != view.leader:
        following.note_playable(view, seat, 1, out)
        return out
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
    led = view.led_suit if seat != view.leader else NO_SUIT
    for known in (view.trump, led):
        if 0 <= known < SUITS and indices[known] < 0:
            indices[known] = next_index
            next_index += 1
    order_by_length(view.hands[seat], out.cards, RANKS, indices, next_index)


def card_index(kind: int, indices: list[int]) -> int:
    """The index of a kind, by the order of suits."""
    return kind if kind >= BLACK_JOKER else indices[kind // RANKS] * RANKS + kind % RANKS


def list_rows(view: State, seat: int, out: Outlook, indices: list[int], rows: list[int]) -> int:
    """List the rows of the facts that hold. Returns how many they are."""
    count = _list_cards(view.hands[seat], HELD, indices, rows, 0)
    count = _list_cards(view.doubles[seat], HELD_TWICE, indices, rows, count)
    count = _list_cards(out.cards, OUT, indices, rows, count)
    count = _list_cards(out.twice, OUT_TWICE, indices, rows, count)
    for after in range(1, SEATS):
        other, place = (seat + after) % SEATS, after - 1
        first = VOIDS + place * (SUITS + 1)
        for suit in range(SUITS):
            if suit != view.trump:
                count = list_if(view.lacks[other] >> suit & 1 == 1, first + indices[suit], rows, count)
        count = list_if(view.lacks[other] >> TRUMPS & 1 == 1, first + SUITS, rows, count)
        count = _list_chance(out.trust[other], TRUST + place * CHANCES, rows, count)
    count = list_if(True, CARDS_LEFT + min(view.hand_sizes[seat], LENGTHS) - 1, rows, count)
    count = list_steps(_attack_points(view, seat, out) // 10, POINTS, TAKEN, rows, count)
    count = list_if(True, HOST + (view.host - seat) % SEATS, rows, count)
    count = list_if(out.trust[bottom_owner(view)] > 0.5, BOTTOM_OURS, rows, count)
    count = list_if(view.trump == SUITS, NO_SUIT_TRUMP, rows, count)
    if seat == view.leader:
        return count
    count = _list_cards(view.trick[view.best], WINNING, indices, rows, count)
    count = list_steps(out.table // 5, 10, AT_STAKE, rows, count)
    count = list_if(True, LATER + out.later, rows, count)
    count = list_if(view.led_suit >= TRUMPS, TRUMP_LED, rows, count)
    return _list_chance(out.trust[view.best], WINNER_OURS, rows, count)


def _list_cards(cards: int, first: int, indices: list[int], rows: list[int], count: int) -> int:
    for kind in kinds_of(cards):
        count = list_if(True, first + card_index(kind, indices), rows, count)
    return count


def _list_chance(chance: float, first: int, rows: list[int], count: int) -> int:
    return list_steps(int(chance * CHANCES), CHANCES, first, rows, count)


def _attack_points(view: State, seat: int, out: Outlook) -> int:
    """The points that the Attack is expected to have taken."""
    ours = theirs = 0.0
    for other in range(SEATS):
        ours += out.trust[other] * view.points[other]
        theirs += (1 - out.trust[other]) * view.points[other]
    return int(theirs if defends(view, seat) else ours)


def card_worth(view: State, seat: int, kind: int, out: Outlook, _row: int) -> float:
    """What the rule-based player takes a card to be worth: a follow in tens of points."""
    card = 1 << kind
    if seat != view.leader:
        return following.value(view, seat, led_shape(view), card, 0, out) / 10
    return leading.value(view, seat, card, 0, suit_of(kind, view.trump), out)


def list_numbers(view: State, seat: int, kind: int, out: Outlook, worth: float, numbers: list[float]) -> None:
    """List the numbers of a card that may be played; `worth` is its worth by the rule-based player."""
    card, suit = 1 << kind, suit_of(kind, view.trump)
    mask, points = SUIT_MASKS[suit], card_points(card, 0)
    takes = seat == view.leader or rules.wins(view, card, 0)
    if seat == view.leader:
        shape = shape_of(card, 0, suit, view.seven_gap)
        best = ToBeat(suit, shape, False, first_part(card, 0, suit, shape, view.seven_gap))
    elif takes:
        best = following.to_beat(view, led_shape(view), card, 0)
    else:
        best = following.to_beat(view, led_shape(view), view.trick[view.best], view.trick_twice[view.best])
    chance = chances(view, seat, seat if takes else view.best, best, out)
    numbers[0] = worth
    numbers[1] = chance.ours
    numbers[2] = (2 * chance.ours - 1) * (out.table + points) / 10
    numbers[3] = chance.stands if takes else 0.0
    numbers[4] = points / 10
    numbers[5] = out.worths[kind] / 10
    numbers[6] = 1.0 if view.doubles[seat] & card else 0.0
    numbers[7] = popcount(view.hands[seat] & mask) / 4
    numbers[8] = top_level(card, suit) / 4


def play(_view: State, _seat: int, kind: int) -> Move:
    """The move that plays a single card of this kind."""
    return Move(Kind.PLAY, 1 << kind, 0, 0)
