"""Reviews of finished rounds: a row is a place in the queue, and once it is done the review itself.

A process that judges a review has a lease of it, by the database's clock, which it renews. If it dies, the
lease lapses and another process goes on from what was kept.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from sqlalchemy import and_, bindparam, delete, func, null, select, update

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.schema import reviews, server, tables
from sevenfold.server.storage.statements import Row, Statement, now_ms
from sevenfold.server.storage.sweeping import Sweep

LEASE = 30_000
"""How long a lease lasts, in ms."""

UNDONE_KEPT = 2 * 3600 * 1000
"""How long a review is kept that nobody judges, or that failed, in ms. It can be asked for anew then."""


class ReviewKey(NamedTuple):
    """Which review it is. `engine` is by what it is judged: of another engine it is another review."""

    table: str
    deal: int
    seat: int
    known: bool
    engine: str


Waiting: TypeAlias = Mapping[ReviewKey, int | None]
"""The reviews that are open, each with the person who asked for it."""


class KeptReview(NamedTuple):
    """A review as it is kept: `open`, `done` or `failed`. `ahead` are the open ones asked for before it."""

    state: str
    is_leased: bool
    ahead: int
    progress: str | None
    review: str | None


class OpenReview(NamedTuple):
    """A review that nobody judges at the moment. `begun` is how often somebody has since it came further."""

    key: ReviewKey
    game: str
    begun: int
    progress: str | None


_C = reviews.c
_FIELDS = [column == bindparam(f"key_{name}") for name, column in zip(ReviewKey._fields, _C, strict=False)]
_KEY = and_(*_FIELDS)
_BY_ANY_ENGINE = and_(*_FIELDS[:-1])
_MINE = _KEY & (_C.process == bindparam("mine"))
_IS_OPEN = _C.state == "open"
_IS_LEASED = _C.lease > now_ms()
_EARLIER = reviews.alias("earlier")
_AHEAD = (
    select(func.count())
    .select_from(_EARLIER)
    .where(_EARLIER.c.state == "open", _EARLIER.c.asked < _C.asked)
    .scalar_subquery()
)
_KEPT = (_C.state, _IS_LEASED.label("is_leased"), _AHEAD.label("ahead"), _C.progress, _C.review)

_FIND = Statement(select(*_KEPT).where(_KEY))
_FIND_DONE = Statement(
    select(*_KEPT).where(_BY_ANY_ENGINE, _C.state == "done").order_by(_C.asked.desc()).limit(1)
)
_OPEN = Statement(select(*list(_C)[:5], _C.person_id).where(_IS_OPEN))
_HOLD_QUEUE = Statement(select(server.c.number).with_for_update(key_share=True))
"""Holds the one row of the server: whoever else puts a review in the queue waits."""
_ADD = Statement(
    lambda insert: (
        insert(reviews).values(asked=now_ms(), state="open", lease=0, begun=0).on_conflict_do_nothing()
    ),
    ("table_id", "deal", "seat", "known", "engine", "person_id"),
)
_FREE = Statement(
    select(*list(_C)[:5], tables.c.game, _C.begun, _C.progress)
    .join_from(reviews, tables, tables.c.id == _C.table_id)
    .where(_IS_OPEN, ~_IS_LEASED)
    .order_by(_C.asked, _C.table_id, _C.deal, _C.seat, _C.known)
)
_TAKE = Statement(
    update(reviews)
    .where(_KEY, _IS_OPEN, ~_IS_LEASED)
    .values(process=bindparam("mine"), lease=now_ms() + LEASE, begun=_C.begun + 1),
    counted=True,
)
_RENEW = Statement(update(reviews).where(_MINE).values(lease=now_ms() + LEASE), counted=True)
_SAVE = Statement(
    update(reviews).where(_MINE).values(lease=now_ms() + LEASE, begun=0, progress=bindparam("now_known")),
    counted=True,
)
_LET_GO = Statement(
    update(reviews).where(_MINE).values(process=null(), lease=0, begun=0, progress=bindparam("now_known"))
)
_END = Statement(
    update(reviews)
    .where(_MINE)
    .values(state=bindparam("ended"), process=null(), lease=0, progress=null(), review=bindparam("judged"))
)
_LET_ALL_GO = Statement("UPDATE reviews SET process = NULL, lease = 0 WHERE state = 'open'")
_SWEEP = Statement(delete(reviews).where(_C.state != "done", ~_IS_LEASED, _C.asked < now_ms() - UNDONE_KEPT))
_OLD = Sweep("reviews", "state = 'done' AND asked < :asked_before", key="table_id")


class ReviewStore:
    """The part of the database that has reviews."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def find(self, key: ReviewKey) -> KeptReview | None:
        """A review; None if nobody has asked for it."""
        return _kept(await self._backend.rows(_FIND, _key(key)))

    async def find_done(self, key: ReviewKey) -> KeptReview | None:
        """The latest review that is done of this seat in this round, by whatever engine."""
        return _kept(await self._backend.rows(_FIND_DONE, _key(key)))

    async def add(self, key: ReviewKey, person: int, check: Callable[[Waiting], None] | None = None) -> None:
        """Put a review in the queue, unless it is there, or `check` of those that are open raises an error.

        Nobody else puts any there meanwhile. Raises Vanished if the table or person is gone.
        """
        of_key = dict(zip(("table_id", *ReviewKey._fields[1:]), key, strict=True))
        async with self._backend.transaction() as transaction:
            await transaction.rows(_HOLD_QUEUE)
            found = await transaction.rows(_OPEN)
            if check is not None:
                check({ReviewKey(*list(row.values())[:5]): row["person_id"] for row in found})
            await transaction.change(_ADD.of([of_key | {"person_id": person}]))

    async def free(self) -> list[OpenReview]:
        """The reviews that wait to be judged, those that were asked for first before others."""
        found = await self._backend.rows(_FREE)
        return [
            OpenReview(ReviewKey(*list(row.values())[:5]), row["game"], row["begun"], row["progress"])
            for row in found
        ]

    async def take(self, key: ReviewKey, process: str) -> bool:
        """Take the lease of a review. Return whether it was free."""
        return await self._backend.write(_TAKE.of([_key(key) | {"mine": process}]))

    async def renew(self, key: ReviewKey, process: str) -> bool:
        """Renew a lease. Return whether the process still had it."""
        return await self._backend.write(_RENEW.of([_key(key) | {"mine": process}]))

    async def save(self, key: ReviewKey, process: str, progress: str) -> bool:
        """Keep how far a review has come, and renew the lease. Return whether the process still had it."""
        return await self._backend.write(_SAVE.of([_key(key) | {"mine": process, "now_known": progress}]))

    async def let_go(self, key: ReviewKey, process: str, progress: str | None) -> None:
        """Leave a review to whoever takes it next, with what is judged."""
        await self._backend.write(_LET_GO.of([_key(key) | {"mine": process, "now_known": progress}]))

    async def end(self, key: ReviewKey, process: str, review: str | None) -> None:
        """Keep a review that is done; with None it has failed."""
        ended = "failed" if review is None else "done"
        await self._backend.write(_END.of([_key(key) | {"mine": process, "ended": ended, "judged": review}]))

    async def let_all_go(self) -> None:
        """End all leases: for a database that only this process uses, which has just begun."""
        await self._backend.write(_LET_ALL_GO.of([{}]))

    async def sweep(self, asked_before: int = 0) -> int:
        """Delete reviews that nobody judges or that failed, after a while, and those that are done and old.

        Return how many there were.
        """
        async with self._backend.transaction() as transaction:
            swept = await transaction.change(_SWEEP.of([{}]))
        if asked_before:
            swept += await _OLD.run(self._backend, {"asked_before": asked_before})
        return swept


def _key(key: ReviewKey) -> Row:
    return {f"key_{name}": value for name, value in key._asdict().items()}


def _kept(found: list[Row]) -> KeptReview | None:
    return KeptReview(**found[0]) if found else None
