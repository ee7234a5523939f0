"""What a beginner forgets."""

from sevenfold.core.tricks import NO_CARD
from sevenfold.core.visibility import duplicate
from sevenfold.games.trump7.state import SEATS, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards and the trick, but not what was played before it."""
    left = duplicate(view)
    left.played = [0 if card == NO_CARD else 1 << card for card in view.trick]
    left.lacks = [0] * SEATS
    return left
