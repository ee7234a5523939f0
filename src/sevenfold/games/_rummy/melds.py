"""Sets and runs (section 3)."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.games._rummy.state import CARDS, RANKS, SUITS

LEAST = 3
"""How many cards a meld has at least."""


def of_rank(rank: int) -> int:
    """All cards of a rank."""
    cards = 0
    for suit in range(SUITS):
        cards |= 1 << suit * RANKS + rank
    return cards


def run_from(cards: int, kind: int) -> int:
    """The cards of the suit that follow one another from this one upwards, this one included (RX-3.2)."""
    run = 0
    for card in range(kind, kind // RANKS * RANKS + RANKS):
        if not cards >> card & 1:
            break
        run |= 1 << card
    return run


def is_meld(cards: int) -> bool:
    """RX-3.1: a set or a run."""
    if popcount(cards) < LEAST:
        return False
    kind = lowest(cards)
    return cards & ~of_rank(kind % RANKS) == 0 or run_from(cards, kind) == cards


def largest_with(cards: int, some: int) -> int:
    """The largest meld of these cards that has all of `some` in it; 0 where there is none."""
    best = 0
    for rank in range(RANKS):
        best = _larger(best, cards & of_rank(rank), some)
    for kind in range(CARDS):
        best = _larger(best, run_from(cards, kind), some)
    return best


def may_join(cards: int, some: int) -> int:
    """The other cards of which each can be laid in one meld with all of `some`."""
    found = 0
    for rank in range(RANKS):
        found |= _larger(0, cards & of_rank(rank), some)
    for kind in range(CARDS):
        found |= _larger(0, run_from(cards, kind), some)
    return found & ~some


def _larger(best: int, meld: int, some: int) -> int:
    """`meld`, if it is one with all of `some` and has more cards than the best so far."""
    fits = some & ~meld == 0 and popcount(meld) >= LEAST
    return meld if fits and popcount(meld) > popcount(best) else best
