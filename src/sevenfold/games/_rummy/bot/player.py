"""The rule-based player of Rummy. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.games._rummy.melds import LEAST, largest_with, of_rank
from sevenfold.games._rummy.state import RANKS, Kind, Phase, Seen


def choose(view: Seen, seat: int) -> Move:
    """Lay whatever can be laid, and discard the card that goes least with the others."""
    hand = view.hands[seat]
    if view.phase == Phase.DRAW:
        top = 1 << view.top
        meld = largest_with(hand | top, top)
        return Move(Kind.TAKE, meld & ~top, 0, 0) if meld else Move(Kind.DRAW, 0, 0, 0)
    meld = largest_with(hand, 0)
    if meld:
        return Move(Kind.MELD, meld, 0, 0)
    return Move(Kind.DISCARD, 1 << _least_use(hand), 0, 0)


def _least_use(hand: int) -> int:
    """The card with the fewest others of its rank, or near it in its suit."""
    best, fewest = lowest(hand), RANKS
    for kind in kinds_of(hand):
        near = of_rank(kind % RANKS)
        for step in range(1, LEAST):
            near |= 1 << kind + step if kind % RANKS + step < RANKS else 0
            near |= 1 << kind - step if kind % RANKS - step >= 0 else 0
        if popcount(hand & near) < fewest:
            best, fewest = kind, popcount(hand & near)
    return best
