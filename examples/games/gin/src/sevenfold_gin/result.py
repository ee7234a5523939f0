"""How a round of gin rummy came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold_gin.melds import value
from sevenfold_gin.rules import knocker_points
from sevenfold_gin.state import NOBODY, SEATS, EventKind, Phase, Seen

RESULT_LINES = ("deadwood",)
RULES = {
    EventKind.GIN: "GI-5.2",
    EventKind.UNDERCUT: "GI-5.3",
    EventKind.EQUAL: "GI-5.4",
    EventKind.KNOCK: "GI-5.1",
}


def outcome(seen: Seen) -> tuple[EventKind, int, int]:
    """What the round was, who wins by it, and how many points."""
    points = knocker_points(seen)
    if seen.knocker == NOBODY:
        return EventKind.VOID, NOBODY, 0
    if seen.known[seen.knocker] == 0:
        return EventKind.GIN, seen.knocker, points
    if points < 0:
        return EventKind.UNDERCUT, 1 - seen.knocker, -points
    return EventKind.KNOCK if points else EventKind.EQUAL, seen.knocker, points


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """The deadwood of each, and what comes of it; nothing before the end."""
    if seen.phase != Phase.OVER or seen.knocker == NOBODY:
        return ()
    event, winner, points = outcome(seen)
    deadwood = (
        ResultLine(rule="GI-5.1", key="result.deadwood", seat=seat, count=value(seen.known[seat]))
        for seat in range(SEATS)
    )
    return (*deadwood, ResultLine(rule=RULES[event], key=f"event.{event}", seat=winner, count=points))
