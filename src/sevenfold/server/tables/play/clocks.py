"""Clocks: the time that a person has for a move, and a bank of extra time for the match. Times are in ms.

Time used stays used. A clock that stops before the move is made, as in a pause, goes on from where it was.
The time for a move is given once for each move of the round: after moves were taken back it goes on too.
What is used beyond it is taken from the bank.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from sevenfold.server.protocol.settings import Clock
from sevenfold.server.protocol.table import SeatClock
from sevenfold.server.storage.rows import Wait
from sevenfold.server.times import iso


class Limit(NamedTuple):
    """The time for each move, and the extra time for the whole match."""

    move: int
    bank: int

    def deadline(self, wait: Wait) -> int:
        """When somebody whose clock runs must have moved."""
        return wait.asked + self.move + self.bank - wait.used - wait.spent

    def left_of_bank(self, wait: Wait) -> int:
        """What was left of the bank when the clock last began or stopped."""
        return max(0, self.bank - wait.used - max(0, wait.spent - self.move))

    def next_move(self, wait: Wait, move: str) -> Wait:
        """The wait with the whole time for a move that was never due before."""
        return msgspec.structs.replace(wait, move=move, used=self.bank - self.left_of_bank(wait), spent=0)


def stopped(wait: Wait, now: int) -> Wait:
    """The wait with its clock stopped, if it was running."""
    spent = wait.spent + max(0, now - wait.asked) if wait.asked else wait.spent
    return msgspec.structs.replace(wait, asked=0, spent=spent)


def is_new(wait: Wait, move: str) -> bool:
    """Whether a move comes after all for which the seat was given time."""
    return wait.move is None or _order(move) > _order(wait.move)


def _order(move: str) -> tuple[int, int]:
    deal, _, number = move.partition(".")
    return int(deal), int(number)


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
            bank=limit.left_of_bank(wait),
            deadline=iso(limit.deadline(wait)) if wait.asked else None,
        )
        for seat, wait in sorted(waits.items())
    )
