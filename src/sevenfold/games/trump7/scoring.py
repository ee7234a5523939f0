"""Points in the cards, and the score of a deal (sections 3, 6 and 7 of README.md)."""

from sevenfold.cards.masks import popcount
from sevenfold.core.codes import Codes
from sevenfold.core.tricks import NO_SUIT
from sevenfold.games.trump7.state import JOKER_CARD, PACK, RANKS, SEATS, SUITS, State


class ScoreRow(Codes):
    """What a deal comes to: the rows of the table in T7-6.1, and those of a leaster, T7-7.1 to T7-7.3. Each
    has an event, which names the seat concerned and its points.
    """

    ALL_TRICKS, AT_LEAST_81, AT_LEAST_60, AT_LEAST_40, UNDER_40, NO_TRICK = range(6)
    LEASTER_ALL_TRICKS, LEASTER_NO_TRICK, LEASTER_FEWEST = range(6, 9)


WON_FROM_EACH = (3, 2, 1, -1, -2, -3)
"""What each opponent loses to the Player, row by row."""

MARKS = (40, 60, 81)
"""T7-6.1: the points from which the Player comes to a better row."""
BETWEEN = (ScoreRow.UNDER_40, ScoreRow.AT_LEAST_40, ScoreRow.AT_LEAST_60, ScoreRow.AT_LEAST_81)
"""The rows below, between and above the marks."""
IN_ALL = 100
"""T7-3.1: the points of all cards."""

LEASTER_SCORES = (-4, 4, 2)


def _of_rank(rank: str) -> int:
    return sum(1 << suit * RANKS + PACK.ranks.index(rank) for suit in range(SUITS))


TENS, KINGS, QUEENS, JACKS = (_of_rank(rank) for rank in "TKQJ")


def card_points(cards: int, trump: int) -> int:
    """T7-3.1: the points in a set of cards; without a trump there is no trump 7 (T7-3.2)."""
    points = 10 * popcount(cards & TENS) + 4 * popcount(cards & KINGS)
    points += 3 * popcount(cards & QUEENS) + 2 * popcount(cards & JACKS)
    if cards & JOKER_CARD:
        points += 4
    if trump != NO_SUIT and cards & 1 << trump * RANKS:
        points += 20
    return points


# --- a deal with a Player ---------------------------------------------------------------------------


def player_points(state: State) -> int:
    """T7-4.6: the points in the Player's tricks and discards, when the deal is over."""
    return state.points[state.player] + card_points(state.discards_shown, state.trump)


def player_row(state: State) -> int:
    """T7-6.1: the row of the table that a deal with a Player comes to."""
    tricks = state.tricks[state.player]
    if tricks == 0:
        return ScoreRow.NO_TRICK
    if tricks == state.tricks[0] + state.tricks[1] + state.tricks[2]:
        return ScoreRow.ALL_TRICKS
    points = player_points(state)
    if points >= MARKS[2]:
        return ScoreRow.AT_LEAST_81
    if points >= MARKS[1]:
        return ScoreRow.AT_LEAST_60
    return ScoreRow.AT_LEAST_40 if points >= MARKS[0] else ScoreRow.UNDER_40


def write_player_score(state: State, out: list[int]) -> None:
    """T7-6.1: the Player's result and each opponent's."""
    each = WON_FROM_EACH[player_row(state)]
    for seat in range(SEATS):
        out[seat] = 2 * each if seat == state.player else -each


# --- a leaster --------------------------------------------------------------------------------------


def leaster_points(state: State, seat: int) -> int:
    """T7-5.5: the points in a seat's tricks, and for the taker of the last one in the widow."""
    widow = state.widow_shown if seat == state.taker else 0
    return state.points[seat] + card_points(widow, NO_SUIT)


def leaster_row(state: State) -> int:
    """Section 7: which of its rules a leaster comes to."""
    without = 0
    for seat in range(SEATS):
        if state.tricks[seat] == 0:
            without += 1
    return (ScoreRow.LEASTER_FEWEST, ScoreRow.LEASTER_NO_TRICK, ScoreRow.LEASTER_ALL_TRICKS)[without]


def leaster_seat(state: State) -> int:
    """Section 7: who alone scores in a leaster."""
    row = leaster_row(state)
    if row == ScoreRow.LEASTER_ALL_TRICKS:
        return state.taker
    chosen = 0
    for seat in range(1, SEATS):
        if row == ScoreRow.LEASTER_NO_TRICK and state.tricks[seat] == 0:
            return seat
        if row == ScoreRow.LEASTER_FEWEST and _fewer(state, seat, chosen):
            chosen = seat
    return chosen


def _fewer(state: State, seat: int, other: int) -> bool:
    """T7-7.3, T7-7.4: fewer points, or as many and the earlier own last trick."""
    points, others = leaster_points(state, seat), leaster_points(state, other)
    if points == others:
        return state.last_own_trick[seat] < state.last_own_trick[other]
    return points < others


def write_leaster_score(state: State, out: list[int]) -> None:
    """Section 7: one player scores, the others have 0."""
    score = LEASTER_SCORES[leaster_row(state) - ScoreRow.LEASTER_ALL_TRICKS]
    scorer = leaster_seat(state)
    for seat in range(SEATS):
        out[seat] = score if seat == scorer else 0
