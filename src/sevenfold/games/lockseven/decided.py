"""Which moment decided a round of LockSeven."""

from collections.abc import Sequence

from sevenfold.book.deciding import dearest, takings
from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.lockseven.state import EventKind

DECIDED = ("trick", "bottom")


def decided(_viewer: int | None, events: Sequence[Event]) -> Decided | None:
    """The trick that brought most points, or the bottom where it brought the Attack more."""
    most = dearest(takings(events))
    bottom = max((event.count or 0 for event in events if event.kind == EventKind.BOTTOM), default=0)
    if bottom > (most.points if most else 0):
        return Decided(code="bottom", count=bottom)
    return most.told("trick") if most else None
