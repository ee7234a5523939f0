"""Results of a day that are many are read from time to time, not for each who asks."""

import asyncio
from collections.abc import Callable
from datetime import date
from typing import Any, cast

import pytest

from sevenfold.server.duplicate.day_results import MANY, DayResults, Results
from sevenfold.server.storage.days import DayBoard
from sevenfold.server.storage.store import Store

DAY = date(2026, 11, 27)
BOARDS = [DayBoard("lockup", 1, "one"), DayBoard("trump7", 1, "two")]


class Days:
    """Stands in for the database: so many have finished the first board."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.asked = 0

    @property
    def days(self) -> "Days":
        return self

    async def counted(self, board: str) -> list[dict[str, Any]]:
        self.asked += 1
        people = range(self.people if board == "one" else 0)
        return [{"person_id": person, "table_id": f"{person}", "result": 3} for person in people]


async def ask(results: DayResults) -> Results:
    return await results.of(DAY, BOARDS)


def run(days: Days, work: Callable[[DayResults], Any]) -> None:
    async def with_results() -> None:
        await work(DayResults(cast(Store, days)))

    asyncio.run(with_results())


def test_a_few_results_are_as_they_are_now() -> None:
    days = Days(MANY - 1)

    async def work(results: DayResults) -> None:
        await ask(results)
        days.people -= 1
        assert len((await ask(results)).of_person) == MANY - 2

    run(days, work)


def test_many_results_are_read_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(MANY)

    async def work(results: DayResults) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        monkeypatch.setattr(loop, "time", lambda: now)
        first, *others = await asyncio.gather(*(ask(results) for _ in range(20)))
        assert all(each is first for each in others)
        assert days.asked == len(BOARDS)

        now += MANY / 1000
        days.people += 1
        assert len((await ask(results)).of_person) == MANY + 1

    run(days, work)
