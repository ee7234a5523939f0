"""A finished round, and who sat there. Whether somebody may look at it is for `access` to say."""

from collections.abc import Mapping
from dataclasses import dataclass

from sevenfold.core.promise import Fairness
from sevenfold.server.protocol.table import ReplayRound, TableInfo
from sevenfold.server.rounds.shown import Side, Summary
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.tables.seating import promises
from sevenfold.server.tables.seating.plan import replace
from sevenfold.server.tables.sent.presence import Presence, table_info

SOMEBODY = 0
"""The person of a person at a table that is made up to be looked at."""


@dataclass(frozen=True)
class PlayedRound:
    """A finished round of a table, and all who have sat there."""

    row: TableRow
    tenures: tuple[Tenure, ...]
    summary: Summary

    @property
    def sat(self) -> Mapping[int, Tenure]:
        """Who sat at each seat at its end."""
        ended = self.summary.ends
        return {each.seat: each for each in self.tenures if each.seq <= ended}  # the latest of a seat last

    @property
    def _there(self) -> tuple[Tenure, ...]:
        """Who sat there at some time in it."""
        return tuple(filter(self._overlaps, self.tenures))

    def _overlaps(self, tenure: Tenure) -> bool:
        later = (each.seq for each in self.tenures if each.seat == tenure.seat and each.seq > tenure.seq)
        return tenure.seq <= self.summary.ends and all(seq > self.summary.begins for seq in later)

    def seat_of(self, person: int) -> int | None:
        """The seat that a person had in it; None if they had none."""
        return next((tenure.seat for tenure in self._there if tenure.person == person), None)

    @property
    def person_seats(self) -> frozenset[int]:
        """The seats that a person had at some time in it, also one who has deleted their data since."""
        return frozenset(each.seat for each in self._there if each.bot is None)

    @property
    def several_persons(self) -> bool:
        """Whether several persons sat there: then all who could claim were asked at once."""
        return sum(tenure.bot is None for tenure in self.sat.values()) > 1

    @property
    def seated(self) -> tuple[SeatHolder, ...]:
        """The seats of the table as they were: bots, and persons with their names at this table."""
        holders, sat = [], self.sat
        for seat, now in enumerate(self.row.seats):
            then = sat.get(seat)
            if then is None or then.bot is not None:
                holders.append(SeatHolder(bot=then.bot if then else now.bot))
                continue
            name = then.name or (now.name if now.person == then.person else None)
            holders.append(SeatHolder(person=SOMEBODY, name=None if then.person is None else name))
        return tuple(holders)

    @property
    def fair(self) -> Fairness | None:
        """What shows that its deal was promised; None where nothing was."""
        return promises.fairness_of(self.row, self.summary.deal, self.summary.round)

    def table(self, side: Side) -> TableInfo:
        """The table as it was then, without what only those who sit there know."""
        row = replace(
            self.row,
            seats=self.seated,
            members=(),
            standing=self.summary.standing,
            host=None,
            link=None,
            code=None,
            watch_link=None,
            pause=None,
            request=None,
            ready=None,
            rematch=None,
            event=None,
        )
        return seen_from(row, side)


def seen_from(row: TableRow, side: Side) -> TableInfo:
    """A table that is looked at again, as a side sees it: all of its persons are there."""
    return table_info(Presence(row, "missing", connected=row.person_seats), side.seat, row.standing)


def id_of(row: TableRow, summary: Summary) -> str:
    """The id of a round for those who were at its table."""
    return f"{row.id}.{summary.deal}"


def listed(summary: Summary, round_id: str) -> ReplayRound:
    """A round of a list, as it is sent."""
    return ReplayRound(
        id=round_id, round=summary.round, result=summary.standing.result, thrown_in=summary.thrown_in
    )
