"""The track of decisions alone: what an agent's moves lose at the same moments for everybody.

Each decision is judged by a search of its own in many worlds, as `search.loss` has it: the best move is found
in one half of them, and what the agent's loses against it in the other. All play on by the rules player.
"""

import msgspec

from sevenfold.core.duplicate import interval
from sevenfold.core.with_progress import WithProgress
from sevenfold.search.loss import loss_of
from sevenfold.suite.agents import Entrant
from sevenfold.suite.moments import asked
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


def judged_decisions(task: Task, entrant: Entrant, rounds: int, progress: WithProgress) -> DecisionLoss:
    """Evaluate what an agent would have done. Raises NoWorld."""
    game, player = task.played, entrant.player()
    moments = list(asked(game, rounds, task.seed))
    by_round: dict[int, list[float]] = {}
    for index in progress(range(len(moments)), len(moments), "Evaluating decisions"):
        each = moments[index]
        move = player(each.seen, each.seat)
        loss = loss_of(game, each.seen, each.seat, move, WORLDS, each.seed)
        by_round.setdefault(each.round, []).append(loss)
    found = interval([sum(each) / len(each) for each in by_round.values()])
    return DecisionLoss(
        decisions=len(moments),
        rounds=len(by_round),
        worlds=WORLDS,
        loss=round(found.mean, 4),
        reach=round(found.reach, 4),
    )
