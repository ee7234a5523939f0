"""How a deal of Trump 7 came out, line by line (sections 3, 6 and 7 of README.md)."""

from sevenfold.core.tricks import NO_SUIT
from sevenfold.core.views import ResultLine
from sevenfold.games.trump7.scoring import (
    ScoreRow,
    card_points,
    leaster_points,
    leaster_row,
    leaster_seat,
    player_points,
    player_row,
)
from sevenfold.games.trump7.state import PACK, Phase, State

RESULT_LINES = ("tricks", "discards", "widow")

LEASTER_RULES = {
    ScoreRow.LEASTER_ALL_TRICKS: "T7-7.1",
    ScoreRow.LEASTER_NO_TRICK: "T7-7.2",
    ScoreRow.LEASTER_FEWEST: "T7-7.3",
}


def result_lines(state: State) -> tuple[ResultLine, ...]:
    """The points of the seat that the result is about, and the row that applies; nothing before the end."""
    if state.phase != Phase.OVER:
        return ()
    return _leaster_lines(state) if state.leaster else _player_lines(state)


def _player_lines(state: State) -> tuple[ResultLine, ...]:
    """T7-4.6: what the Player took in tricks and what the Player put away; T7-6.1: the row."""
    player, cards = state.player, state.discards_shown
    points = card_points(cards, state.trump)
    row = ScoreRow.words[player_row(state)]
    return (
        ResultLine(rule="T7-4.6", key="result.tricks", seat=player, count=state.points[player]),
        ResultLine(
            rule="T7-4.6", key="result.discards", seat=player, cards=PACK.names_in(cards), count=points
        ),
        ResultLine(rule="T7-6.1", key=f"event.{row}", seat=player, count=player_points(state)),
    )


def _leaster_lines(state: State) -> tuple[ResultLine, ...]:
    """T7-5.5: what each seat took, the widow's points with the last trick; section 7: who scores."""
    row, scorer = leaster_row(state), leaster_seat(state)
    tricks = (
        ResultLine(rule="T7-5.5", key="result.tricks", seat=seat, count=points)
        for seat, points in enumerate(state.points)
    )
    widow = ResultLine(
        rule="T7-5.5",
        key="result.widow",
        seat=state.taker,
        cards=PACK.names_in(state.widow_shown),
        count=card_points(state.widow_shown, NO_SUIT),
    )
    count = leaster_points(state, scorer)
    return (
        *tricks,
        widow,
        ResultLine(rule=LEASTER_RULES[row], key=f"event.{ScoreRow.words[row]}", seat=scorer, count=count),
    )
