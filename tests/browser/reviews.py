"""Reviews that are kept before anybody asks for one: what they say is invented, where they say it is true."""

from itertools import islice
from typing import Any

import msgspec

from sevenfold.core.choosing import legal_moves
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.steps import Step
from sevenfold.server.protocol.reviews import CurvePoint, DealLuck, EvaluationInfo, ReviewState
from sevenfold.server.rounds.evaluations import engine_of, written_move
from sevenfold.testing.served import Served
from sevenfold.testing.stacked import always, begin_match, opened, play_round, write_log

COSTS = (4.5, 1.3, 0.4)
"""What the moments cost, the costliest first. They are spread over the round."""
FOUND = 2.8
"""By how much the choice that was judged well was better."""


def reviewed_round(server: Served, table: str) -> ReviewState:
    """Play a round of a table that nobody has open yet to its end, and keep the reviews of its first seat."""
    with opened(server) as database:
        for seed in range(100):
            match, dealer = begin_match(database, table, seed)
            play_round(match, dealer, always)
            if not match.thrown_in:
                break
        write_log(database, table, match.entries)
        then, known = (invented(match, known=known) for known in (False, True))
        database.executemany(
            "INSERT INTO reviews (table_id, deal, seat, known, engine, asked, state, lease, begun, review)"
            " VALUES (?, 1, 0, ?, ?, 0, 'done', 0, 0, ?)",
            [
                (table, each.known, engine_of(match.game.meta.name), msgspec.json.encode(each).decode())
                for each in (then, known)
            ],
        )
    return then


def invented(match: AnyMatch, *, known: bool) -> ReviewState:
    """A review of the first seat: its decisions are those of the round, the figures are made up."""
    decided = (_choice(match, step) for step in match.round.steps)
    choices = [(at, *choice) for at, choice in enumerate(decided) if choice is not None]
    assert len(choices) >= 4
    costly = [choices[len(choices) * part // 4][0] for part in (1, 2, 3)]
    order = [costly[1], costly[0], costly[2]]
    cost = dict(zip(order, COSTS, strict=True)) | {choices[0][0]: -FOUND}
    result = match.standing.result
    assert result is not None
    level, judged = 4.0, []
    for at, phase, played, other in choices:
        by = cost.get(at, -0.1)
        level -= max(0.0, by)
        judged.append(_judgement(match, at, phase, (played, other), by, level, known=known))
    places = [decision.at for decision in judged]
    return ReviewState(
        seat=0,
        known=known,
        worlds=600,
        state="done",
        of=len(judged),
        seconds_left=0.0,
        decisions=tuple(judged),
        moments=tuple(places.index(at) for at in order),
        well_evaluated=() if known else (0,),
        lost=sum(COSTS),
        curve=(
            CurvePoint(at=0, expected=3.2),
            *(CurvePoint(at=each.at, expected=each.expected) for each in judged),
            CurvePoint(at=len(match.round.steps), expected=float(result[0])),
        ),
        luck=DealLuck(value=3.2, average=2.4, error=0.1),
        result=result[0],
    )


def _choice(match: AnyMatch, step: Step[Any]) -> tuple[str, Move, Move] | None:
    """The phase, the move made and another one, of a step at which the first seat had more than one."""
    if step.seat != 0:
        return None
    game, seen = match.game, match.game.seen(step.before, 0)
    others = [move for move in islice(legal_moves(game.rules, seen, 0), 3) if move != step.move]
    return (game.shown(seen, 0).phase, step.move, others[0]) if others else None


def _judgement(
    match: AnyMatch,
    at: int,
    phase: str,
    moves: tuple[Move, Move],
    by: float,
    value: float,
    *,
    known: bool,
) -> EvaluationInfo:
    game, step = match.game, match.round.steps[at]
    played, other = (written_move(game, move) for move in moves)
    seen = game.seen(step.before, 0)
    reasons = [
        None if known or game.reasons is None else game.reasons.explain(seen, 0, move) for move in moves
    ]
    return EvaluationInfo(
        at=at,
        phase=phase,
        kind=played.kind,
        played=played,
        other=other,
        value=value,
        by=by,
        error=0.1,
        worlds=600,
        expected=value + max(0.0, by),
        tried=3,
        all_tried=at % 2 == 0,
        is_loss=by > 0,
        is_well_evaluated=by < -1 and not known,
        reason_played=reasons[0],
        reason_other=reasons[1],
        why=None if reasons[0] == reasons[1] else reasons[1],
    )
