"""Who may look at which finished rounds of a table, and who sat there.

Whoever sits or watches there now may look at all of them, and whoever has left, at those in which they sat.
The table's setting says when, and a round that is played is shown to nobody (law 10).
"""

from collections.abc import Sequence

from sevenfold.server.errors import NotSeated, RoundInPlay, RoundsClosed
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.tables.sent.presence import has_other_rules


def require_open(row: TableRow, round_id: str) -> None:
    """Raises RoundsClosed or RoundInPlay where the table does not show finished rounds, or not yet."""
    if row.shows_rounds(over=row.standing.over or has_other_rules(row)):
        return
    if row.settings.rounds == "never":
        raise RoundsClosed(table=row.id)
    raise RoundInPlay(round=round_id)


def sat_in(tenures: Sequence[Tenure], summary: Summary) -> dict[int, Tenure]:
    """Who sat at each seat at the end of a round."""
    last: dict[int, Tenure] = {}
    for tenure in tenures:  # seat by seat, the earliest first
        if tenure.seq <= summary.ends:
            last[tenure.seat] = tenure
    return last


def seat_in(tenures: Sequence[Tenure], summary: Summary, guest: int) -> int | None:
    """The seat that a guest had in a round; None if they had none."""
    there = [tenure for tenure in tenures if _overlaps(tenure, tenures, summary)]
    return next((tenure.seat for tenure in there if tenure.guest == guest), None)


def _overlaps(tenure: Tenure, tenures: Sequence[Tenure], summary: Summary) -> bool:
    ends = [other.seq for other in tenures if other.seat == tenure.seat and other.seq > tenure.seq]
    return tenure.seq <= summary.ends and (not ends or min(ends) > summary.begins)


def persons_in(row: TableRow, tenures: Sequence[Tenure], summary: Summary) -> frozenset[int]:
    """The seats that a person had at some time in a round, also one who has deleted their data since."""
    there = [tenure for tenure in tenures if _overlaps(tenure, tenures, summary)]
    return frozenset(
        seat
        for seat in range(row.players)
        if any(tenure.seat == seat and tenure.bot is None for tenure in there)
    )


def those_open_to(
    row: TableRow, tenures: Sequence[Tenure], rounds: Sequence[Summary], guest: int
) -> tuple[Summary, ...]:
    """The rounds that a guest may look at. Raises NotSeated if they have nothing to do with the table."""
    if row.seat_of(guest) is not None or row.watches(guest):
        return tuple(rounds)
    if all(tenure.guest != guest for tenure in tenures):
        raise NotSeated(table=row.id)
    return tuple(each for each in rounds if seat_in(tenures, each, guest) is not None)


def several_persons(tenures: Sequence[Tenure], summary: Summary) -> bool:
    """Whether several persons sat there: then all who could claim were asked at once."""
    return sum(tenure.bot is None for tenure in sat_in(tenures, summary).values()) > 1


SOMEBODY = 0
"""The guest of a person at a table that is made up to be looked at."""


def seated(row: TableRow, tenures: Sequence[Tenure], summary: Summary) -> tuple[SeatHolder, ...]:
    """The seats of the table as they were in a round: bots, and persons with their names at this table."""
    holders = []
    for seat, now in enumerate(row.seats):
        then = sat_in(tenures, summary).get(seat)
        if then is None or then.bot is not None:
            holders.append(SeatHolder(bot=then.bot if then else now.bot))
            continue
        name = then.name or (now.name if now.guest == then.guest else None)
        holders.append(SeatHolder(guest=SOMEBODY, name=None if then.guest is None else name))
    return tuple(holders)
