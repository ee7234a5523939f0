"""Whose message is answered next."""

import asyncio
from itertools import pairwise

import pytest

from sevenfold.server.fair_queue import AT_ONCE, PACE, FairQueue, Stamps


async def ask(queue: FairQueue, served: list[float], stamp: float) -> None:
    await queue.wait(stamp)
    served.append(stamp)


def test_who_has_asked_little_lately_is_served_first() -> None:
    async def work() -> list[float]:
        queue, served, flood, player = FairQueue(), list[float](), Stamps(), Stamps()
        stamps = [flood.next(100) for _ in range(3 * AT_ONCE)]
        async with asyncio.TaskGroup() as asking:
            for stamp in stamps:
                asking.create_task(ask(queue, served, stamp))
            await asyncio.sleep(0)
            asking.create_task(ask(queue, served, player.next(100.05)))
        return served

    assert asyncio.run(work()).index(100.05 + PACE) == AT_ONCE  # behind those that were served already


def test_a_few_are_served_before_what_is_under_way_goes_on() -> None:
    async def work() -> list[int]:
        queue, served = FairQueue(), list[float]()
        numbers = []
        async with asyncio.TaskGroup() as asking:
            for stamp in range(3 * AT_ONCE):
                asking.create_task(ask(queue, served, stamp))
            while len(served) < 3 * AT_ONCE:
                await asyncio.sleep(0)
                numbers.append(len(served))
        return numbers

    numbers = asyncio.run(work())
    assert max(after - before for before, after in pairwise(numbers)) == AT_ONCE


def test_a_socket_that_has_gone_takes_no_turn() -> None:
    async def work() -> list[float]:
        queue, served = FairQueue(), list[float]()
        gone = asyncio.create_task(ask(queue, served, 1))
        stays = asyncio.create_task(ask(queue, served, 2))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        return served

    assert asyncio.run(work()) == [2]


def test_the_stamps_of_a_socket_that_rested_begin_anew() -> None:
    stamps = Stamps()

    assert [stamps.next(10), stamps.next(10)] == pytest.approx([10 + PACE, 10 + 2 * PACE])
    assert stamps.next(20) == pytest.approx(20 + PACE)
