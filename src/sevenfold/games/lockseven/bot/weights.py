"""The weights of the rule-based player before the play: those that did best, changed one by one."""

from typing import NamedTuple


class Weights(NamedTuple):
    """What hands are worth, in halves of a trump, and what it costs to bury."""

    high: float
    """A seven or joker, on top of being a trump; twice for two of a kind."""
    joker: float
    """A joker, on top of that."""
    pair: float
    """Two trumps of a kind."""
    linked: float
    """Two pairs of trumps on neighbouring levels, on top of the pairs."""
    ace: float
    aces: float
    king: float
    """A plain ace; a second one; a king beside an ace."""
    call: float
    call_card: float
    """What a hand must be worth to call: the first, plus the second for each card in it."""
    both_sevens: float
    """What is taken off the worth of a call with both sevens of the suit, and so without a partner."""
    last_chance: float
    """By how much less is enough on the last chance, when all cards have been dealt."""
    take_up: float
    """What it is worth to take up the bottom, on top of what the hand gains or loses by another trump."""
    alone: float
    alone_if_it_costs: float
    """What the Host's hand must be worth to play alone, if conceding is free, and if it costs."""
    hide: float
    """Below this the Host hides a called card in the hope of a partner; above they play alone."""
    safe_bottom: float
    safe_bottom_no_suit: float
    """What a hand must be worth for points to be safe in the bottom, with a trump suit and without."""

    point_risked: float
    point_saved: float
    trump_buried: float
    ace_buried: float
    king_buried: float
    pair_buried: float
    rank_buried: float
    length_buried: float
    """What it costs to bury: each point, a trump, a top, one of a pair, each rank, each card of the suit."""


WEIGHTS = Weights(
    high=2.0,
    joker=1.0,
    pair=2.0,
    linked=2.0,
    ace=1.0,
    aces=2.0,
    king=1.0,
    call=2.0,
    call_card=0.88,
    both_sevens=8.0,
    last_chance=8.0,
    take_up=17.0,
    alone=75.0,
    alone_if_it_costs=60.0,
    hide=75.0,
    safe_bottom=36.0,
    safe_bottom_no_suit=13.0,
    point_risked=0.7,
    point_saved=-0.3,
    trump_buried=30.0,
    ace_buried=8.0,
    king_buried=2.0,
    pair_buried=3.0,
    rank_buried=0.1,
    length_buried=0.6,
)
