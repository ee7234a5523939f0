"""What a beginner forgets."""

from sevenfold.core.tricks import trick_cards
from sevenfold.core.visibility import duplicate
from sevenfold.games.trump7.state import SEATS, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards, this trick and the last, and not what was played before."""
    left = duplicate(view)
    left.played = [trick_cards([*cards]) for cards in zip(view.trick, view.last_trick, strict=True)]
    left.lacks = [0] * SEATS
    return left
