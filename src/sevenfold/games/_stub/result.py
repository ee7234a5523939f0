"""How a round of Stub came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games._stub.state import OVER, SEATS, Seen

RESULT_LINES = ("tricks",)


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """ST-3.1: the tricks that each seat took; nothing before the end."""
    if seen.phase != OVER:
        return ()
    return tuple(
        ResultLine(rule="ST-3.1", key="result.tricks", seat=seat, count=seen.tricks[seat])
        for seat in range(SEATS)
    )
