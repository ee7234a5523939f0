"""Whose message is answered next."""

import asyncio
from itertools import pairwise

import pytest

from sevenfold.server.http.fair_queue import AT_ONCE, LITTLE, Asked, FairQueue


async def ask(queue: FairQueue, served: list[float], asked: float) -> None:
    await queue.wait(asked)
    served.append(asked)


def test_who_has_asked_little_lately_is_served_first() -> None:
    async def work() -> list[float]:
        queue, served, flood, player = FairQueue(), list[float](), Asked(), Asked()
        player.more(idle=0)
        player.more(idle=10)
        async with asyncio.TaskGroup() as asking:
            for _ in range(3 * AT_ONCE):
                asking.create_task(ask(queue, served, flood.more(idle=0)))
            await asyncio.sleep(0)
            asking.create_task(ask(queue, served, player.more(idle=0.1)))
        return served

    assert asyncio.run(work()).index(1) == AT_ONCE  # behind those that were served already


@pytest.mark.parametrize("late", [0, 1, 10])
def test_who_plays_is_served_before_newcomers_however_late_those_are_heard(late: float) -> None:
    playing = Asked()
    for _ in range(20):
        asked = playing.more(idle=0.1)
    assert asked < Asked().more(idle=late)


def test_who_says_as_much_as_they_may_is_served_before_newcomers() -> None:
    """As a client does that thinks for less than a tenth of a second between its messages."""
    playing, newcomer = Asked(), Asked().more(idle=0)
    asked = [playing.more(idle) for idle in (1, 0.5, *50 * (0.02, 0.05, 0.08))]
    assert max(asked[2:]) < newcomer


def test_a_thousand_that_send_all_they_can_are_served_slowly_and_come_last_all_the_same() -> None:
    """Each of them is answered once a second, and then has its next message ready."""
    flood, player = Asked(), Asked()
    for _ in range(20):
        flooding, playing = flood.more(idle=0), player.more(idle=0.5)
    assert playing == 1
    assert flooding > 20


def test_a_few_are_served_before_what_is_under_way_goes_on() -> None:
    async def work() -> list[int]:
        queue, served = FairQueue(), list[float]()
        numbers = []
        async with asyncio.TaskGroup() as asking:
            for asked in range(3 * AT_ONCE):
                asking.create_task(ask(queue, served, asked))
            while len(served) < 3 * AT_ONCE:
                await asyncio.sleep(0)
                numbers.append(len(served))
        return numbers

    numbers = asyncio.run(work())
    assert max(after - before for before, after in pairwise(numbers)) == AT_ONCE


def test_a_socket_that_has_gone_takes_no_turn() -> None:
    async def work() -> list[float]:
        queue, served = FairQueue(), list[float]()
        gone = asyncio.create_task(ask(queue, served, LITTLE + 1))
        stays = asyncio.create_task(ask(queue, served, LITTLE + 2))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        return served

    assert asyncio.run(work()) == [LITTLE + 2]


def test_who_has_asked_little_begins_at_once_where_nobody_waits() -> None:
    async def begun(asked: float) -> int:
        queue, served = FairQueue(), list[float]()
        async with asyncio.TaskGroup() as asking:
            for _ in range(AT_ONCE + 1):
                asking.create_task(ask(queue, served, asked))
            await asyncio.sleep(0)
            return len(served)

    assert asyncio.run(begun(LITTLE)) == AT_ONCE + 1
    assert asyncio.run(begun(LITTLE + 1)) == 0
