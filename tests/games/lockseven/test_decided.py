"""Which moment decided a round of LockSeven."""

from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.lockseven.decided import decided
from tests.book.told import moved, trick


def test_ls_9_2_the_bottom_decided_where_it_brought_more_than_any_trick() -> None:
    events = [moved(0, "KS KS", 1), trick(1, 0, "KS KS", 20)]
    assert decided(1, events) == Decided(code="trick", seat=0, cards=("KS", "KS"), count=20)
    bottom = Event(kind="bottom", version=1, seat=0, count=40)
    assert decided(1, [*events, bottom]) == Decided(code="bottom", count=40)


def test_a_round_without_points_was_decided_by_nothing() -> None:
    assert decided(0, [moved(0, "2S", 1), trick(1, 0, "2S", 0)]) is None
