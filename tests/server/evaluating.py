"""Processes that judge reviews, some of which stop or die."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from sevenfold.search.evaluation import Evaluation
from sevenfold.search.review import Reviewer
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.reviews import ReviewState
from sevenfold.server.protocol.table import Search
from sevenfold.server.rounds.evaluating import Said, ToEvaluate, evaluated
from sevenfold.server.rounds.evaluations import as_far, engine_of
from sevenfold.server.rounds.reading import Reader
from sevenfold.server.rounds.review_queue import ReviewQueue
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.reviews import KeptReview, ReviewKey
from sevenfold.server.storage.rows import log_rows, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.testing.running import WAIT
from tests.server.test_rounds import entries_of

Where = Path | str


class EvaluatorThread:
    """Evaluators in a thread of this process, so that a test can hold it."""

    def __init__(self) -> None:
        self.reader = Reader()
        self._said: Iterator[Said] = iter(())

    async def begin(self, asked: ToEvaluate) -> None:
        self._said = evaluated(asked)

    async def go_on(self) -> Said:
        said = self._said
        return await self.reader.run(lambda: next(said))

    async def stop(self) -> None:
        pass


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(5 * WAIT):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Process:
    """What one process of several has of this. It judges once it is told to begin."""

    def __init__(self, url: DatabaseUrl) -> None:
        self.store = Store(open_database(url))
        self.can_review: Search = "ready"
        self.judge = EvaluatorThread()
        self.review_queue = ReviewQueue(self.store, lambda _: self.can_review, self.judge)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self.review_queue.go_on())

    async def stop(self) -> None:
        """Stop as a server does."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def die(self) -> None:
        """Do nothing any more, as after `kill -9`: what is in the database stays as it is."""

        async def nothing(*_: object) -> bool:
            await asyncio.Event().wait()
            return False

        for name in ("save", "renew", "let_go", "end"):
            setattr(self.store.reviews, name, nothing)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.judge.reader.close()
        await self.store.close()

    async def found(self, key: ReviewKey) -> KeptReview:
        kept = await self.store.reviews.find(key)
        assert kept is not None
        return kept

    async def state(self, key: ReviewKey) -> ReviewState:
        return as_far(key, "lockup", await self.found(key))

    async def until(self, key: ReviewKey, *states: str) -> ReviewState:
        """Wait until a review is in one of these states."""

        async def is_so() -> bool:
            return (await self.state(key)).state in states

        await until(is_so)
        return await self.state(key)

    async def execute(self, statement: str, **values: Any) -> None:
        await self.store.backend.write(Statement(statement).of([values]))


def with_processes(
    where: Where,
    work: Callable[[Process, Process, list[ReviewKey]], Awaitable[None]],
    tables: int = 1,
) -> None:
    """Do the work with two processes, and tables whose first round is over. Reviews of it are asked for."""

    async def run() -> None:
        url = where if isinstance(where, str) else Settings(data=where).database
        await migrate(url)
        one, two = Process(url), Process(url)
        try:
            person = await one.store.persons.add(b"token", now() + 60_000)
            keys = [await finished(one, person) for _ in range(tables)]
            for key in keys:
                await one.store.reviews.add(key, person)
                await asyncio.sleep(0.002)  # the order is by milliseconds
            await work(one, two, keys)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


async def finished(process: Process, person: int) -> ReviewKey:
    """A table whose first round is over, and the key of the review of its first seat."""
    jobs, thinkers = Jobs(), Thinkers()
    tables = Tables(process.store, MemoryBus(), jobs, thinkers)
    table = (await tables.create(person, NewTable(game="lockup", pace=10_000))).id
    await jobs.close()
    thinkers.close()
    await process.execute("DELETE FROM log WHERE table_id = :table", table=table)
    await process.store.backend.write(
        Statement("INSERT INTO log (table_id, seq, entry) VALUES (:table_id, :seq, :entry)").of(
            log_rows(table, 0, entries_of("lockup", 1))
        )
    )
    return ReviewKey(table, 1, 0, False, engine_of("lockup"))


class Evaluator:
    """Counts the decisions that are judged in this process, and can hold the thread at one of them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.judged: list[int] = []
        self.hold_at: int | None = None
        self.held, self.go_on = Event(), Event()
        judge = Reviewer._judge

        def counted(reviewer: Any, step: Any) -> Evaluation:
            if len(self.judged) == self.hold_at:
                self.held.set()
                assert self.go_on.wait(WAIT)
            self.judged.append(step.version)
            return judge(reviewer, step)

        patch.setattr(Reviewer, "_judge", counted)

    async def is_held(self) -> None:
        assert await asyncio.to_thread(self.held.wait, WAIT)
