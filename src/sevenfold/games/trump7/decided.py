"""Which moment decided a deal of Trump 7."""

from collections.abc import Sequence

from sevenfold.core.deciding import Decided, dearest, takings
from sevenfold.core.events import Event

DECIDED = ("trick",)


def decided(_viewer: int | None, events: Sequence[Event]) -> Decided | None:
    """The trick that brought most points."""
    most = dearest(takings(events))
    return most.told("trick") if most else None
