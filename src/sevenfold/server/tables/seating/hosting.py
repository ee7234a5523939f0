"""A host who is away for long passes on the role, so that no table is stuck with a browser that is lost."""

from collections.abc import Set as AbstractSet

from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.tables.seating.plan import longest_there, replace
from sevenfold.server.times import TIMER_EARLY


def with_host_checked(row: TableRow, here: AbstractSet[int], host_away: int) -> TableRow:
    """Note since when the others are without their host, and pass the role on when that is long enough.

    `here` are the seats of the persons who are there. No time passes while nobody is. The others wait for
    `host_away` ms.
    """
    if row.host is None or row.host in here or not here & row.person_seats:
        return replace(row, host_away=None) if row.host_away is not None else row
    if row.host_away is None:
        return replace(row, host_away=now())
    if now() + TIMER_EARLY < row.host_away + host_away:
        return row
    return replace(row, host=longest_there(row, here), host_away=None)


def ends(row: TableRow, host_away: int) -> int | None:
    """When the others have waited long enough, in ms since 1970; None while they need not."""
    return None if row.host_away is None else row.host_away + host_away
