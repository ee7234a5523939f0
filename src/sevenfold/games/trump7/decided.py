"""Which moment decided a deal of Trump 7."""

from collections.abc import Sequence

from sevenfold.book.deciding import dearest, takings
from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided

DECIDED = ("trick",)


def decided(_viewer: int | None, events: Sequence[Event]) -> Decided | None:
    """The trick that brought most points."""
    most = dearest(takings(events))
    return most.told("trick") if most else None
