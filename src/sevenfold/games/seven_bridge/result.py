"""How a hand of Seven Bridge came out, line by line (sections 5 and 6 of README.md)."""

from sevenfold.core.views import ResultLine
from sevenfold.games.seven_bridge.names import card_names
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import NOBODY, REMADE_AT_MOST, EventKind, Phase, State

RESULT_LINES = ("left", "penalty", "penalty_concealed")


def result_lines(state: State) -> tuple[ResultLine, ...]:
    """What the others were left with, and what the winner scores of it; nothing before the end."""
    if state.phase != Phase.OVER:
        return ()
    if state.winner == NOBODY:
        rule = "SB-3.5" if state.remade == REMADE_AT_MOST else "SB-3.4"
        return (ResultLine(rule=rule, key=f"event.{EventKind.VOID}"),)
    left = [
        ResultLine(
            rule="SB-6.2",
            key="result.left",
            seat=seat,
            cards=card_names(cards),
            count=count(cards, state.pips, state.ace_value),
        )
        for seat, cards in enumerate(state.shown[: state.players])
        if seat != state.winner
    ]
    return (*left, *_winner_lines(state))


def _winner_lines(state: State) -> list[ResultLine]:
    """SB-6.1: the sum, or nothing where the others lose it; SB-6.4: doubled for a concealed win."""
    if state.penalty:
        key = "result.penalty_concealed" if state.concealed else "result.penalty"
        rule = "SB-6.4" if state.concealed else "SB-6.1"
        return [ResultLine(rule=rule, key=key, seat=state.winner)]
    score = state.result[state.winner]
    out = ResultLine(rule="SB-6.1", key=f"event.{EventKind.OUT}", seat=state.winner, count=score)
    if not state.concealed:
        return [out]
    doubled = ResultLine(
        rule="SB-6.4",
        key=f"event.{EventKind.CONCEALED}",
        seat=state.winner,
        points=score // 2,
        times=2,
        count=score,
    )
    return [doubled, out]
