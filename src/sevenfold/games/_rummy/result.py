"""How a round of Rummy came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games._rummy.state import NOBODY, Phase, Seen

RESULT_LINES = ("won", "stock_empty")


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """Who won, or that nobody did; nothing before the end."""
    if seen.phase != Phase.OVER:
        return ()
    if seen.winner == NOBODY:
        return (ResultLine(rule="RX-4.2", key="result.stock_empty", count=0),)
    return (ResultLine(rule="RX-4.1", key="result.won", seat=seen.winner, count=1),)
