"""Pauses, and those for whom bots play while they are away: each change as a new row."""

from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Literal

from sevenfold.server.errors import PauseRefused
from sevenfold.server.protocol.table import Pause
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.tables.seating.plan import replace, with_seat
from sevenfold.server.times import iso, milliseconds

PAUSES = 3
"""How often each seat may pause a table with a clock in a match."""

PAUSE_LASTS = 5 * 60 * 1000
"""After how long a pause ends by itself where there is a clock, in ms."""


def paused(row: TableRow, seat: int, why: Literal["asked", "absent"]) -> TableRow:
    """Begin a pause, unless there is one already. A clock makes it count. Raises PauseRefused."""
    if row.pause is not None:
        return row
    if row.settings.clock == "none":
        return replace(row, pause=Pause(seat, why))
    had = (*row.pauses, *(0,) * (row.players - len(row.pauses)))
    if had[seat] >= PAUSES:
        raise PauseRefused(reason="none_left")
    pauses = (*had[:seat], had[seat] + 1, *had[seat + 1 :])
    return replace(row, pause=Pause(seat, why, iso(now() + PAUSE_LASTS)), pauses=pauses)


def paused_by_error(row: TableRow, seat: int) -> TableRow:
    """Begin a pause because the game has an error, in the place of any other; no clock counts it."""
    if row.pause is not None and row.pause.why == "error":
        return row
    return replace(row, pause=Pause(seat, "error"))


def pause_ends(row: TableRow) -> int | None:
    """When a pause ends by itself, in ms since 1970; None if there is none, or it does not."""
    return milliseconds(row.pause.until) if row.pause is not None and row.pause.until is not None else None


def paused_no_longer(row: TableRow, time: int) -> TableRow:
    """End a pause that has lasted long enough."""
    ends = pause_ends(row)
    return replace(row, pause=None) if ends is not None and ends <= time else row


def done_without(row: TableRow, absent: AbstractSet[int]) -> TableRow:
    """Apply the table's setting for absent persons to these, for whom it has waited long enough.

    Where the table has paused for one of them as often as it may, it goes on.
    """
    absent = absent & row.person_seats
    if absent and row.settings.absence == "pause":
        with suppress(PauseRefused):
            return paused(row, min(absent), "absent")
        return row
    return with_substitutes(row, row.substitutes | absent) if row.settings.absence == "bot" else row


def with_away(row: TableRow, here: AbstractSet[int]) -> TableRow:
    """Note since when each person is away. Alone with bots nobody asks that, but on an evening."""
    several = len(row.person_seats) > 1 or row.is_of_evening
    for seat in row.person_seats:
        holder = row.seats[seat]
        away = None if seat in here else holder.away or (now() if several else None)
        if away != holder.away:
            row = with_seat(row, seat, replace(holder, away=away))
    return row


def with_missing(row: TableRow, *, over: bool, missed_after: int) -> TableRow:
    """On an evening bots play for all who have been away for `missed_after` ms, whoever is to act."""
    if over or not row.is_of_evening:
        return row
    away = {seat: row.seats[seat].away for seat in row.person_seats}
    missing = {seat for seat, since in away.items() if since is not None and now() - since >= missed_after}
    return with_substitutes(row, row.substitutes | missing)


def does_without(row: TableRow, seat: int) -> bool:
    """Whether anything follows once the table has waited long enough for this person.

    If not, nobody waits for that moment: it would come again and again.
    """
    return done_without(row, frozenset({seat})) != row


def with_returned(row: TableRow, here: AbstractSet[int]) -> TableRow:
    """These persons are here: a pause for one of them ends, and no bot plays for them any more."""
    if row.pause is not None and row.pause.why == "absent" and row.pause.seat in here:
        row = replace(row, pause=None)
    return with_substitutes(row, row.substitutes - here)


def with_substitutes(row: TableRow, substitutes: AbstractSet[int]) -> TableRow:
    """Bots play for these persons, and for no others."""
    for seat in row.substitutes ^ substitutes:
        row = with_seat(row, seat, replace(row.seats[seat], substitute=seat in substitutes))
    return row
