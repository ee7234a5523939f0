"""Moves that a search tries where a seat has too many."""

from itertools import combinations

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.moves import Move
from sevenfold.games.trump7.bot.bidding import gained_by_putting_away
from sevenfold.games.trump7.bot.weights import WEIGHTS
from sevenfold.games.trump7.rules import WIDOW_SIZE
from sevenfold.games.trump7.state import Kind, Phase, Seen

PAIRS = 10
"""How many of the 55 pairs that may be put away are tried: those that gain most."""


def candidates(view: Seen, seat: int) -> list[Move]:
    """Pairs of cards to put away; all other moves are few."""
    if view.phase != Phase.DISCARD:
        return []
    hand = view.hands[seat]
    pairs = [mask_of(pair) for pair in combinations(kinds_of(hand), WIDOW_SIZE)]
    best = sorted(pairs, key=lambda pair: gained_by_putting_away(view, hand, pair, WEIGHTS), reverse=True)
    return [Move(Kind.DISCARD, pair, 0, 0) for pair in best[:PAIRS]]
