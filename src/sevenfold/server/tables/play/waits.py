"""For whom a table waits and how long: persons' clocks, and the patience with absent persons.

All of it is written before anybody is told, so that it survives a restart. What follows from a move is
written with the move. Several processes at one table agree on the times, and the first to notice that one is
over acts.

Time for a move is given once. Kept for each seat are the last move for which it was given time
(`deal.number`, counting moves that stand), what was used of that time, and what was used of the bank. A clock
that stops goes on from there, whoever sits at the seat. tests/server/test_time_used.py drives random orders
of all that stops a clock.
"""

import asyncio
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

import msgspec

from sevenfold.server.errors import StorageProblem, Vanished
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import SeatClock
from sevenfold.server.storage.friends import FriendsStore
from sevenfold.server.storage.rows import Wait, now
from sevenfold.server.tables.play import clocks
from sevenfold.server.tables.seating import absence
from sevenfold.server.tables.seating.seats import Seats
from sevenfold.server.times import TIMER_EARLY

TIME_TO_RETURN = 5_000
"""How long nobody counts as late after a table is opened that was already waiting, in ms.

After a restart people take a moment to come back.
"""

SHORTEST = 0.02
"""The shortest time of a timer, in seconds, for a time that is already over."""


class Waits:
    """The waits of one table. `call` is called when a time is over.

    No time runs while nobody is there, nor in a pause, but time used stays used: the clock goes on from where
    it was. What a person has used is kept when they leave, for whoever takes the seat.
    """

    def __init__(self, seats: Seats, store: FriendsStore, call: Callable[[], None]) -> None:
        self._seats = seats
        self._store = store
        self._call = call
        self._kept: dict[int, Wait] | None = None
        """The waits in the database, by seat; None until they are read."""
        self._not_before = 0
        self._awake = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def matter(self) -> bool:
        """Whether anything follows from them."""
        settings = self._seats.row.settings
        return settings.clock != "none" or settings.absence != "wait"

    async def _read(self) -> dict[int, Wait]:
        """The waits in the database."""
        if self._kept is None:
            self._kept = await self._store.waits(self._seats.row.id)
            if any(wait.asked for wait in self._kept.values()):
                self._not_before = now() + TIME_TO_RETURN
        return self._kept

    async def update(self, asked: Mapping[int, str]) -> bool:
        """Note that these seats are to act, each to make one move. Return whether anything has changed."""
        kept, here = await self._read(), self._seats.here
        if not (here or self._awake):
            return False
        self._awake = bool(here)
        changed = self._changed(kept, asked, here)
        if changed:
            self._kept = kept | changed
            with suppress(StorageProblem, Vanished):  # the table may have been deleted just now
                self._kept = await self._store.keep_waits(self._seats.row.id, changed)
        self._set_timer()
        return bool(changed)

    def ahead(self, asked: Mapping[int, str]) -> dict[int, Wait]:
        """What changes once these seats are to act, to be written with the move that leads to it.

        Call `keep` when it is written. `update` sees to anything left out.
        """
        here = self._seats.here
        if self._kept is None or not here:
            return {}
        return self._changed(self._kept, asked, here)

    def keep(self, changed: Mapping[int, Wait]) -> None:
        """Note that what `ahead` returned was written."""
        if changed:
            self._kept = (self._kept or {}) | dict(changed)
            self._set_timer()

    def _changed(
        self, kept: Mapping[int, Wait], asked: Mapping[int, str], here: AbstractSet[int]
    ) -> dict[int, Wait]:
        time, moves = now(), asked if here else {}
        left = kept.keys() - self._seats.row.person_seats
        new = {
            seat: self._next(kept.get(seat, Wait()), moves.get(seat), time)
            for seat in self._seats.row.person_seats | left
        }
        return {seat: wait for seat, wait in new.items() if wait != kept.get(seat)}

    def _next(self, wait: Wait, move: str | None, time: int) -> Wait:
        if move is None or clocks.is_new(wait, move):
            wait = clocks.stopped(wait, time)
        if move is not None and clocks.is_new(wait, move):
            limit = clocks.LIMITS[self._seats.row.settings.clock]
            wait = limit.next_move(wait, move) if limit else msgspec.structs.replace(wait, move=move, spent=0)
        return msgspec.structs.replace(wait, asked=0 if move is None else wait.asked or time)

    @property
    def late(self) -> frozenset[int]:
        """The seats whose time for a move is over."""
        return self._over(self._deadlines)

    @property
    def given_up(self) -> frozenset[int]:
        """The seats of absent persons who are to act and for whom the table has waited long enough."""
        return self._over(self._patience)

    @property
    def pause_is_over(self) -> bool:
        """Whether the table is paused, and has been for as long as a pause lasts."""
        ends = absence.pause_ends(self._seats.row)
        return ends is not None and ends <= now() + TIMER_EARLY

    @property
    def clocks(self) -> tuple[SeatClock, ...]:
        """The clocks as everybody is told of them."""
        kept = self._kept or {}
        return clocks.shown(
            self._seats.row.settings.clock,
            {seat: kept.get(seat, Wait()) for seat in self._seats.row.person_seats},
        )

    def _over(self, ends: Mapping[int, int]) -> frozenset[int]:
        time = now() + TIMER_EARLY
        return frozenset(seat for seat, end in ends.items() if max(end, self._not_before) <= time)

    @property
    def _asked(self) -> dict[int, Wait]:
        return {seat: wait for seat, wait in (self._kept or {}).items() if wait.asked}

    @property
    def _deadlines(self) -> dict[int, int]:
        limit = clocks.LIMITS[self._seats.row.settings.clock]
        return {seat: limit.deadline(wait) for seat, wait in self._asked.items()} if limit else {}

    @property
    def _patience(self) -> dict[int, int]:
        row = self._seats.row
        absent = {seat: wait for seat, wait in self._asked.items() if seat not in self._seats.here}
        ends = {
            seat: patience_ends(row.settings, wait, row.seats[seat].away) for seat, wait in absent.items()
        }
        return {
            seat: end for seat, end in ends.items() if end is not None and absence.does_without(row, seat)
        }

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pause = absence.pause_ends(self._seats.row)
        ends = [max(end, self._not_before) for end in (*self._deadlines.values(), *self._patience.values())]
        if ends or pause is not None:
            wait = (min((*ends, *(() if pause is None else (pause,)))) - now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(max(SHORTEST, wait), self._call)


def patience_ends(settings: TableSettings, wait: Wait, away: int | None) -> int | None:
    """When the table has waited long enough for a person who has been away since `away`; None if they are
    there, or it always waits.

    Patience starts with their turn, or when they left, whichever is later.
    """
    if settings.absence == "wait" or away is None:
        return None
    return max(wait.asked, away) + 1000 * settings.grace
