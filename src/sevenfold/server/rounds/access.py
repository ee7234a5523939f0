"""Who may look at which finished rounds of a table, and who sat there.

Whoever sits or watches there now may look at all of them, and whoever has left, at those in which they sat.
The table's setting says when, and a round that is played is shown to nobody (law 10).
"""

from collections.abc import Sequence

from sevenfold.server.errors import NotSeated, RoundInPlay, RoundsClosed
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.storage.rounds import Sitting
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.tables.sent.presence import has_other_rules


def require_open(row: TableRow, round_id: str) -> None:
    """Raises RoundsClosed or RoundInPlay where the table does not show finished rounds, or not yet."""
    if row.shows_rounds(over=row.standing.over or has_other_rules(row)):
        return
    if row.settings.rounds == "never":
        raise RoundsClosed(table=row.id)
    raise RoundInPlay(round=round_id)


def sat_in(sittings: Sequence[Sitting], summary: Summary) -> dict[int, Sitting]:
    """Who sat at each seat at the end of a round."""
    last: dict[int, Sitting] = {}
    for sitting in sittings:  # seat by seat, the earliest first
        if sitting.seq <= summary.ends:
            last[sitting.seat] = sitting
    return last


def seat_in(row: TableRow, sittings: Sequence[Sitting], summary: Summary, guest: int) -> int | None:
    """The seat that a guest had in a round, on whichever device; None if they had none."""
    there = [sitting for sitting in sittings if _overlaps(sitting, sittings, summary)]
    found = next((sitting.seat for sitting in there if sitting.guest == guest), None)
    if found is not None:
        return found
    seat = row.seat_of(guest)  # another device of whoever sits there
    if seat is None:
        return None
    return seat if any(s.seat == seat and s.guest == row.seats[seat].guest for s in there) else None


def _overlaps(sitting: Sitting, sittings: Sequence[Sitting], summary: Summary) -> bool:
    ends = [other.seq for other in sittings if other.seat == sitting.seat and other.seq > sitting.seq]
    return sitting.seq <= summary.ends and (not ends or min(ends) > summary.begins)


def persons_in(row: TableRow, sittings: Sequence[Sitting], summary: Summary) -> frozenset[int]:
    """The seats that a person had at some time in a round, also one who has deleted their data since."""
    there = [sitting for sitting in sittings if _overlaps(sitting, sittings, summary)]
    return frozenset(
        seat
        for seat in range(row.players)
        if any(sitting.seat == seat and sitting.bot is None for sitting in there)
    )


def those_open_to(
    row: TableRow, sittings: Sequence[Sitting], rounds: Sequence[Summary], guest: int
) -> tuple[Summary, ...]:
    """The rounds that a guest may look at. Raises NotSeated if they have nothing to do with the table."""
    if row.seat_of(guest) is not None or row.watches(guest):
        return tuple(rounds)
    if all(sitting.guest != guest for sitting in sittings):
        raise NotSeated(table=row.id)
    return tuple(each for each in rounds if seat_in(row, sittings, each, guest) is not None)


def several_persons(sittings: Sequence[Sitting], summary: Summary) -> bool:
    """Whether several persons sat there: then all who could claim were asked at once."""
    return sum(sitting.bot is None for sitting in sat_in(sittings, summary).values()) > 1


SOMEBODY = 0
"""The guest of a person at a table that is made up to be looked at."""


def seated(row: TableRow, sittings: Sequence[Sitting], summary: Summary) -> tuple[SeatHolder, ...]:
    """The seats of the table as they were in a round: bots, and persons with their names at this table."""
    holders = []
    for seat, now in enumerate(row.seats):
        then = sat_in(sittings, summary).get(seat)
        if then is None or then.bot is not None:
            holders.append(SeatHolder(bot=then.bot if then else now.bot))
            continue
        name = then.name or (now.name if now.guest == then.guest else None)
        holders.append(SeatHolder(guest=SOMEBODY, name=None if then.guest is None else name))
    return tuple(holders)
