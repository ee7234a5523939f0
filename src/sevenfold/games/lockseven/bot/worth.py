"""What cards are worth, in points: kept for later tricks, and what a trick brings with them.

The constants were found in play (bench/lockseven_policy.py).
"""

from sevenfold.cards.masks import kinds_of, lowest, popcount
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

LOW_TRUMP, TRUMP_RANK = 3.0, 0.25
OFF_SEVEN, TRUMP_SEVEN, JOKER = 7.0, 8.0, 9.0
TRUMP_PAIR = 2.0
"""Trumps kept: the two, each rank above it, sevens, jokers; each card of a pair is worth so much more."""

TOPS = (6.0, 3.0, 1.5)
"""A plain card kept of which so many higher ones are out."""
PLAIN_RANK = 0.1
PLAIN_PAIR = 1.5
LAST_OF_SUIT = 1.5
"""What it is worth to a hand with trumps to be rid of the last card of a suit."""

LATE = 6
"""With so many cards left the highest trump is kept for the last trick, by what lies in the bottom."""
GUESSED_BOTTOM = 5
"""The points that are expected there by who has not laid it."""

FROM_ENEMY, FROM_FRIEND = 1.0, 2.0
"""The points that one who plays later adds with each card; a friend so much more where his side wins."""
TO_LEAD = 2.0
"""The points that it is worth to have the lead."""


def trump_kept(kind: int, trump: int) -> float:
    """A single trump."""
    card = 1 << kind
    if card & JOKERS:
        return JOKER + 2 * (kind - BLACK_JOKER)
    if card & SEVENS:
        return TRUMP_SEVEN if trump < SUITS and card & seven_of(trump) else OFF_SEVEN
    return LOW_TRUMP + TRUMP_RANK * (kind % RANKS)


def plain_kept(kind: int, suit: int, out: Outlook) -> float:
    """A single plain card, by how many higher ones of its suit are not seen yet."""
    above = SUIT_MASKS[suit] & -2 << kind
    higher = popcount(out.cards & above) + popcount(out.twice & above)
    return PLAIN_RANK * (kind % RANKS) + (TOPS[higher] if higher < len(TOPS) else 0.0)


def note_worths(view: State, seat: int, suit: int, out: Outlook) -> None:
    """Note what each kind of a suit in play that the seat holds is worth to it later, a card."""
    mask = SUIT_MASKS[suit]
    held, doubles = view.hands[seat] & mask, view.doubles[seat] & mask
    if suit >= TRUMPS:
        for kind in kinds_of(held):
            out.worths[kind] = trump_kept(kind, view.trump) + TRUMP_PAIR * (doubles >> kind & 1)
        if held and view.hand_sizes[seat] <= LATE:
            out.worths[lowest(held & cards_on(top_level(held, suit), suit))] += bottom_stake(view, seat)
        return
    for kind in kinds_of(held):
        out.worths[kind] = plain_kept(kind, suit, out) + PLAIN_PAIR * (doubles >> kind & 1)
    if popcount(held) == 1 and not doubles and view.hands[seat] & SUIT_MASKS[TRUMPS + view.trump]:
        out.worths[lowest(held)] -= LAST_OF_SUIT


def bottom_stake(view: State, seat: int) -> float:
    """What the bottom adds to the last trick, at the least (LS-9.2), for each card of the hand left."""
    points = GUESSED_BOTTOM
    if bottom_owner(view) == seat:
        points = card_points(view.buried[seat], view.buried_twice[seat])
    return 2 * points / view.hand_sizes[seat]


def total_worth(cards: int, twice: int, out: Outlook) -> float:
    """What these cards of one's own are worth later."""
    worth = 0.0
    for kind in kinds_of(cards):
        worth += out.worths[kind] * (1 + (twice >> kind & 1))
    return worth


def chance_ours(view: State, seat: int, winner: int, best: ToBeat, out: Outlook) -> float:
    """The chance that a trick which `winner` has so far ends on the seat's side, when the seat has played."""
    ours = out.trust[winner]
    other = (seat + 1) % SEATS
    while other != view.leader:
        beats = chance_to_beat(other, best, view.trump, out)
        ours += beats * (out.trust[other] - ours)
        other = (other + 1) % SEATS
    return ours


def brought(ours: float, cards: int, twice: int, out: Outlook) -> float:
    """The points of the trick, with these cards and those to come: lost where it is not `ours`, a chance."""
    size = popcount(cards) + popcount(twice)
    to_come = size * (FROM_ENEMY * out.later + FROM_FRIEND * ours * out.friends_later)
    return (2 * ours - 1) * (out.table + card_points(cards, twice) + to_come)
