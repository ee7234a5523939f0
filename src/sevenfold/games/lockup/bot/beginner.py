"""What a beginner forgets."""

from sevenfold.core.tricks import trick_cards
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockup.state import NOT_SHOWN, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards, this trick and the last, and not what was played before."""
    left = duplicate(view)
    left.played = trick_cards(view.trick) | trick_cards(view.last_trick)
    left.lacks = [NOT_SHOWN] * len(view.lacks)
    return left
