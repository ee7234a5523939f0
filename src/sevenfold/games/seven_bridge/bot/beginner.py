"""What a beginner forgets."""

from sevenfold.core.visibility import duplicate
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.state import NO_CARD, SEATS, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that sees its cards, the melds and the last discard, but not what lies below it."""
    left = duplicate(view)
    if view.pile_size:
        left.pile = [top(view), *[NO_CARD] * (len(view.pile) - 1)]
        left.pile_size = 1
    left.discarded = [0] * SEATS
    return left
