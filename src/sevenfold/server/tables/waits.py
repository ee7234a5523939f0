"""For whom a table waits and how long: their clocks, and the patience with those who are away.

All of it is kept before anybody is told, so that it outlives the process; what follows from a move is written
with it. Several processes at one table agree on it, and whichever notices that a time is over acts.
"""

import asyncio
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

import msgspec

from sevenfold.server.errors import StorageProblem
from sevenfold.server.protocol import SeatClock, TableSettings
from sevenfold.server.storage.friends import FriendsStore
from sevenfold.server.storage.rows import TableRow, Wait, now
from sevenfold.server.tables import clocks

SETTLES = 5_000
"""How long nobody is late at a table that was waiting before it was opened, in ms.

After a restart people take a moment to come back.
"""

RESOLUTION = 50
"""A timer may ring a little early, in ms."""

SHORTEST = 0.02
"""The least time of a timer, in seconds: what is late already is seen to at once."""


class Waits:
    """The waits of one table. `call` is called when a time is over.

    Nothing is counted while nobody is there: a table that sleeps wakes with whole times, banks as they were.
    """

    def __init__(self, row: TableRow, store: FriendsStore, call: Callable[[], None]) -> None:
        self.row = row
        self._store = store
        self._call = call
        self._kept: dict[int, Wait] | None = None
        """As they are kept; None until they were read."""
        self._not_before = 0
        self._awake = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def matter(self) -> bool:
        """Whether anything follows from them."""
        settings = self.row.settings
        return settings.clock != "none" or settings.absence != "wait"

    async def _read(self) -> dict[int, Wait]:
        """What is kept."""
        if self._kept is None:
            self._kept = await self._store.waits(self.row.id)
            if any(wait.move is not None for wait in self._kept.values()):
                self._not_before = now() + SETTLES
        return self._kept

    async def follow(self, asked: Mapping[int, str], here: AbstractSet[int]) -> bool:
        """These seats are to act, each for a move of its own; whether anything has changed."""
        kept = await self._read()
        if not (here or self._awake):
            return False
        self._awake = bool(here)
        changed, persons = self._changed(kept, asked, here), self.row.persons
        if changed or kept.keys() - persons:
            self._kept = {seat: wait for seat, wait in (kept | changed).items() if seat in persons}
            with suppress(StorageProblem):
                self._kept = await self._store.keep_waits(self.row.id, changed, persons)
        self._set_timer()
        return bool(changed)

    def ahead(self, asked: Mapping[int, str], here: AbstractSet[int]) -> dict[int, Wait]:
        """What has changed once these seats are to act, to be written with the move before; then `keep` it.

        What is left out is seen to by `follow`.
        """
        if self._kept is None or not here:
            return {}
        return self._changed(self._kept, asked, here)

    def keep(self, changed: Mapping[int, Wait]) -> None:
        """What `ahead` said was written."""
        if changed:
            self._kept = (self._kept or {}) | dict(changed)
            self._set_timer()

    def _changed(
        self, kept: Mapping[int, Wait], asked: Mapping[int, str], here: AbstractSet[int]
    ) -> dict[int, Wait]:
        time, moves = now(), asked if here else {}
        new = {
            seat: self._next(kept.get(seat, Wait()), moves.get(seat), time, here=seat in here)
            for seat in self.row.persons
        }
        return {seat: wait for seat, wait in new.items() if wait != kept.get(seat)}

    def _next(self, wait: Wait, move: str | None, time: int, *, here: bool) -> Wait:
        if wait.move != move:
            limit = clocks.LIMITS[self.row.settings.clock]
            stopped = limit.stopped(wait, time) if limit is not None else wait
            wait = msgspec.structs.replace(stopped, move=move, asked=time if move is not None else 0)
        away = None if here else time if wait.away is None else wait.away
        return msgspec.structs.replace(wait, away=away)

    @property
    def late(self) -> frozenset[int]:
        """The seats whose time for a move is over."""
        return self._over(self._deadlines)

    @property
    def given_up(self) -> frozenset[int]:
        """The seats of absent persons who are to act, and were waited for long enough."""
        return self._over(self._patience)

    @property
    def clocks(self) -> tuple[SeatClock, ...]:
        """The clocks as all are told of them."""
        kept = self._kept or {}
        return clocks.shown(
            self.row.settings.clock, {seat: kept.get(seat, Wait()) for seat in self.row.persons}
        )

    def _over(self, ends: Mapping[int, int]) -> frozenset[int]:
        time = now() + RESOLUTION
        return frozenset(seat for seat, end in ends.items() if max(end, self._not_before) <= time)

    @property
    def _asked(self) -> dict[int, Wait]:
        return {seat: wait for seat, wait in (self._kept or {}).items() if wait.move is not None}

    @property
    def _deadlines(self) -> dict[int, int]:
        limit = clocks.LIMITS[self.row.settings.clock]
        return {seat: limit.deadline(wait) for seat, wait in self._asked.items()} if limit else {}

    @property
    def _patience(self) -> dict[int, int]:
        ends = {seat: patience_ends(self.row.settings, wait) for seat, wait in self._asked.items()}
        return {seat: end for seat, end in ends.items() if end is not None}

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        ends = min((*self._deadlines.values(), *self._patience.values()), default=None)
        if ends is not None:
            wait = (max(ends, self._not_before) - now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(max(SHORTEST, wait), self._call)


def patience_ends(settings: TableSettings, wait: Wait) -> int | None:
    """When it is long enough; None for who is there, and where everybody is waited for.

    Only the absent person's own turn counts: the time from when they are to act, or from when they went if
    that was later.
    """
    if settings.absence == "wait" or wait.away is None:
        return None
    return max(wait.asked, wait.away) + 1000 * settings.grace
