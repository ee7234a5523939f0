"""An evening of 64 simulated people of whom a third misbehave, and many small ones of whom half do."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevenfold.server.protocol.events import EventInfo
from sevenfold.testing.running import WAIT
from tests.server.club import a_club, prepare
from tests.server.evening_here import LOSSES, Loss, an_evening, check_evening, check_standings
from tests.server.evening_of_processes import EveningOfProcesses
from tests.server.hurried import run_hurried
from tests.server.test_evening_survives import executed, moments


def play(tmp_path: Path, patch: pytest.MonkeyPatch, seed: int, people: int, bad: int, **wanted: Any) -> None:
    async def work() -> None:
        async with an_evening(tmp_path, Random(seed)) as evening:
            await evening.make(people=people, bad=bad, **wanted)
            over = await evening.play()
            check_evening(over, evening.people)

    run_hurried(patch, work)


def test_an_evening_of_64_people_of_whom_a_third_misbehave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, monkeypatch, 64, people=64, bad=21, deals=4)


@pytest.mark.parametrize("seed", range(20))
def test_small_evenings_of_whom_half_misbehave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = Random(seed)
    people = rng.randrange(4, 12)
    minutes = rng.choice((None, 2))
    play(tmp_path, monkeypatch, seed, people=people, bad=people // 2, deals=4, minutes=minutes)


@pytest.mark.parametrize("loss", LOSSES)
def test_somebody_is_lost_at_each_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loss: Loss
) -> None:
    for number, (statement, time) in enumerate(moments(tmp_path, monkeypatch)):
        executed(tmp_path / str(number), monkeypatch, loss, statement, time)


@pytest.mark.parametrize("seed", range(4))
def test_a_small_evening_at_two_processes(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """It comes to its end though people are lost, and its standings are right."""
    prepare(monkeypatch, seed)

    async def play() -> EventInfo:
        async with a_club(postgres_url, tmp_path, "lockup", missed_after=1000) as club:
            async with asyncio.timeout(WAIT):
                return await EveningOfProcesses(club, Random(seed)).play()

    over = asyncio.run(play())
    assert over.known == len(over.boards)
    check_standings(over)
