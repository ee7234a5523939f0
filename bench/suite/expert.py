"""Expert as an agent of the suite: a search of 60,000 simulated moves, 240,000 in Seven Bridge.

sevenfold bench-suite run bench.suite.expert:expert --task HiddenPartner-v1 --opponent rules --deals 100
"""

from random import Random
from typing import Any

from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.players import Player
from sevenfold.suite.tasks import Task


def expert(task: Task, seed: int) -> Player[Any]:
    """As at tables; no clock ends its search, so a seed gives the same moves on every machine."""
    return search_player(task.played, Random(seed), budget_of(task.played, Level.EXPERT))
