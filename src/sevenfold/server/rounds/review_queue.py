"""Reviews that wait are judged, the oldest first: by whichever process of the card room comes to it.

All processes share one queue, which is in the database. Whoever has a review judged has a lease of it, and
keeps what is judged about once a second, so that another goes on from there after a restart or a death.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any

import structlog

from sevenfold.search import review
from sevenfold.server.errors import ApiError, RoundUnknown, StorageProblem
from sevenfold.server.protocol.table import Search
from sevenfold.server.rounds.evaluating import Evaluator, EvaluatorDied, Said, ToEvaluate
from sevenfold.server.rounds.evaluations import engine_of, so_far_of
from sevenfold.server.storage.reviews import LEASE, OpenReview, ReviewKey
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.sent.presence import has_other_rules

EVALUATED: frozenset[Search] = frozenset({"ready"})
"""Rounds are judged by machine code: plain Python takes a hundred times as long."""

LOOK_EVERY = 5.0
"""How often it is looked for reviews that were asked for at other processes, or left by them, in seconds."""

SAVE_EVERY = 1.0
"""How much of the judge's time may be lost when a process dies, in seconds."""

RENEW_EVERY = LEASE / 1000 / 4
"""How long one decision may take before the lease is renewed meanwhile, in seconds."""

IDLE = 60.0
"""How long the judge is kept when there is nothing to judge, in seconds: it takes some 230 MB."""

MOST_BEGUN = 3
"""So often a review is begun that comes no further: whatever judges it may be killed by it."""

log = structlog.get_logger()


class LeaseLost(Exception):
    """Another process judges the review, or its table was deleted."""


class ReviewQueue:
    """Has the reviews that wait judged, the oldest first."""

    def __init__(self, store: Store, can_review: Callable[[str], Search], judge: Evaluator) -> None:
        self._store = store
        self._can_review = can_review
        self._process = secrets.token_hex(8)
        self._judge = judge
        self._asked = asyncio.Event()
        self.waiting = 0
        """How many reviews waited when it was last looked for them, in all processes."""
        self.took: float | None = None
        """How long a review took this process of late, in seconds."""

    async def close(self) -> None:
        """Evaluate no more."""
        await self._judge.stop()

    def look(self) -> None:
        """Look for reviews that wait now."""
        self._asked.set()

    async def go_on(self) -> None:
        """Evaluate whatever waits. Where the database is away in the middle of a review, its lease lapses."""
        if not self._store.backend.is_shared:
            await self._store.reviews.let_all_go()
        busy = monotonic()
        while True:
            self._asked.clear()
            if await self._judge_next():
                busy = monotonic()
                continue
            if monotonic() - busy >= IDLE:
                await self._judge.stop()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._asked.wait()

    async def _judge_next(self) -> bool:
        """Evaluate the first review that this process can judge. Return whether there was one."""
        free = await self._store.reviews.free()
        self.waiting = len(free)
        for each in free:
            can_judge = self._can_review(each.game) in EVALUATED and each.key.engine == engine_of(each.game)
            if can_judge and await self._store.reviews.take(each.key, self._process):
                await self._see_to(each)
                return True
        return False

    async def _see_to(self, waiting: OpenReview) -> None:
        """Have a review judged to its end. One that cannot be judged has failed. Raises StorageProblem."""
        reviews, key = self._store.reviews, waiting.key
        if waiting.begun >= MOST_BEGUN:
            log.error("a review is given up: whoever judged it was killed", table=key.table, deal=key.deal)
            await reviews.end(key, self._process, None)
            return
        began = monotonic()
        try:
            said = await self._judged(waiting)
            if waiting.progress is None:
                took = monotonic() - began
                self.took = took if self.took is None else (self.took + took) / 2
        except LeaseLost:
            return
        except EvaluatorDied as died:  # the lease lapses, and it is begun again
            log.error(str(died), table=key.table, deal=key.deal)
            return
        except StorageProblem:
            raise
        except ApiError:  # the table is damaged, as reported already, or was deleted meanwhile
            said = Said()
        if said.why is not None:
            log.error("a review has failed", table=key.table, deal=key.deal, seat=key.seat, why=said.why)
        await reviews.end(key, self._process, said.review)

    async def _judged(self, waiting: OpenReview) -> Said:
        """What is said at the end. Whoever is told to stop leaves what is judged to others.

        Raises LeaseLost, EvaluatorDied, ApiError, OSError.
        """
        key, progress, saved = waiting.key, waiting.progress, -SAVE_EVERY
        try:
            await self._judge.begin(await self._to_judge(waiting))
            while (said := await self._renewing(key, self._judge.go_on())).progress is not None:
                progress = said.progress
                if monotonic() - saved >= SAVE_EVERY:
                    await self._save(key, progress)
                    saved = monotonic()
            return said
        except (asyncio.CancelledError, OSError):  # such as no process left: no fault of this review
            with suppress(StorageProblem):
                await self._store.reviews.let_go(key, self._process, progress)
            raise
        except EvaluatorDied:
            raise
        except Exception:
            await self._judge.stop()
            raise

    async def _to_judge(self, waiting: OpenReview) -> ToEvaluate:
        """Raises RoundUnknown, TableDamaged."""
        key = waiting.key
        row = await self._store.tables.find(key.table)
        if row is None or has_other_rules(row):
            raise RoundUnknown(round=f"{key.table}.{key.deal}")
        logged = await self._store.logs.logged(key.table)
        so_far = None if waiting.progress is None else so_far_of(waiting.progress)
        return ToEvaluate(key, review.WORLDS, row.log(logged.entries), key.deal - row.first_round, so_far)

    async def _save(self, key: ReviewKey, progress: str) -> None:
        if not await self._store.reviews.save(key, self._process, progress):
            raise LeaseLost

    async def _renewing(self, key: ReviewKey, work: Coroutine[Any, Any, Said]) -> Said:
        """Wait for this, and renew the lease meanwhile. Raises LeaseLost."""
        doing = asyncio.create_task(work)
        try:
            while not (await asyncio.wait([doing], timeout=RENEW_EVERY))[0]:
                if not await self._store.reviews.renew(key, self._process):
                    raise LeaseLost
            return doing.result()
        finally:
            doing.cancel()
