"""Which moment decided a round of Lockup."""

from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.lockup.decided import decided
from tests.book.told import moved, trick


def locked(version: int, seat: int, count: int) -> Event:
    return Event(kind="locked", version=version, seat=seat, count=count)


def test_lu_5_1_the_lockup_that_cost_most_decided() -> None:
    events = [
        moved(0, "QS", 1),
        trick(1, 0, "QS 2C 3C"),
        locked(1, 0, 2),
        moved(1, "KH", 2),
        trick(2, 1, "KH 4C"),
        locked(2, 1, 1),
        *(trick(version, 2, "2S") for version in (3, 4)),
    ]
    assert decided(2, events) == Decided(code="lockup", seat=0, cards=("QS",), count=2)


def test_a_lockup_costs_no_more_tricks_than_are_left() -> None:
    events = [moved(0, "QS", 1), trick(1, 0, "QS 2C 3C"), locked(1, 0, 2)]
    assert decided(0, events) is None
    passed = Event(kind="passed", version=2)
    assert decided(0, [*events, passed]) == Decided(code="lockup", seat=0, cards=("QS",), count=1)


def test_of_two_that_cost_the_same_the_viewers_is_told() -> None:
    events = [
        moved(1, "KH", 1),
        trick(1, 1, "KH 2C"),
        locked(1, 1, 1),
        moved(0, "QS", 2),
        trick(2, 0, "QS 3C"),
        locked(2, 0, 1),
        trick(3, 2, "2S"),
    ]
    seats = [told.seat for viewer in (0, 1, None) if (told := decided(viewer, events))]
    assert seats == [0, 1, 1]
