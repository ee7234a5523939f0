"""Sets, runs and deadwood (GI-1.4, GI-1.5), and what may be laid off (GI-4.2)."""

from sevenfold.cards.masks import popcount
from sevenfold_gin.state import CARDS, RANKS, State

LEAST, MOST = 3, 5
"""How many cards a meld has."""
SUIT = (1 << RANKS) - 1
KINGS = 1 << RANKS - 1 | 1 << 2 * RANKS - 1 | 1 << 3 * RANKS - 1 | 1 << CARDS - 1
STARTS = (1 << CARDS) - 1 & ~(KINGS | KINGS >> 1)
"""The cards with which a run can begin."""
VALUES = [min(kind % RANKS + 1, 10) for kind in range(CARDS)]
WITH_1, WITH_2, WITH_4, WITH_8 = (
    sum(1 << kind for kind in range(CARDS) if VALUES[kind] & part) for part in (1, 2, 4, 8)
)
"""The cards by the powers of two that add up to what they count."""
SHAPES = 7
"""How many numbers `meld_of` knows."""


def value(cards: int) -> int:
    """GI-1.5: an ace counts 1, court cards 10, the others their number."""
    low = popcount(cards & WITH_1) + 2 * popcount(cards & WITH_2)
    return low + 4 * popcount(cards & WITH_4) + 8 * popcount(cards & WITH_8)


def meld_of(kind: int, shape: int) -> int:
    """GI-1.4: the sets with this card, then the runs from it on; 0 where one would leave the suit."""
    rank, length = kind % RANKS, shape - 1
    if shape == 0:
        return in_all_suits(1 << rank)
    if shape < 4:
        return in_all_suits(1 << rank) & ~(1 << (kind + shape * RANKS) % CARDS)
    return ((1 << length) - 1) << kind if rank + length <= RANKS else 0


def is_meld(cards: int) -> bool:
    """GI-1.4: whether these are a set or a run."""
    fits = LEAST <= popcount(cards) <= MOST
    return fits and (cards & ~in_all_suits(threes(cards)) == 0 or in_runs(cards) == cards)


def can_be_laid(hand: int) -> int:
    """The cards of a hand that are in some meld."""
    return hand & in_all_suits(threes(hand)) | in_runs(hand)


def threes(cards: int) -> int:
    """The ranks of which at least three cards are among these."""
    clubs, diamonds = cards & SUIT, cards >> RANKS & SUIT
    hearts, spades = cards >> 2 * RANKS & SUIT, cards >> 3 * RANKS
    return clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)


def in_all_suits(ranks: int) -> int:
    """All cards of these ranks."""
    return ranks | ranks << RANKS | ranks << 2 * RANKS | ranks << 3 * RANKS


def in_runs(cards: int) -> int:
    """The cards that lie in runs: a longer one is two of three to five."""
    starts = cards & cards >> 1 & cards >> 2 & STARTS
    return starts | starts << 1 | starts << 2


def deadwood(hand: int) -> int:
    """GI-1.5: the least that can be left: whichever cards lie in sets, of the others as many lie in runs."""
    able = hand & in_all_suits(threes(hand))
    best = value(hand & ~in_runs(hand))
    sets = able
    while sets:
        if sets & ~in_all_suits(threes(sets)) == 0:
            left = hand & ~sets
            best = min(best, value(left & ~in_runs(left)))
        sets = (sets - 1) & able
    return best


def may_lay_off(state: State) -> int:
    """GI-4.2: the cards that go on the knocker's melds."""
    fitting = 0
    for index in range(state.meld_count):
        if state.owners[index] == state.knocker:
            fitting |= _fitting(state.melds[index], state.laid_off)
    return fitting


def _fitting(meld: int, laid_off: int) -> int:
    """The fourth of a set, or the next card at each end of a run, and the one after it."""
    if threes(meld):
        return in_all_suits(threes(meld)) & ~meld
    below = meld >> 1 & ~meld & ~KINGS
    above = (meld & ~KINGS) << 1 & ~meld
    if below & laid_off:
        below = below >> 1 & ~KINGS
    if above & laid_off:
        above = (above & ~KINGS) << 1
    return below | above
