"""Clocks: the time that a person has for a move, and a bank of extra time for the match. Times are in ms.

A clock that is stopped, by a move or a pause, begins anew with the whole time for a move. Time used beyond
that is taken from the bank.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from sevenfold.server.protocol import Clock, SeatClock
from sevenfold.server.storage.rows import Wait
from sevenfold.server.times import iso


class Limit(NamedTuple):
    """The time for each move, and the extra time for the whole match."""

    move: int
    bank: int

    def deadline(self, wait: Wait) -> int:
        """When somebody who is to act must have moved."""
        return wait.asked + self.move + self.bank - wait.used

    def stopped(self, wait: Wait, now: int) -> Wait:
        """The wait with its clock stopped, if it was running."""
        over = max(0, now - wait.asked - self.move) if wait.move is not None else 0
        return msgspec.structs.replace(wait, move=None, asked=0, used=min(self.bank, wait.used + over))


LIMITS: dict[Clock, Limit | None] = {
    "none": None,
    "relaxed": Limit(60_000, 300_000),
    "fast": Limit(15_000, 60_000),
}


def shown(kind: Clock, waits: Mapping[int, Wait]) -> tuple[SeatClock, ...]:
    """Clocks as everybody is told of them."""
    limit = LIMITS[kind]
    if limit is None:
        return ()
    return tuple(
        SeatClock(
            seat=seat,
            bank=limit.bank - wait.used,
            deadline=iso(limit.deadline(wait)) if wait.move is not None else None,
        )
        for seat, wait in sorted(waits.items())
    )
