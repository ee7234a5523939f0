"""What a beginner forgets."""

from sevenfold.core.tricks import trick_cards
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockup.state import NOT_SHOWN, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards and the trick, but not what was played before it."""
    left = duplicate(view)
    left.played = trick_cards(view.trick)
    left.lacks = [NOT_SHOWN] * len(view.lacks)
    return left
