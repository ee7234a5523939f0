"""Which moment decided a round of Lockup."""

from collections.abc import Sequence

from sevenfold.book.deciding import Taking, takings
from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.lockup.state import EventKind

DECIDED = ("lockup",)


def decided(viewer: int | None, events: Sequence[Event]) -> Decided | None:
    """The lockup that cost most tricks, the viewer's before others'; None where none cost any."""
    ends = [event.version for event in events if event.kind in (EventKind.TRICK, EventKind.PASSED)]
    clubs = {event.version: event.count or 0 for event in events if event.kind == EventKind.LOCKED}

    def cost(taking: Taking) -> int:
        """A lockup costs no more tricks than were left."""
        left = sum(version > taking.version for version in ends)
        return min(clubs.get(taking.version, 0), left)

    worst = max(takings(events), key=lambda each: (cost(each), each.seat == viewer), default=None)
    if worst is None or cost(worst) == 0:
        return None
    return Decided(code="lockup", seat=worst.seat, cards=worst.cards, count=cost(worst))
