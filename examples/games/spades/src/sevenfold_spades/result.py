"""How a round of Spades came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold_spades.rules import side_tricks
from sevenfold_spades.state import SEATS, Phase, Seen

RESULT_LINES = ("tricks",)


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """What each seat scores; nothing before the end."""
    if seen.phase != Phase.OVER:
        return ()
    return tuple(_line(seen, seat) for seat in range(SEATS))


def _line(seen: Seen, seat: int) -> ResultLine:
    """SP-3.1: the tricks that count for a seat."""
    return ResultLine(rule="SP-3.1", key="result.tricks", seat=seat, count=side_tricks(seen, seat))
