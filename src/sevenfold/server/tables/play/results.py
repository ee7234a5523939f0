"""The result of a round stays until all who are there have seen it, or until it was shown long enough.

Persons who are not there and bots hold nobody up. Several processes agree, since all of it is in the table's
row; the first to notice that the time is over acts.
"""

from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Literal

from sevenfold.core import dealing
from sevenfold.core.match import AnyMatch
from sevenfold.server.errors import RoundStillPlayed, Stale, TablePaused
from sevenfold.server.protocol.table import GoingOn
from sevenfold.server.storage.rows import Ready, TableRow, now
from sevenfold.server.tables.play.turns import TableTurns
from sevenfold.server.tables.seating.plan import replace
from sevenfold.server.tables.seating.promises import with_salt
from sevenfold.server.times import TIMER_EARLY, clock, iso


def ready_at(row: TableRow, version: int) -> Ready | None:
    """Who has gone on from this version of the match; None where nobody has."""
    if row.ready is None or row.ready.version != version or row.rematch is not None:
        return None
    return row.ready


def with_ready(
    row: TableRow, seat: int, version: int, *, draw: bool = False, salt: str | None = None
) -> TableRow:
    """A person has seen the result at this version. `draw` of the first counts, and `salt`, for a rematch."""
    row = with_salt(row, seat, salt)
    ready = ready_at(row, version) or Ready(version=version, since=now(), draw=draw, seats=frozenset())
    return replace(row, ready=replace(ready, seats=ready.seats | {seat}))


def is_due(row: TableRow, version: int, here: AbstractSet[int], result_shown: int) -> bool:
    """Whether the table goes on. `here` are the seats of the persons who are there.

    Somebody who has gone on must still be there: whoever comes back alone sees the result first.
    """
    ready = ready_at(row, version)
    if ready is None or row.pause is not None or not ready.seats & here:
        return False
    return here <= ready.seats or now() + TIMER_EARLY >= ready.since + result_shown


def ends(row: TableRow, result_shown: int) -> int | None:
    """When the time for a result is over, in ms since 1970; None where nobody has gone on."""
    return None if row.ready is None else row.ready.since + result_shown


def shown(row: TableRow, version: int, result_shown: int) -> GoingOn | None:
    """Who has gone on, as clients are told."""
    ready = ready_at(row, version)
    if ready is None:
        return None
    return GoingOn(seats=tuple(sorted(ready.seats)), until=iso(ready.since + result_shown))


class TableResults:
    """The results of one table: who has seen them, and what follows."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def note_ready(
        self, match: AnyMatch, seat: int, *, draw: bool = False, salt: str | None = None
    ) -> None:
        """Note that a person has seen the result of the held match. Raises TablePaused, RoundStillPlayed."""
        row, version = self._turns.row, match.version
        if row.pause is not None:
            raise TablePaused
        if not match.round_over or self._turns.window.is_open(match):
            raise RoundStillPlayed
        if row.rematch is None:
            await self._turns.change(
                match, lambda row, _: with_ready(row, seat, version, draw=draw, salt=salt)
            )

    async def go_on(self) -> Literal["seats_kept", "seats_drawn"] | None:
        """Deal the next round, if that is due; after the match, return the rematch that is due."""
        turns = self._turns
        if turns.row.ready is None or not turns.row.person_seats:
            return None
        draw = turns.row.ready.draw
        with suppress(Stale):  # another process has gone on
            async with turns.hold() as match:
                if not is_due(turns.row, match.version, turns.seats.here, turns.timings.result_shown):
                    return None
                if match.over:
                    return "seats_drawn" if draw else "seats_kept"
                await turns.end_deal(match)
                dealing.next_round(turns.dealer, match)
                turns.window.open_if_due(match, clock())
                await turns.go_on(match)
        return None
