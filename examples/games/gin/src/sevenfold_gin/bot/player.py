"""The rule-based player of gin rummy. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold_gin.melds import SHAPES, can_be_laid, deadwood, in_all_suits, may_lay_off, meld_of, value
from sevenfold_gin.rules import knocks
from sevenfold_gin.state import KNOCK, RANKS, SEATS, Kind, Phase, Seen

SUITS_APART = 20
MUCH = 1 << 20


def choose(view: Seen, seat: int) -> Move:
    """Take what lowers the deadwood, knock as soon as possible, and lay all that can be laid."""
    hand = view.hands[seat]
    if view.phase == Phase.UPCARD:
        return Move(Kind.TAKE if _helps(hand, view.top) else Kind.PASS, 0, 0, 0)
    if view.phase == Phase.WALL:
        return Move(Kind.TAKE if knocks(hand | 1 << view.top) else Kind.PASS, 0, 0, 0)
    if view.phase == Phase.DRAW:
        take = view.passes < SEATS and _helps(hand, view.top)
        return Move(Kind.TAKE if take else Kind.DRAW, 0, 0, 0)
    if view.phase == Phase.LAY_OFF:
        card = _without_loss(hand, may_lay_off(view))
        return Move(Kind.LAY_OFF if card else Kind.DONE, card, 0, 0)
    if view.phase == Phase.LAY or view.phase == Phase.SPREAD:
        meld = _best_meld(hand)
        return Move(Kind.MELD if meld else Kind.DONE, meld, 0, 0)
    card = 1 << _least_use(hand, view.taken)
    return Move(Kind.KNOCK if deadwood(hand & ~card) <= KNOCK else Kind.DISCARD, card, 0, 0)


def _helps(hand: int, kind: int) -> bool:
    """Whether a card lowers the deadwood, once the best other card is discarded."""
    with_it = hand | 1 << kind
    return deadwood(with_it & ~(1 << _least_use(with_it, kind))) < deadwood(hand)


def _least_use(hand: int, taken: int) -> int:
    """The discard that leaves the least deadwood; then the one with the fewest near it, then the highest."""
    best, least = lowest(hand), MUCH
    for kind in kinds_of(hand):
        if kind == taken:
            continue
        near = in_all_suits(1 << kind % RANKS) | (7 << kind >> 1)
        use = deadwood(hand ^ 1 << kind) * 1000 + popcount(hand & near) * SUITS_APART - value(1 << kind)
        if use < least:
            best, least = kind, use
    return best


def _without_loss(hand: int, cards: int) -> int:
    """A card of these that the own melds do not need; 0 where there is none."""
    for kind in kinds_of(hand & cards):
        if deadwood(hand ^ 1 << kind) < deadwood(hand):
            return 1 << kind
    return 0


def _best_meld(hand: int) -> int:
    """A meld of those that leave the least; 0 where all is deadwood."""
    least = deadwood(hand)
    for kind in kinds_of(can_be_laid(hand)):
        for shape in range(SHAPES):
            meld = meld_of(kind, shape)
            if meld and meld & ~hand == 0 and deadwood(hand & ~meld) == least:
                return meld
    return 0
