"""How a round of LockSeven came out, line by line (section 9)."""

from sevenfold.core.views import ResultLine
from sevenfold.games.lockseven.names import names
from sevenfold.games.lockseven.order import card_points
from sevenfold.games.lockseven.scoring import TRACTOR, attack_wins, defense_steps
from sevenfold.games.lockseven.state import EventKind, Phase, State

RESULT_LINES = ("tricks", "bottom", "penalties", "steps")


def result_lines(state: State) -> tuple[ResultLine, ...]:
    """The total that decides and what it is worth; nothing before the end."""
    if state.phase != Phase.OVER:
        return ()
    if state.thrown_in:
        return (ResultLine(rule="LS-2.4", key=f"event.{EventKind.THROWN_IN}"),)
    if state.conceded:
        return (ResultLine(rule="LS-3.6", key=f"event.{EventKind.CONCEDED}", seat=state.host),)
    total = state.attack_total
    steps = abs(defense_steps(total, state.steps_rule))
    return (
        *_sum(state),
        ResultLine(rule="LS-9.3", key=f"event.{outcome(state)}", count=total),
        ResultLine(rule="LS-9.4", key="result.steps", count=steps),
    )


def outcome(state: State) -> EventKind:
    """LS-9.3: who won, as the event that tells it is called; 80 may be enough (LS-9.4)."""
    if attack_wins(state.attack_total, state.steps_rule):
        return EventKind.ATTACK_WINS
    return EventKind.DEFENSE_WINS_BELOW if state.steps_rule == TRACTOR else EventKind.DEFENSE_WINS


def _sum(state: State) -> list[ResultLine]:
    """LS-9.1, LS-9.2, LS-6.3: the Attack's points in tricks, for the bottom, and for failed throws."""
    in_bottom = card_points(state.bottom_shown, state.bottom_shown_twice)
    tricks = state.attack_total - state.bottom_points - state.penalty_points
    lines = [
        ResultLine(rule="LS-9.1", key="result.tricks", count=tricks),
        ResultLine(
            rule="LS-9.2",
            key="result.bottom",
            cards=names(state.bottom_shown, state.bottom_shown_twice),
            points=in_bottom,
            times=state.bottom_points // in_bottom if in_bottom else 0,
            count=state.bottom_points,
        ),
    ]
    if state.penalty_points:
        lines.append(ResultLine(rule="LS-6.3", key="result.penalties", count=state.penalty_points))
    return lines
