"""How a round of Shedding came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games._shedding.state import NOBODY, Phase, Seen

RESULT_LINES = ("won", "blocked")


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """Who won, or that nobody did; nothing before the end."""
    if seen.phase != Phase.OVER:
        return ()
    if seen.winner == NOBODY:
        return (ResultLine(rule="SX-3.2", key="result.blocked", count=0),)
    return (ResultLine(rule="SX-3.1", key="result.won", seat=seen.winner, count=1),)
