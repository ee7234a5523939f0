"""Reads that arrive while earlier ones are being answered share one statement, which starts after those."""

import asyncio
from collections.abc import Collection, Mapping

import pytest

from sevenfold.server.storage.batched_reads import AT_ONCE, BatchedReads


class Answers:
    """Answers only when released, with how often it was asked before; the key `nothing` does not exist."""

    def __init__(self) -> None:
        self.asked: list[set[str]] = []
        self.go_on = asyncio.Event()
        self.fails = False

    async def ask(self, keys: Collection[str]) -> Mapping[str, int]:
        number = len(self.asked)
        self.asked.append(set(keys))
        await self.go_on.wait()
        if self.fails:
            raise LookupError
        return {key: number for key in keys if key != "nothing"}

    async def are_asked(self, times: int) -> None:
        while len(self.asked) < times:  # noqa: ASYNC110
            await asyncio.sleep(0)


async def all_under_way(answers: Answers, reads: BatchedReads[int]) -> list[asyncio.Task[dict[str, int]]]:
    """Begin as many statements as there may be at once."""
    asking = []
    for number in range(AT_ONCE):
        asking.append(asyncio.create_task(reads.find([f"first {number}"])))
        await answers.are_asked(number + 1)
    return asking


def test_who_asks_while_others_are_answered_shares_the_next_statement() -> None:
    async def work() -> None:
        answers = Answers()
        reads = BatchedReads(answers.ask)
        first = await all_under_way(answers, reads)
        later = [
            asyncio.create_task(reads.find(keys)) for keys in (["a", "b"], ["b", "nothing"], ["first 0"])
        ]
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(answers.asked) == AT_ONCE

        answers.go_on.set()
        assert await asyncio.gather(*first) == [{f"first {number}": number} for number in range(AT_ONCE)]
        told = await asyncio.gather(*later)
        assert answers.asked[AT_ONCE:] == [{"a", "b", "nothing", "first 0"}]
        assert told == [{"a": AT_ONCE, "b": AT_ONCE}, {"b": AT_ONCE}, {"first 0": AT_ONCE}]

    asyncio.run(work())


def test_an_error_is_told_to_all_who_share_it_and_the_next_are_answered() -> None:
    async def work() -> None:
        answers = Answers()
        reads = BatchedReads(answers.ask)
        asking = [asyncio.create_task(reads.find([key])) for key in "ab"]
        await answers.are_asked(1)
        answers.fails = True
        answers.go_on.set()
        for each in asking:
            with pytest.raises(LookupError):
                await each
        answers.fails = False
        assert await reads.find(["a"]) == {"a": 1}

    asyncio.run(work())


def test_one_who_waits_no_longer_takes_no_answer_from_others() -> None:
    async def work() -> None:
        answers = Answers()
        reads = BatchedReads(answers.ask)
        gone, stays = (asyncio.create_task(reads.find([key])) for key in "ab")
        await answers.are_asked(1)
        gone.cancel()
        await asyncio.wait([gone])
        answers.go_on.set()
        assert await stays == {"b": 0}

    asyncio.run(work())


def test_nothing_is_asked_about_nothing() -> None:
    answers: dict[str, int] = asyncio.run(BatchedReads(Answers().ask).find([]))
    assert answers == {}
