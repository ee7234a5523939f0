"""What Lockup's networks are told: the facts of a moment as rows, and numbers of a card.

Suits stand in an order: clubs, then the suit led, then the others, the one of which the seat holds most cards
first. Seats stand in the order in which they play after this one. So what is learnt of one holds for all.
"""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.inputs import list_if, list_steps, order_by_length
from sevenfold.core.network import NetworkShape
from sevenfold.core.tricks import seat_that_played, trick_cards, winning_card
from sevenfold.games.lockup.bot import features
from sevenfold.games.lockup.bot.chances import (
    chance_to_take,
    clubs_expected,
    seats_to_play,
    strength_in_suit,
    suit_of,
    worth_kept,
    worth_of_lockup,
)
from sevenfold.games.lockup.bot.chances import unseen_cards as unseen_cards
from sevenfold.games.lockup.bot.player import choose as choose
from sevenfold.games.lockup.bot.player import play as play
from sevenfold.games.lockup.rules import playable as playable
from sevenfold.games.lockup.state import CLUB_CARDS, CLUBS, NOT_SHOWN, RANKS, SEATS, SUIT_CARDS, State
from sevenfold.games.lockup.state import SUITS as SUITS

CARDS = SUITS * RANKS
OTHERS = SEATS - 1
STEPS = 4

HELD, OUT, TABLE, WINNING = (CARDS * number for number in range(4))
VOIDS = WINNING + RANKS
LOCKED = VOIDS + OTHERS * SUITS
LOST = LOCKED + OTHERS * STEPS
TO_PLAY = LOST + OTHERS * STEPS
WINS = TO_PLAY + OTHERS
TRICKS_LEFT = WINS + OTHERS
ANY_CLUB = TRICKS_LEFT + RANKS
"""The first row of each kind of fact. Cards in the hand, out and on the table; the rank that wins the trick.
Of each other seat: suits that it has shown that it lacks; in steps, for how many tricks it is locked up and
how many cards it has lost; whether it is still to play to the trick; whether it wins it so far. Tricks left.
Whether a picture lets in any club."""
ROWS = ANY_CLUB + 1
MOST_ROWS = 104

NUMBERS = 10
"""How many numbers describe a card; the first is its worth by the rule-based player."""

NETWORKS = features.SITUATIONS // 2
"""One for each situation of a trick; where pictures let in any club the networks are the same."""
SHAPE = NetworkShape(rows=ROWS, choices=CARDS, numbers=NUMBERS, units=16)


def situation(view: State, seat: int) -> int:
    """The situation that the seat is in (features.py); -1 where no card is to be played."""
    row = features.situation(view, seat)
    return row if row < NETWORKS else row - NETWORKS


def card_worth(view: State, seat: int, kind: int, hidden: int, row: int) -> float:
    """What a card weighs by the rule-based player."""
    return features.card_worth(view, seat, kind, hidden, row + NETWORKS * view.any_club)


def index_suits(view: State, seat: int, hidden: int, indices: list[int]) -> None:
    """Set the index of each suit in the order of suits."""
    next_index = 1
    for suit in range(SUITS):
        indices[suit] = 0 if suit == CLUBS else -1
    if view.suit_led > CLUBS:
        indices[view.suit_led] = 1
        next_index = 2
    order_by_length(view.hands[seat], hidden, RANKS, indices, next_index)


def card_index(kind: int, indices: list[int]) -> int:
    """The index of a kind among the CARDS."""
    return indices[kind // RANKS] * RANKS + kind % RANKS


def list_rows(view: State, seat: int, hidden: int, indices: list[int], rows: list[int]) -> int:
    """List the rows of the facts that hold. Returns how many they are."""
    table = trick_cards(view.trick)
    count = _list_cards(view.hands[seat], HELD, indices, rows, 0)
    count = _list_cards(hidden, OUT, indices, rows, count)
    count = _list_cards(table, TABLE, indices, rows, count)
    winner = -1
    if table:
        winning = winning_card(table, 0, SUIT_CARDS << view.suit_led * RANKS)
        winner = seat_that_played(view.trick, winning)
        count = list_if(True, WINNING + winning % RANKS, rows, count)
    later = seats_to_play(view, seat)
    for step in range(OTHERS):
        other = (seat + 1 + step) % SEATS
        for suit in range(SUITS):
            lacks = view.lacks[other * SUITS + suit] != NOT_SHOWN
            count = list_if(lacks, VOIDS + step * SUITS + indices[suit], rows, count)
        count = list_steps(view.locked[other], STEPS, LOCKED + step * STEPS, rows, count)
        count = list_steps(view.lost_sizes[other], STEPS, LOST + step * STEPS, rows, count)
        count = list_if(later >> other & 1 == 1, TO_PLAY + step, rows, count)
        count = list_if(winner == other, WINS + step, rows, count)
    count = list_if(True, TRICKS_LEFT + view.tricks_left - 1, rows, count)
    return list_if(view.any_club == 1, ANY_CLUB, rows, count)


def _list_cards(cards: int, first: int, indices: list[int], rows: list[int], count: int) -> int:
    for kind in kinds_of(cards):
        count = list_if(True, first + card_index(kind, indices), rows, count)
    return count


def list_numbers(view: State, seat: int, kind: int, hidden: int, worth: float, numbers: list[float]) -> None:
    """List the numbers of a card that may be played; `worth` is its worth by the rule-based player."""
    later, strength = seats_to_play(view, seat), strength_in_suit(kind, hidden)
    takes, clubs = chance_to_take(view, kind, hidden, later), clubs_expected(view, kind, hidden, later)
    cost, gain = worth_of_lockup(view, seat, clubs)
    numbers[0] = worth
    numbers[1], numbers[2] = takes, takes * cost
    numbers[3], numbers[4] = (1 - takes) * gain, clubs / 2
    numbers[5], numbers[6] = worth_kept(kind, strength), strength.share
    numbers[7] = strength.higher / 3
    numbers[8] = popcount(view.hands[seat] & suit_of(kind)) / 3
    numbers[9] = popcount(view.hands[seat] & CLUB_CARDS) / 3
