"""What a beginner forgets."""

from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven.state import SEATS, Seen


def forget(view: Seen, _seat: int) -> Seen:
    """The view of a seat that knows its cards, this trick and the last, and not what was played before."""
    left = duplicate(view)
    for seat in range(SEATS):
        now, last = view.trick[seat], view.last_trick[seat]
        left.played[seat] = now | last
        left.played_twice[seat] = view.trick_twice[seat] | view.last_twice[seat] | now & last
    left.lacks = [0] * SEATS
    left.at_most_one, left.holds_none = [0] * SEATS, [0] * SEATS
    left.given, left.led_trumps, left.led_plain = [0] * SEATS, [0] * SEATS, [0] * SEATS
    return left
