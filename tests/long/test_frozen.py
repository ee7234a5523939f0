"""Version 1 of the suite is frozen: what it names by hash is what it was."""

import pytest

from sevenfold.suite.fingerprints import check_frozen
from sevenfold.suite.mini import solve, solved
from sevenfold.suite.tasks import TASKS, Task

EACH = pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: f"{task.name} {task.game}")


@EACH
def test_nothing_moved_that_version_1_names_by_hash(task: Task) -> None:
    """What to do when this fails is what it says: undo it, or make version 2. Never write the hash anew."""
    check_frozen(task)


def test_the_solver_finds_the_equilibria_of_version_1_again() -> None:
    for known in solved():
        again = solve(known.short, 60)
        assert again.short == known.short
        assert again.strategy.keys() == known.strategy.keys()
        for number, chances in known.strategy.items():
            assert again.strategy[number] == pytest.approx(chances, abs=1e-3)
        assert again.values == pytest.approx(known.values, abs=1e-3)
