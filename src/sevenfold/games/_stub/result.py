"""How a round of Stub came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games._stub.rules import has_failed, side_tricks
from sevenfold.games._stub.state import SEATS, Phase, Seen

#: if bids
RESULT_LINES = ("tricks", "failed")
#: else
#: RESULT_LINES = ("tricks",)
#: end


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """What each seat scores; nothing before the end."""
    #: if bids
    if seen.phase != Phase.OVER or seen.passed_out:
        return ()
    #: else
    #: if seen.phase != Phase.OVER:
    #:     return ()
    #: end
    return tuple(_line(seen, seat) for seat in range(SEATS))


def _line(seen: Seen, seat: int) -> ResultLine:
    """ST-6.1: the tricks that count for a seat."""
    #: if bids
    if has_failed(seen, seat):
        return ResultLine(rule="ST-6.3", key="result.failed", seat=seat, count=-seen.bid)
    #: end
    return ResultLine(rule="ST-6.1", key="result.tricks", seat=seat, count=side_tricks(seen, seat))
