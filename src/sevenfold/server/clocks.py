"""The clocks of one table: the time that each person has for a move, and a bank besides."""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sevenfold.server.protocol import Clock, SeatClock
from sevenfold.server.rows import now as wall_clock
from sevenfold.server.times import iso


class Limit(NamedTuple):
    """Seconds for each move, and besides for the whole match."""

    move: float
    bank: float


LIMITS: dict[Clock, Limit] = {"relaxed": Limit(60, 300), "fast": Limit(15, 60)}


class Running(NamedTuple):
    """A clock that runs: for which move, since when, and when it ends by the wall's clock, in ms."""

    move: object
    began: float
    ends: int


class Clocks:
    """Runs for those who are to act, as all are shown. `call` is called when somebody's time is over.

    A clock that is stopped, by a move or a pause, begins anew with the whole time for a move. What was used
    beyond that is taken from the bank. After a table has slept its clocks begin anew, the banks too.
    """

    def __init__(self, kind: Clock, call: Callable[[], None]) -> None:
        self._limit = LIMITS.get(kind)
        self._call = call
        self._used: dict[int, float] = {}
        self._running: dict[int, Running] = {}
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, asked: Mapping[int, object], now: float) -> bool:
        """These seats are to act, each for a move of its own; whether a clock was started or stopped."""
        if self._limit is None:
            return False
        before = self._running
        for seat, running in before.items():
            if asked.get(seat) != running.move:
                over = max(0.0, now - running.began - self._limit.move)
                self._used[seat] = min(self._limit.bank, self._used.get(seat, 0.0) + over)
        self._running = {
            seat: before[seat]
            if seat in before and before[seat].move == move
            else self._start(seat, move, now)
            for seat, move in asked.items()
        }
        if self._running == before:
            return False
        if self._timer is not None:
            self._timer.cancel()
        at = min((self._deadline(seat) for seat in self._running), default=None)
        self._timer = asyncio.get_running_loop().call_at(at, self._call) if at is not None else None
        return True

    def late(self, now: float) -> frozenset[int]:
        """The seats whose time is over."""
        return frozenset(seat for seat in self._running if self._deadline(seat) <= now + RESOLUTION)

    def shown(self, persons: frozenset[int]) -> tuple[SeatClock, ...]:
        """The clocks of these seats, as all are told."""
        if self._limit is None:
            return ()
        return tuple(
            SeatClock(
                seat=seat,
                bank=round(1000 * self._bank(seat)),
                deadline=iso(self._running[seat].ends) if seat in self._running else None,
            )
            for seat in sorted(persons)
        )

    def _start(self, seat: int, move: object, now: float) -> Running:
        assert self._limit is not None
        return Running(move, now, wall_clock() + round(1000 * (self._limit.move + self._bank(seat))))

    def _bank(self, seat: int) -> float:
        return 0.0 if self._limit is None else self._limit.bank - self._used.get(seat, 0.0)

    def _deadline(self, seat: int) -> float:
        move = 0.0 if self._limit is None else self._limit.move
        return self._running[seat].began + move + self._bank(seat)


RESOLUTION = 0.05
"""A timer may ring a little early, in seconds."""
