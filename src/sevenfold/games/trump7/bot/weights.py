"""The weights by which the rule-based player bids and puts cards away."""

from typing import NamedTuple


class Weights(NamedTuple):
    """The worth of a hand, and of what is put away."""

    enough_to_take: float
    """What a hand must be worth to take the widow."""
    trump: float
    queen: float
    jack: float
    ten: float
    joker: float
    trump_seven: float
    """What a card of the hand is worth to the Player; a trump queen is worth both."""
    point_away: float
    """A point put away."""
    void: float
    """Having no card of a suit when play begins, in points."""
    kept_away: float
    """A point that a card put away might have brought."""


WEIGHTS = Weights(
    enough_to_take=18.0,
    trump=3.0,
    queen=2.0,
    jack=1.0,
    ten=1.0,
    joker=7.0,
    trump_seven=1.0,
    point_away=1.0,
    void=4.0,
    kept_away=1.0,
)
