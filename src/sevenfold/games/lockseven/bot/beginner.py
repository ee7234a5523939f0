"""What a beginner forgets."""

from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven.state import SEATS, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards and the trick, but not what was played before it."""
    left = duplicate(view)
    left.played, left.played_twice = view.trick[:], view.trick_twice[:]
    left.lacks = [0] * SEATS
    left.at_most_one, left.holds_none = [0] * SEATS, [0] * SEATS
    left.given, left.led_trumps, left.led_plain = [0] * SEATS, [0] * SEATS, [0] * SEATS
    return left
