"""Which moment decided a deal of Trump 7."""

from sevenfold.core.remarks import Decided
from sevenfold.games.trump7.decided import decided
from tests.book.told import moved, trick


def test_t7_3_the_trick_of_most_points_decided() -> None:
    events = [moved(1, "QC", 1), trick(1, 1, "QC", 31), moved(0, "TH", 2), trick(2, 0, "TH", 12)]
    assert decided(0, events) == Decided(code="trick", seat=1, cards=("QC",), count=31)
