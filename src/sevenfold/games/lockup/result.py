"""How a round of Lockup came out, line by line."""

from sevenfold.core.views import ResultLine
from sevenfold.games.lockup.state import SEATS, Phase, State

RESULT_LINES = ("tricks",)


def result_lines(state: State) -> tuple[ResultLine, ...]:
    """LU-6.1: the tricks that each seat took; nothing before the end."""
    if state.phase != Phase.OVER:
        return ()
    return tuple(
        ResultLine(rule="LU-6.1", key="result.tricks", seat=seat, count=state.tricks[seat])
        for seat in range(SEATS)
    )
