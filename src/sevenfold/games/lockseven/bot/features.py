"""The features of a play: numbers, each weighed by the situation.

The weights (card_weights.py) were found by regression on plays of the game, valued by rollouts.
"""

from sevenfold.games.lockseven.bot.card_weights import CARDS

FEATURES = 24
SITUATIONS = 8
"""A seat plays last, third or second, or leads; each for the Attack, then for the Defense."""

(
    SWING,
    LATE_SWING,
    OPPONENTS,
    PARTNERS,
    OURS,
    MINE,
    DRAWN,
    SIZE,
    LOW_TRUMP,
    TRUMP_RANK,
    OFF_SEVEN,
    TRUMP_SEVEN,
    BLACK,
    RED,
    TRUMP_PAIR,
    LATE_TRUMP,
    BOTTOM,
    BOTTOM_SOON,
    TOP,
    SECOND,
    THIRD,
    PLAIN_RANK,
    PLAIN_PAIR,
    LAST_OF_SUIT,
) = range(FEATURES)
"""First what the trick brings: its points, what others are expected to add, the chances to take it, trumps
drawn, cards got rid of. Then what cards are worth if kept: the lowest trump, each rank above it, sevens,
jokers, one of a pair; the highest trump, by the points in the bottom; a plain card, by the number of higher
ones that are out, its rank, one of a pair."""


def first_weight(later: int, defends: bool) -> int:
    """Where the weights of a situation begin, by how many play to the trick later."""
    return FEATURES * (2 * later + (1 if defends else 0))


def weight(first: int, feature: int) -> float:
    """What a feature weighs in a situation."""
    return CARDS[first + feature]
