"""The features of a card that may be played: numbers, weighed by where in a trick it is played.

The weights (card_weights.py) were found by regression on cards of rounds, valued by rollouts.
"""

from sevenfold.cards.masks import popcount
from sevenfold.core.tricks import NO_SUIT, trick_cards
from sevenfold.games.lockup.bot.card_weights import CARDS
from sevenfold.games.lockup.bot.chances import (
    Strength,
    chance_to_take,
    clubs_expected,
    seats_to_play,
    strength_in_suit,
    suit_led,
    suit_of,
    worth_kept,
    worth_of_lockup,
)
from sevenfold.games.lockup.state import CLUB_CARDS, CLUBS, PICTURES, RANKS, Phase, State

FEATURES = 22
SITUATIONS = 12
"""A seat leads; follows with two or more seats to come, with one, or last; throws off with seats to come, or
last. Then the same six where pictures let in any club (LU-3.2)."""

(
    BROUGHT,
    KEPT,
    TAKES,
    COST,
    GAIN,
    LATE_TAKES,
    LATE_KEPT,
    CLUB,
    CLUBS_TAKEN,
    CLUBS_LEFT,
    PICTURE,
    CLUB_WAITS,
    SHARE,
    MASTER,
    HIGHER,
    LOWER,
    LENGTH,
    LAST_OF_SUIT,
    FREE_OTHERS,
    LATE_SHARE,
    MANY_OUT,
    OWN_CLUB,
) = range(FEATURES)


def situation(view: State, seat: int) -> int:
    """The situation that the seat is in, a row of the weights; -1 where no card is to be played."""
    if view.phase != Phase.PLAY:
        return -1
    rules = SITUATIONS // 2 * view.any_club
    if view.suit_led == NO_SUIT:
        return rules
    later = popcount(seats_to_play(view, seat))
    if view.hands[seat] & suit_of(view.suit_led * RANKS):
        return rules + (1 if later > 1 else 3 - later)
    return rules + (4 if later else 5)


def card_worth(view: State, seat: int, kind: int, hidden: int, row: int) -> float:
    """What a card that the seat may play weighs, by the weights of its situation."""
    first, later, strength = row * FEATURES, seats_to_play(view, seat), strength_in_suit(kind, hidden)
    takes = chance_to_take(view, kind, hidden, later)
    clubs = clubs_expected(view, kind, hidden, later)
    cost, gain = worth_of_lockup(view, seat, clubs)
    kept, late = 0.0 if view.tricks_left == 1 else worth_kept(kind, strength), 1 / view.tricks_left
    table = trick_cards(view.trick) & CLUB_CARDS
    worth = CARDS[first + BROUGHT] * (takes * (1 - cost) + (1 - takes) * gain)
    worth += CARDS[first + KEPT] * kept + CARDS[first + LATE_KEPT] * (kept * late)
    worth += CARDS[first + TAKES] * takes + CARDS[first + LATE_TAKES] * (takes * late)
    worth += CARDS[first + COST] * (takes * cost) + CARDS[first + GAIN] * ((1 - takes) * gain)
    worth += CARDS[first + CLUBS_TAKEN] * (takes * popcount(table))
    if kind // RANKS == CLUBS:
        worth += CARDS[first + CLUB] + CARDS[first + CLUBS_LEFT] * popcount(view.hands[seat] & CLUB_CARDS)
    elif PICTURES >> kind % RANKS & 1:
        club = 1 << CLUBS * RANKS + kind % RANKS
        worth += CARDS[first + PICTURE]
        if hidden & club:
            worth += CARDS[first + CLUB_WAITS]
        if view.hands[seat] & club:
            worth += CARDS[first + OWN_CLUB]
    free = popcount(later) if suit_led(view, kind) == kind // RANKS else -1
    return worth + _worth_in_suit(view.hands[seat], kind, strength, first, late, free)


def _worth_in_suit(hand: int, kind: int, strength: Strength, first: int, late: float, free: int) -> float:
    """What the card's strength in its suit weighs.

    `free` is how many seats are still to play to the trick; -1 where the card's suit is not the one led.
    """
    higher, out, share = strength
    suit = hand & suit_of(kind)
    worth = CARDS[first + SHARE] * share + CARDS[first + LATE_SHARE] * (share * late)
    worth += CARDS[first + HIGHER] * higher + CARDS[first + LOWER] * (out - higher)
    worth += CARDS[first + LENGTH] * popcount(suit)
    if higher == 0:
        worth += CARDS[first + MASTER]
    if suit == 1 << kind:
        worth += CARDS[first + LAST_OF_SUIT]
    if free >= 0:
        worth += CARDS[first + FREE_OTHERS] * (share * free) + CARDS[first + MANY_OUT] * (out * share)
    return worth
