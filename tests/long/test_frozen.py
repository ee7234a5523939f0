"""Version 1 of the suite is frozen: what it names by hash is what it was."""

from pathlib import Path

import pytest

from sevenfold.envs import SOLVED_DECKS
from sevenfold.suite.agents import load_entrant
from sevenfold.suite.fingerprints import check_frozen
from sevenfold.suite.pool import LEARNT, LINEAR, RANDOM, RULES
from sevenfold.suite.running import exploited
from sevenfold.suite.tasks import TASKS, Task, find_task

PAGE = Path(__file__).parents[2] / "docs/environments.md"

EACH = pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: f"{task.name} {task.game}")


@EACH
def test_nothing_moved_that_version_1_names_by_hash(task: Task) -> None:
    """What to do when this fails is what it says: undo it, or make version 2. Never write the hash anew."""
    check_frozen(task)


def test_with_four_tricks_players_are_ranked_as_they_are_with_thirteen_lockup() -> None:
    """The page has the figures. Smaller decks are solved by tests/envs/test_short.py."""
    task, known = find_task("Lockout-v1"), SOLVED_DECKS["four tricks"]
    (row,) = (line for line in PAGE.read_text(encoding="utf-8").splitlines() if "| `four tricks` |" in line)
    assert f"| {len(known.tree):,} |" in row
    found = known.tree.solve(60)
    assert known.tree.values(found) == pytest.approx(known.values, abs=0.01)
    assert known.tree.nash_conv(found) < 0.01
    lost = [exploited(load_entrant(name, task))[0].nash_conv for name in (RANDOM, LINEAR, RULES, LEARNT)]
    assert lost == sorted(lost, reverse=True)
    assert lost[2] - lost[3] > 0.1
