"""How a round of Stub came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games._stub.rules import has_failed, side_tricks
from sevenfold.games._stub.state import SEATS, Phase, Seen, partner

#: if bids
RESULT_LINES = ("tricks", "failed")
#: else
#: RESULT_LINES = ("tricks",)
#: end


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    #: if partners
    """What each side scores; nothing before the end."""
    #: else
    #: """What each seat scores; nothing before the end."""
    #: end
    #: if bids
    if seen.phase != Phase.OVER or seen.passed_out:
        return ()
    #: else
    #: if seen.phase != Phase.OVER:
    #:     return ()
    #: end
    #: if partners
    return tuple(_line(seen, seat) for seat in range(SEATS // 2))
    #: else
    #: return tuple(_line(seen, seat) for seat in range(SEATS))
    #: end


def _line(seen: Seen, seat: int) -> ResultLine:
    """ST-6.1: the tricks that count for a seat."""
    #: if bids and partners
    if has_failed(seen, seat):
        return ResultLine(rule="ST-6.3", key="result.failed", seats=(seat, partner(seat)), count=-seen.bid)
    #: end
    #: if bids and not partners
    #: if has_failed(seen, seat):
    #:     return ResultLine(rule="ST-6.3", key="result.failed", seat=seat, count=-seen.bid)
    #: end
    #: if partners
    side = (seat, partner(seat))
    return ResultLine(rule="ST-6.1", key="result.tricks", seats=side, count=side_tricks(seen, seat))
    #: else
    #: return ResultLine(rule="ST-6.1", key="result.tricks", seat=seat, count=side_tricks(seen, seat))
    #: end
