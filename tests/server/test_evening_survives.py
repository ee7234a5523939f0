"""Whatever people do on an evening, nothing waits longer than its clock, and the standings are right."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from sevenfold.server.storage.statements import Compiled, Dialect, Statement
from tests.server.evening_here import LOSSES, Loss, an_evening, check_evening
from tests.server.hurried import run_hurried


@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_missing_an_evening_goes_on_within_its_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async def play() -> None:
        async with an_evening(tmp_path, Random(seed)) as evening:
            await evening.make(people=6, bad=3)
            over = await evening.play()
            check_evening(over, evening.people)

    run_hurried(monkeypatch, play)


# --- somebody is lost at a statement ------------------------------------------------------------------


def executed(
    folder: Path,
    patch: pytest.MonkeyPatch,
    loss: Loss | None = None,
    at: Statement | None = None,
    time: int = 0,
) -> Counter[Statement]:
    """Have four people play two deals; one is lost as a statement is executed for this time, from 1 on.

    Return how often each statement was.
    """
    found: Counter[Statement] = Counter()
    folder.mkdir()

    async def play() -> None:
        async with an_evening(folder, Random(1)) as evening:
            await evening.make(people=4, bad=0, deals=2)
            compiled = Statement.compiled

            def noted(statement: Statement, dialect: Dialect) -> Compiled:
                found[statement] += 1
                if loss is not None and statement is at and found[statement] == time:
                    evening.lose(evening.people[time % len(evening.people)], loss)
                return compiled(statement, dialect)

            with pytest.MonkeyPatch.context() as noting:
                noting.setattr(Statement, "compiled", noted)
                over = await evening.play()
            check_evening(over, evening.people)

    with patch.context() as hurrying:
        run_hurried(hurrying, play)
    return found


def moments(folder: Path, patch: pytest.MonkeyPatch) -> list[tuple[Statement, int]]:
    """Each statement of an evening, with one of the times at which it is executed."""
    whole = executed(folder / "whole", patch)
    return [(each, Random(number).randint(1, times)) for number, (each, times) in enumerate(whole.items())]


def test_somebody_is_lost_at_a_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """tests/long has each of them, with each loss."""
    all_ = moments(tmp_path, monkeypatch)
    for loss, (statement, time) in zip(LOSSES, all_[:: len(all_) // len(LOSSES)], strict=False):
        executed(tmp_path / loss, monkeypatch, loss, statement, time)
