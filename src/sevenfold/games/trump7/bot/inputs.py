"""The inputs of the learnt player's network: rows for the facts of a moment, and numbers of a card.

Suits have no names there. They stand in an order: trump, the suit led, then the others, the one of which the
seat holds most cards first. So what is learnt of one suit holds for all.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.inputs import list_if, list_steps, order_by_length
from sevenfold.core.network import NetworkShape
from sevenfold.core.tricks import NO_CARD, NO_SUIT, seat_that_played, trick_cards
from sevenfold.games.trump7.bot.chances import (
    chance_mine,
    danger_kept,
    prospect,
    suit_to_follow,
    worth_kept,
)
from sevenfold.games.trump7.bot.features import SITUATIONS
from sevenfold.games.trump7.bot.features import card_worth as card_worth
from sevenfold.games.trump7.bot.features import situation as situation
from sevenfold.games.trump7.bot.player import choose as choose
from sevenfold.games.trump7.bot.player import play as play
from sevenfold.games.trump7.rules import HAND_SIZE, taking_card
from sevenfold.games.trump7.rules import playable as playable
from sevenfold.games.trump7.rules import unseen_cards as unseen_cards
from sevenfold.games.trump7.scoring import card_points
from sevenfold.games.trump7.state import JOKER, RANKS, SEATS, SUIT_CARDS, State
from sevenfold.games.trump7.state import SUITS as SUITS

CARDS = SUITS * RANKS + 1
"""The cards, suit by suit in that order, and the joker."""

HELD, OUT, WINNING = 0, CARDS, 2 * CARDS
VOIDS = 3 * CARDS
TRICKS_LEFT = VOIDS + 2 * SUITS
TAKEN, OTHERS_TAKEN, AT_STAKE = (TRICKS_LEFT + HAND_SIZE + 10 * number for number in range(3))
(
    LEADS,
    TRUMP_LED,
    ONE_TO_PLAY,
    NEXT_WINS,
    PLAYER_WINS,
    PLAYER_IS_NEXT,
    NEXT_LACKS_TRUMP,
    LAST_LACKS_TRUMP,
    PLAYER_WITHOUT,
    PLAYER_WITH_ALL,
    SELF_WITHOUT,
    NEXT_WITHOUT,
    LAST_WITHOUT,
) = range(AT_STAKE + 10, AT_STAKE + 23)
"""The first row of each kind of fact. Cards in the hand, out, and winning the trick; suits that the next seat
and the one after it lack; tricks to come. In steps, a row for each: points taken by the Player and by the
others, in a leaster by the seat and the fewest by another; points in the trick. Then facts of one row each,
as they are named; in a leaster some of them never hold."""
ROWS = AT_STAKE + 23
MOST_ROWS = 80

NUMBERS = 8
"""How many numbers describe a card; the first is its worth by the rule-based player."""

STEPS = 10

NETWORKS = SITUATIONS
SHAPE = NetworkShape(rows=ROWS, choices=CARDS, numbers=NUMBERS, units=16)


def index_suits(view: State, seat: int, hidden: int, indices: list[int]) -> None:
    """Set the index of each suit in the order of suits."""
    next_index = 0
    for suit in range(SUITS):
        indices[suit] = -1
    for known in (view.trump, view.suit_led):
        if known != NO_SUIT and indices[known] < 0:
            indices[known] = next_index
            next_index += 1
    order_by_length(view.hands[seat], hidden, RANKS, indices, next_index)


def card_index(kind: int, indices: list[int]) -> int:
    """The index of a kind among the CARDS."""
    return CARDS - 1 if kind == JOKER else indices[kind // RANKS] * RANKS + kind % RANKS


def list_rows(view: State, seat: int, hidden: int, indices: list[int], rows: list[int]) -> int:
    """List the rows of the facts that hold. Returns how many they are."""
    count = _list_cards(view.hands[seat], HELD, indices, rows, 0)
    count = _list_cards(hidden, OUT, indices, rows, count)
    after, last = (seat + 1) % SEATS, (seat + 2) % SEATS
    for suit in range(SUITS):
        cards = SUIT_CARDS << suit * RANKS
        count = list_if(view.lacks[after] & cards == cards, VOIDS + indices[suit], rows, count)
        count = list_if(view.lacks[last] & cards == cards, VOIDS + SUITS + indices[suit], rows, count)
    count = list_if(True, TRICKS_LEFT + min(view.tricks_left, HAND_SIZE) - 1, rows, count)
    if view.leaster:
        fewest = min(view.points[after], view.points[last])
        count = list_steps(view.points[seat] // 5, STEPS, TAKEN, rows, count)
        count = list_steps(fewest // 5, STEPS, OTHERS_TAKEN, rows, count)
        count = list_if(view.tricks[seat] == 0, SELF_WITHOUT, rows, count)
        count = list_if(view.tricks[after] == 0, NEXT_WITHOUT, rows, count)
        count = list_if(view.tricks[last] == 0, LAST_WITHOUT, rows, count)
    else:
        count = _list_sides(view, seat, rows, count)
    return _list_trick(view, after, indices, rows, count)


def _list_cards(cards: int, first: int, indices: list[int], rows: list[int], count: int) -> int:
    for kind in kinds_of(cards):
        count = list_if(True, first + card_index(kind, indices), rows, count)
    return count


def _list_sides(view: State, seat: int, rows: list[int], count: int) -> int:
    """With a Player: what the sides have taken, and where the Player sits."""
    after, last, player = (seat + 1) % SEATS, (seat + 2) % SEATS, view.player
    taken = view.points[player] + card_points(view.discards[seat], view.trump)
    others = view.points[0] + view.points[1] + view.points[2] - view.points[player]
    tricks = view.tricks[0] + view.tricks[1] + view.tricks[2]
    count = list_steps(taken // 10, STEPS, TAKEN, rows, count)
    count = list_steps(others // 10, STEPS, OTHERS_TAKEN, rows, count)
    count = list_if(after == player, PLAYER_IS_NEXT, rows, count)
    count = list_if(view.lacks[after] >> JOKER & 1 == 1, NEXT_LACKS_TRUMP, rows, count)
    count = list_if(view.lacks[last] >> JOKER & 1 == 1, LAST_LACKS_TRUMP, rows, count)
    count = list_if(view.tricks[player] == 0, PLAYER_WITHOUT, rows, count)
    return list_if(view.tricks[player] == tricks, PLAYER_WITH_ALL, rows, count)


def _list_trick(view: State, after: int, indices: list[int], rows: list[int], count: int) -> int:
    cards = trick_cards(view.trick)
    if cards == 0:
        return list_if(True, LEADS, rows, count)
    winning = taking_card(view, view.suit_led, cards)
    by = seat_that_played(view.trick, winning)
    count = list_if(True, WINNING + card_index(winning, indices), rows, count)
    count = list_steps(card_points(cards, view.trump) // 4, STEPS, AT_STAKE, rows, count)
    count = list_if(view.suit_led == view.trump, TRUMP_LED, rows, count)
    count = list_if(by == after, NEXT_WINS, rows, count)
    count = list_if(by == view.player, PLAYER_WINS, rows, count)
    return list_if(view.trick[after] == NO_CARD, ONE_TO_PLAY, rows, count)


def list_numbers(view: State, seat: int, kind: int, hidden: int, worth: float, numbers: list[float]) -> None:
    """List the numbers of a card that may be played; `worth` is its worth by the rule-based player."""
    led = suit_to_follow(view, seat, kind)
    numbers[0] = worth
    if view.leaster:
        mine = chance_mine(view, seat, kind, led, hidden)
        numbers[1], numbers[2] = mine, danger_kept(kind, hidden) / 10
        numbers[3] = mine * card_points(trick_cards(view.trick) | 1 << kind, view.trump) / 10
    else:
        ours, expected = prospect(view, seat, kind, led, hidden)
        numbers[1], numbers[2] = ours, (2 * ours - 1) * expected / 10
        numbers[3] = worth_kept(view, kind, hidden) / 10
    of_suit = 0 if kind == JOKER else SUIT_CARDS << kind // RANKS * RANKS
    numbers[4] = popcount(hidden & of_suit & -(2 << kind)) / 3
    numbers[5] = popcount(view.hands[seat] & of_suit) / 3
    numbers[6] = popcount(hidden & of_suit) / 3
    numbers[7] = card_points(1 << kind, view.trump) / 10
