"""What cards are worth in points: in later tricks if they are kept, and in this trick if they are played.

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
"""What trumps are worth: the two, each rank above, other sevens, the trump seven, jokers, a paired card."""

TOPS = (6.0, 3.0, 1.5)
"""The worth of a plain card by the number of higher cards of its suit that are out: 0, 1, 2."""
PLAIN_RANK = 0.1
PLAIN_PAIR = 1.5
LAST_OF_SUIT = 1.5
"""What a hand with trumps gains by playing the last card of a suit."""

LATE = 6
"""From this many cards left, the highest trump is worth more, since the last trick may win the bottom."""
GUESSED_BOTTOM = 5
"""The points that a seat which did not lay the bottom expects there."""

FROM_OPPONENT, FROM_PARTNER = 1.0, 2.0
"""The points that a later seat adds with each card; a partner adds so much more where their side wins."""
TO_LEAD = 2.0
"""The worth of having the lead, in points."""


def trump_kept(kind: int, trump: int) -> float:
    """The worth of a single trump."""
    card = 1 << kind
    if card & JOKERS:
        return JOKER + 2 * (kind - BLACK_JOKER)
    if card & SEVENS:
        return TRUMP_SEVEN if trump < SUITS and card & seven_of(trump) else OFF_SEVEN
    return LOW_TRUMP + TRUMP_RANK * (kind % RANKS)


def plain_kept(kind: int, suit: int, out: Outlook) -> float:
    """The worth of a single plain card, by how many higher cards of its suit are unseen."""
    above = SUIT_MASKS[suit] & -2 << kind
    higher = popcount(out.cards & above) + popcount(out.twice & above)
    return PLAIN_RANK * (kind % RANKS) + (TOPS[higher] if higher < len(TOPS) else 0.0)


def note_worths(view: State, seat: int, suit: int, out: Outlook) -> None:
    """Note the later worth, for each card, of every kind that the seat holds in a suit."""
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
    """The least that the bottom adds to the last trick (LS-9.2), divided by the cards left in the hand."""
    points = GUESSED_BOTTOM
    if bottom_owner(view) == seat:
        points = card_points(view.buried[seat], view.buried_twice[seat])
    return 2 * points / view.hand_sizes[seat]


def total_worth(cards: int, twice: int, out: Outlook) -> float:
    """The later worth of these cards of the seat, which were noted."""
    worth = 0.0
    for kind in kinds_of(cards):
        worth += out.worths[kind] * (1 + (twice >> kind & 1))
    return worth


def chance_ours(view: State, seat: int, winner: int, best: ToBeat, out: Outlook) -> float:
    """The chance that the seat's side takes a trick that `winner` is winning once the seat has played."""
    ours = out.trust[winner]
    other = (seat + 1) % SEATS
    while other != view.leader:
        beats = chance_to_beat(other, best, view.trump, out)
        ours += beats * (out.trust[other] - ours)
        other = (other + 1) % SEATS
    return ours


def brought(ours: float, cards: int, twice: int, out: Outlook) -> float:
    """The points expected from the trick with these cards; `ours` is the chance that our side takes it."""
    size = popcount(cards) + popcount(twice)
    to_come = size * (FROM_OPPONENT * out.later + FROM_PARTNER * ours * out.partners_later)
    return (2 * ours - 1) * (out.table + card_points(cards, twice) + to_come)
