"""Absent persons who are to act: how long they are waited for, and what follows then."""

import asyncio
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from sevenfold.server.rows import TableRow


class Absence:
    """Who is absent at one table, and since when they keep it waiting. `call` is called when a grace is over.

    Only the absent person's own turn counts: the time from when they are to act, or from when they went if
    that was later.
    """

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._here: AbstractSet[int] = frozenset()
        self._went: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0

    def see(self, here: AbstractSet[int], now: float) -> None:
        """These persons are here now; `follow` then."""
        for seat in self._here - here:
            self._went[seat] = now
        self._here = here

    @property
    def anybody_here(self) -> bool:
        """Whether the table is awake."""
        return bool(self._here)

    def start_anew(self) -> None:
        """What was waited so far does not count, as after a pause."""
        self._asked.clear()

    def follow(self, row: TableRow, asked: AbstractSet[int], now: float) -> None:
        """These seats are to act, as all are shown: see to the timer."""
        self._asked = {seat: self._asked.get(seat, now) for seat in asked}
        self._set_timer(min(self._ends(row).values(), default=None))

    def over(self, row: TableRow, now: float) -> frozenset[int]:
        """The absent persons who are to act, and have been waited for long enough."""
        return frozenset(seat for seat, ends in self._ends(row).items() if ends <= now)

    def _ends(self, row: TableRow) -> dict[int, float]:
        """When it has been long enough, for each who is absent and to act; never while nobody is there."""
        if row.settings.absence == "wait" or not self._here:
            return {}
        return {
            seat: max(asked, self._went.get(seat, asked)) + row.settings.grace
            for seat, asked in self._asked.items()
            if seat not in self._here
        }

    def _set_timer(self, at: float | None) -> None:
        if self._timer is not None and (at != self._timer_at or self._timer.cancelled()):
            self._timer.cancel()
            self._timer = None
        if at is not None and self._timer is None:
            self._timer_at = at
            self._timer = asyncio.get_running_loop().call_at(at, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._call()
