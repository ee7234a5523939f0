"""The track of decisions alone: what an agent's moves lose at the same moments for everybody.

Each decision is judged by a search of its own in many worlds, as `search.loss` has it: the best move is found
in one half of them, and what the agent's loses against it in the other. All play on by the rules player.
"""

from functools import partial

import msgspec

from sevenfold.core.duplicate import interval
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.with_progress import WithProgress
from sevenfold.search.loss import loss_of
from sevenfold.suite.agents import Entrant
from sevenfold.suite.moments import Asked, asked
from sevenfold.suite.tasks import Task

ROUNDS, WORLDS = 100, 400


class DecisionLoss(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision lost on average in the game's points, with `reach` to either side (95 %).

    A round is one sample.
    """

    decisions: int
    rounds: int
    worlds: int
    loss: float
    reach: float


def judged_decisions(
    task: Task, entrant: Entrant, rounds: int, progress: WithProgress, each: ForEach = one_by_one
) -> DecisionLoss:
    """Evaluate what an agent would have done; `each` shares out the searches. Raises NoWorld."""
    game, player = task.played, entrant.player()
    moments = list(asked(game, rounds, task.seed))
    chosen = [
        (moment, player(moment.seen, moment.seat)) for moment in progress(moments, len(moments), "Deciding")
    ]
    by_round: dict[int, list[float]] = {}
    losses = each(partial(_loss, game), chosen)
    for number, loss in progress(losses, len(moments), "Evaluating decisions"):
        by_round.setdefault(number, []).append(loss)
    found = interval([sum(of) / len(of) for of in by_round.values()])
    return DecisionLoss(
        decisions=len(moments),
        rounds=len(by_round),
        worlds=WORLDS,
        loss=round(found.mean, 4),
        reach=round(found.reach, 4),
    )


def _loss(game: AnyGame, chosen: tuple[Asked, Move]) -> tuple[int, float]:
    """The round of a decision, and what it loses."""
    moment, move = chosen
    return moment.round, loss_of(game, moment.seen, moment.seat, move, WORLDS, moment.seed)
