"""How a round of Sixth Trick came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold_sixth_trick.rules import last_points
from sevenfold_sixth_trick.state import Phase, Seen

LINES = {1: ("SI-3.1", "last"), 2: ("SI-3.2", "last_three")}
"""The rule and the line of what the last trick brings."""
RESULT_LINES = tuple(line for _, line in LINES.values())


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """Who took the last trick, and with which card; nothing before the end."""
    if seen.phase != Phase.OVER:
        return ()
    points = last_points(seen)
    rule, line = LINES[points]
    return (ResultLine(rule=rule, key=f"result.{line}", seat=seen.taker, count=points),)
