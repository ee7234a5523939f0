"""How much one seat gains against an agent at all other seats: a lower bound of its exploitability.

Whoever gains most on practice deals is chosen: a player of the pool, or a linear player that learns against
the agent here. What the chosen one gains is then measured on held-out deals, so it is not gained by luck. A
better response may gain more; none gains less than nothing, which the agent itself does.
"""

import msgspec
import numpy as np

from sevenfold.core.dice import dice_for
from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.with_progress import WithProgress
from sevenfold.suite.agents import Entrant
from sevenfold.suite.learner import learn_against
from sevenfold.suite.meeting import brought, usual
from sevenfold.suite.pool import SEARCH, chooser_of, players_of
from sevenfold.suite.seating import Batched, Chooser
from sevenfold.suite.tasks import Task

DEALS = 2000
PRACTICE = 500
UPDATES = 150
LEARNT_HERE = "a linear player that learns against it"


class Response(msgspec.Struct, frozen=True, kw_only=True):
    """Who was chosen, and what it gains over the agent in its place, with `reach` to either side, 95 %.

    The exploitability of the agent is `gain` at least, as far as the interval goes.
    """

    by: str
    deals: int
    gain: float
    reach: float


def response(task: Task, entrant: Entrant, deals: int, updates: int, progress: WithProgress) -> Response:
    """The best of some responses. Raises CompiledUnavailable."""
    practice = msgspec.structs.replace(task, seed=dice_for(task.seed, -1))
    agent = entrant.chooser(deals)
    names = [name for name in players_of(task) if name != SEARCH]
    candidates: dict[str, Chooser] = {name: chooser_of(name, task, deals) for name in names}
    if updates:
        candidates[LEARNT_HERE] = Batched(learn_against(practice, agent, updates, progress))
    tried = min(PRACTICE, deals)
    base = usual(practice, agent, tried, progress, "Practice")
    by = {
        name: _gain(
            practice, brought(practice, each, agent, tried, progress, f"Practice: {name}") - base
        ).mean
        for name, each in candidates.items()
    }
    best = max(by, key=lambda name: by[name])
    after = brought(task, candidates[best], agent, deals, progress, f"Response: {best}")
    found = _gain(task, after - usual(task, agent, deals, progress, "Response"))
    return Response(by=best, deals=deals, gain=round(found.mean, 4), reach=round(found.reach, 4))


def _gain(task: Task, more: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Interval:
    return interval((task.played.meta.sign * more.mean(axis=1)).tolist())
