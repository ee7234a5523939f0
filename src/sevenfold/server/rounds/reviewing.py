"""Reviews that wait are judged here: one decision after the other, in a thread of low priority.

A thread of the lowest would keep moves waiting where it has Python's lock and gets no processor.
All processes share one queue, which is in the database. Whoever judges has a lease of the review, and keeps
what is judged about once a second, so that another goes on from there after a restart or a death.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeVar

import msgspec
import structlog

from sevenfold.search.review import Reviewer
from sevenfold.server.errors import ApiError, RoundUnknown, StorageProblem
from sevenfold.server.protocol import Search
from sevenfold.server.rounds.judgements import (
    AnyRound,
    JudgedSoFar,
    ats_of,
    engine_of,
    reviewer_of,
    so_far_of,
    whole,
)
from sevenfold.server.rounds.reading import Reader, match_of
from sevenfold.server.storage.reviews import LEASE, OpenReview, ReviewKey
from sevenfold.server.storage.rows import as_text
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.sent.presence import has_other_rules

T = TypeVar("T")

JUDGED: frozenset[Search] = frozenset({"ready"})
"""Rounds are judged by machine code: plain Python takes a hundred times as long, and holds everybody up."""

LOOK_EVERY = 5.0
"""How often it is looked for reviews that were asked for at other processes, or left by them, in seconds."""

SAVE_EVERY = 1.0
"""How much of the thread's time may be lost when a process dies, in seconds."""

RENEW_EVERY = LEASE / 1000 / 4
"""How long one decision may take before the lease is renewed meanwhile, in seconds."""

MOST_BEGUN = 3
"""So often a review is begun that comes no further: whatever judges it may be killed by it."""

log = structlog.get_logger()


class LeaseLost(Exception):
    """Another process judges the review, or its table was deleted."""


class Judging:
    """A review that this process judges. But for its beginning it is used in the thread alone."""

    def __init__(self, key: ReviewKey, round_: AnyRound, kept: str | None) -> None:
        self.key = key
        self._round = round_
        self._reviewer: Reviewer[Any, Any] = reviewer_of(round_, key)
        ats = ats_of(round_, self._reviewer.entries)
        self.so_far = JudgedSoFar(ats=ats) if kept is None else so_far_of(kept)

    @property
    def is_judged(self) -> bool:
        """Whether all decisions are judged."""
        return len(self.so_far.judged) == len(self.so_far.ats)

    def judge(self) -> None:
        """Judge the next decision. Raises NoWorld."""
        began, so_far = perf_counter(), self.so_far
        decision = next(self._reviewer.judged(after=len(so_far.judged)))
        self.so_far = msgspec.structs.replace(
            so_far, judged=(*so_far.judged, decision), seconds=so_far.seconds + perf_counter() - began
        )

    def end(self) -> str:
        """The whole review as JSON, with the luck of the deal."""
        found = self._reviewer.put_together(self.so_far.judged)
        return as_text(whole(self.key, self._round, self.so_far.ats, found))


class Reviewing:
    """Judges the reviews that wait, the oldest first."""

    def __init__(self, store: Store, can_review: Callable[[str], Search]) -> None:
        self._store = store
        self._can_review = can_review
        self._process = secrets.token_hex(8)
        self._thread = Reader("reviews")
        self._asked = asyncio.Event()
        self.waiting = 0
        """How many reviews waited when it was last looked for them, in all processes."""

    def close(self) -> None:
        """Begin no more work."""
        self._thread.close()

    def look(self) -> None:
        """Look for reviews that wait now."""
        self._asked.set()

    async def go_on(self) -> None:
        """Judge whatever waits."""
        if not self._store.backend.is_shared:
            with suppress(StorageProblem):
                await self._store.reviews.let_all_go()
        while True:
            self._asked.clear()
            with suppress(StorageProblem):  # logged already; the lease lapses
                if await self._judge_next():
                    continue
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._asked.wait()

    async def _judge_next(self) -> bool:
        """Judge the first review that this process can judge. Return whether there was one."""
        free = await self._store.reviews.free()
        self.waiting = len(free)
        for each in free:
            can_judge = self._can_review(each.game) in JUDGED and each.key.engine == engine_of(each.game)
            if can_judge and await self._store.reviews.take(each.key, self._process):
                await self._judge(each)
                return True
        return False

    async def _judge(self, review: OpenReview) -> None:
        """Judge a review to its end. One that cannot be judged has failed. Raises StorageProblem."""
        reviews, key = self._store.reviews, review.key
        if review.begun >= MOST_BEGUN:
            log.error("a review is given up: whoever judged it was killed", table=key.table, deal=key.deal)
            await reviews.end(key, self._process, None)
            return
        try:
            await reviews.end(key, self._process, await self._judged(review))
        except LeaseLost:
            return
        except StorageProblem:
            raise
        except ApiError:  # the table is damaged, as reported already, or was deleted meanwhile
            await reviews.end(key, self._process, None)
        except Exception:
            log.exception("a review has failed", table=key.table, deal=key.deal, seat=key.seat)
            await reviews.end(key, self._process, None)

    async def _judged(self, review: OpenReview) -> str:
        """The whole review. Whoever is told to stop leaves what is judged to others.

        Raises LeaseLost, NoWorld, ApiError.
        """
        key, judging = review.key, None
        try:
            judging = await self._begin(review)
            saved = judging.so_far.seconds
            while not judging.is_judged:
                await self._run(key, judging.judge)
                if judging.so_far.seconds - saved >= SAVE_EVERY or len(judging.so_far.judged) == 1:
                    await self._save(judging)
                    saved = judging.so_far.seconds
            return await self._run(key, judging.end)
        except asyncio.CancelledError:
            progress = review.progress if judging is None else as_text(judging.so_far)
            with suppress(StorageProblem):
                await self._store.reviews.let_go(key, self._process, progress)
            raise

    async def _begin(self, review: OpenReview) -> Judging:
        """Raises RoundUnknown, TableDamaged."""
        key = review.key
        row = await self._store.tables.find(key.table)
        if row is None or has_other_rules(row):
            raise RoundUnknown(round=f"{key.table}.{key.deal}")
        logged, number = await self._store.logs.logged(key.table), key.deal - row.first_round
        return await self._run(
            key, lambda: Judging(key, match_of(row, logged).rounds[number], review.progress)
        )

    async def _save(self, judging: Judging) -> None:
        if not await self._store.reviews.save(judging.key, self._process, as_text(judging.so_far)):
            raise LeaseLost

    async def _run(self, key: ReviewKey, work: Callable[[], T]) -> T:
        """Run this in the thread, and renew the lease meanwhile. Raises LeaseLost."""
        doing = asyncio.ensure_future(self._thread.run(work))
        try:
            while not (await asyncio.wait([doing], timeout=RENEW_EVERY))[0]:
                if not await self._store.reviews.renew(key, self._process):
                    raise LeaseLost
            return doing.result()
        finally:
            doing.cancel()
