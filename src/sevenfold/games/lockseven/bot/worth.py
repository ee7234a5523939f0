"""What a play is worth: what its cards bring in this trick, less what they would be worth in later ones.

The worth is a sum of features, each weighed by the situation: how many seats play to the trick after this
one, and whether it is on the Defense. The weights (card_weights.py) were found by regression.
"""

from typing import NamedTuple

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.games.lockseven.bot.features import (
    BLACK,
    BOTTOM,
    BOTTOM_SOON,
    LAST_OF_SUIT,
    LATE_SWING,
    LATE_TRUMP,
    LOW_TRUMP,
    MINE,
    OFF_SEVEN,
    OPPONENTS,
    OURS,
    PARTNERS,
    PLAIN_PAIR,
    PLAIN_RANK,
    RED,
    SIZE,
    SWING,
    TOP,
    TRUMP_PAIR,
    TRUMP_RANK,
    TRUMP_SEVEN,
    weight,
)
from sevenfold.games.lockseven.bot.outlook import Outlook, ToBeat, chance_to_beat
from sevenfold.games.lockseven.hidden import bottom_owner
from sevenfold.games.lockseven.order import (
    BLACK_JOKER,
    JOKERS,
    RANKS,
    SEVENS,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    card_points,
    cards_on,
    seven_of,
    top_level,
)
from sevenfold.games.lockseven.state import SEATS, State

TOPS = 3
"""A plain card is worth more while fewer higher cards of its suit than this are out."""

GUESSED_BOTTOM = 5
"""The points that a seat which did not lay the bottom expects there."""
SOONER = 0.5
"""The factor by which BOTTOM_SOON counts the bottom less for each card in the hand after the first."""


class Chances(NamedTuple):
    """The chance that the seat's side takes a trick, and that the seat now winning it does."""

    ours: float
    stands: float


# --- kept for later -----------------------------------------------------------------------------------


def note_worths(view: State, seat: int, suit: int, out: Outlook) -> None:
    """Note what a card of each kind that the seat holds in a suit is worth later."""
    held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
    if suit >= TRUMPS:
        for kind in kinds_of(held):
            paired = weight(out.first, TRUMP_PAIR) * (doubles >> kind & 1)
            out.worths[kind] = trump_kept(view, seat, kind, out) + paired
        if held:
            out.worths[lowest(held & cards_on(top_level(held, suit), suit))] += bottom_kept(view, seat, out)
        return
    for kind in kinds_of(held):
        out.worths[kind] = plain_kept(kind, suit, out) + weight(out.first, PLAIN_PAIR) * (doubles >> kind & 1)
    if popcount(held) == 1 and not doubles and view.hands[seat] & SUIT_MASKS[TRUMPS + view.trump]:
        out.worths[lowest(held)] -= weight(out.first, LAST_OF_SUIT)


def trump_kept(view: State, seat: int, kind: int, out: Outlook) -> float:
    """The worth of a single trump."""
    card, worth = 1 << kind, weight(out.first, LATE_TRUMP) / view.hand_sizes[seat]
    if card & JOKERS:
        return worth + weight(out.first, BLACK if kind == BLACK_JOKER else RED)
    if card & SEVENS:
        of_trump = view.trump < SUITS and card & seven_of(view.trump)
        return worth + weight(out.first, TRUMP_SEVEN if of_trump else OFF_SEVEN)
    return worth + weight(out.first, LOW_TRUMP) + weight(out.first, TRUMP_RANK) * (kind % RANKS)


def plain_kept(kind: int, suit: int, out: Outlook) -> float:
    """The worth of a single plain card, by how many higher cards of its suit are unseen."""
    above = SUIT_MASKS[suit] & -2 << kind
    higher = popcount(out.cards & above) + popcount(out.twice & above)
    worth = weight(out.first, PLAIN_RANK) * (kind % RANKS)
    return worth + weight(out.first, TOP + higher) if higher < TOPS else worth


def bottom_kept(view: State, seat: int, out: Outlook) -> float:
    """What the bottom, which the last trick may win (LS-9.2), adds to the worth of the highest trump."""
    points = float(GUESSED_BOTTOM)
    if bottom_owner(view) == seat:
        points = float(card_points(view.buried[seat], view.buried_twice[seat]))
    soon = points / 10
    for _ in range(view.hand_sizes[seat] - 1):
        soon *= SOONER
    return (
        weight(out.first, BOTTOM) * (points / 10 / view.hand_sizes[seat])
        + weight(out.first, BOTTOM_SOON) * soon
    )


# --- played now ---------------------------------------------------------------------------------------


def chances(view: State, seat: int, winner: int, best: ToBeat, out: Outlook) -> Chances:
    """The chance that the seat's side takes a trick that `winner` is winning once the seat has played."""
    ours, stands = out.trust[winner], 1.0
    other = (seat + 1) % SEATS
    while other != view.leader:
        beats = chance_to_beat(other, best, view.trump, out)
        ours += beats * (out.trust[other] - ours)
        stands *= 1 - beats
        other = (other + 1) % SEATS
    return Chances(ours, stands)


def play_worth(
    view: State, seat: int, winner: int, best: ToBeat, cards: int, twice: int, out: Outlook
) -> float:
    """What these cards bring if `winner` is winning the trick after them, less what they are worth later."""
    chance = chances(view, seat, winner, best, out)
    sure, size = 2 * chance.ours - 1, popcount(cards) + popcount(twice)
    swing = sure * (out.table + card_points(cards, twice)) / 10
    worth = weight(out.first, SWING) * swing + weight(out.first, LATE_SWING) * (swing / view.hand_sizes[seat])
    worth += weight(out.first, OPPONENTS) * (sure * size * out.later / 10)
    worth += weight(out.first, PARTNERS) * (sure * chance.ours * size * out.partners_later / 10)
    worth += weight(out.first, OURS) * chance.ours + weight(out.first, SIZE) * size
    if winner == seat:
        worth += weight(out.first, MINE) * chance.stands
    for kind in kinds_of(cards):
        worth -= out.worths[kind] * (1 + (twice >> kind & 1))
    return worth
