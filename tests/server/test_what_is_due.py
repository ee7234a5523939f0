"""What is due at a table is done once: nothing whose doing changes nothing is tried again and again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sevenfold.server.protocol.from_client import SetPause
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.settings import Settings
from sevenfold.server.tables.play import results
from sevenfold.server.tables.seating import absence, hosting, plan
from sevenfold.server.times import TIMER_EARLY
from tests.server.test_time_used import FAST, PERSONS, Evening

AT_ONCE = 1.0
"""A timer that rings within so many seconds has nothing to wait for: the shortest wait here is ten."""

GRACE = 10
"""For how many seconds the tables here wait for somebody who is away."""


async def is_asked(evening: Evening, seat: int) -> None:
    """Play until this seat is to act."""
    await evening.worker.jobs.idle()  # the bots before them
    while evening.table._turns.waits._asked.keys() != {seat}:
        await evening.play()
        await evening.worker.jobs.idle()


async def goes(evening: Evening) -> None:
    """The second person goes, on their turn."""
    await is_asked(evening, 1)
    await evening.go(PERSONS[1])
    evening.time += 1000 * GRACE


async def goes_with_no_pause_left(evening: Evening) -> None:
    """The same, where the table has paused for them as often as it may."""
    used_up = (0, absence.PAUSES, 0, 0)
    await evening.table.change(lambda row, _: plan.replace(row, pauses=used_up))
    await goes(evening)


async def is_late(evening: Evening) -> None:
    """Somebody who is there uses up all of their time."""
    await is_asked(evening, 1)
    evening.time += FAST.move + FAST.bank


async def pauses(evening: Evening) -> None:
    """A pause lasts as long as it may."""
    await evening.table.order(PERSONS[0], SetPause(paused=True))
    evening.time += absence.PAUSE_LASTS


async def pauses_and_the_timer_is_early(evening: Evening) -> None:
    """The same, and the timer rings a little too early, as it may."""
    await pauses(evening)
    evening.time -= TIMER_EARLY - 1


KINDS: dict[str, tuple[str, Callable[[Evening], Awaitable[None]], int]] = {
    "a bot plays for who is away": ("bot", goes, 1),
    "a pause for who is away": ("pause", goes, 1),
    "no pause is left for who is away": ("pause", goes_with_no_pause_left, 0),
    "the table waits for who is away": ("wait", goes, 0),
    "somebody is late": ("wait", is_late, 1),
    "a pause is over": ("wait", pauses, 1),
    "a pause is over and the timer is early": ("wait", pauses_and_the_timer_is_early, 1),
}
"""Whatever `Waits` waits for: the setting for absence, how it becomes due, and how often it is done."""


def with_evening(
    folder: Path, patch: pytest.MonkeyPatch, absent: str, work: Callable[[Evening], Awaitable[None]]
) -> None:
    """Do the work at a table of two persons whose time stands still."""

    async def run() -> None:
        evening = Evening(Settings(data=folder).database, patch)
        for module in (absence, hosting, results):
            patch.setattr(module, "now", lambda: evening.time)
        await evening.begin(TableSettings(clock="fast", absence=absent, grace=GRACE))  # type: ignore[arg-type]
        try:
            await work(evening)
        finally:
            for person in list(evening.here):
                await evening.go(person)
            await evening.worker.close()

    asyncio.run(run())


def rings_at_once(evening: Evening) -> bool:
    """Whether the timer of the waits is set for a time that is over."""
    timer = evening.table._turns.waits._timer
    return timer is not None and timer.when() - asyncio.get_running_loop().time() < AT_ONCE


@pytest.mark.parametrize("kind", KINDS)
def test_a_wait_that_is_over_is_over_for_good(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent, become_due, times = KINDS[kind]

    async def work(evening: Evening) -> None:
        turns = evening.table._turns
        await become_due(evening)
        monkeypatch.setattr(turns.waits, "_call", lambda: None)  # this test rings
        attempts = 0
        async with turns.hold():
            turns.waits._set_timer()
        while rings_at_once(evening) and attempts < 5:
            attempts += 1
            await turns._wait_no_longer()
        assert attempts == times

    with_evening(tmp_path, monkeypatch, absent, work)
