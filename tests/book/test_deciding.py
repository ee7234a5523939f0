"""What the games read from the events of a round, to tell the moment that decided it."""

from sevenfold.book.deciding import dearest, takings
from sevenfold.core.events import Event, standing_events
from tests.book.told import moved, trick


def test_a_trick_is_taken_with_the_card_that_stands_not_with_one_that_was_taken_back() -> None:
    events = [
        moved(0, "QS", 1),
        moved(1, "2S", 2),
        Event(kind="take_back", version=3, seat=1, count=1),
        moved(1, "KS", 4),
        trick(4, 1, "QS KS", 10),
        moved(1, "3H", 5),
        trick(5, 1, "3H", 10),
    ]
    tricks = takings(standing_events(events))
    assert [taking.cards for taking in tricks] == [("KS",), ("3H",)]
    assert dearest(tricks) == tricks[0]


def test_a_trick_that_was_taken_back_is_none() -> None:
    events = [moved(0, "QS", 1), trick(1, 0, "QS"), Event(kind="take_back", version=2, seat=0, count=1)]
    assert takings(standing_events(events)) == []


def test_a_throw_that_failed_takes_with_what_had_to_be_led() -> None:
    events = [moved(0, "AS KS", 1), moved(1, "3S", 2), trick(2, 0, "KS 3S", 10)]
    assert takings(events)[0].cards == ("KS",)


def test_a_trick_whose_taker_had_played_before_is_left_out() -> None:
    assert takings([moved(0, "2S", 1), trick(1, 3, "AS 2S", 10)]) == []


def test_no_trick_is_dearest_where_none_brought_points() -> None:
    assert dearest(takings([moved(0, "2S", 1), trick(1, 0, "2S", 0)])) is None
