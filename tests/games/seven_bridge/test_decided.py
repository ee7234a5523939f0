"""Which moment decided a hand of Seven Bridge."""

from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.seven_bridge.decided import decided
from tests.book.told import moved

OUT = Event(kind="out", version=9, seat=2)


def test_sb_4_the_discard_that_whoever_went_out_claimed_last_decided() -> None:
    events = [moved(0, "discard 9D", 1), moved(2, "pon 9C 9S", 2), moved(2, "discard KH", 3), OUT]
    assert decided(0, events) == Decided(code="claim", seat=0, other=2, cards=("9D",))


def test_else_the_cards_they_went_out_with_did_and_nothing_where_nobody_did() -> None:
    lay = moved(2, "lay 7S 0", 1)
    assert decided(0, [lay, OUT]) == Decided(code="out", seat=2, cards=("7S",))
    assert decided(0, [lay]) is None
