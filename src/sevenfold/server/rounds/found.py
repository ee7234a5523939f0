"""A finished round that somebody may look at, and what they have to do with it."""

from dataclasses import dataclass

from sevenfold.core.promise import Fairness
from sevenfold.server.protocol.table import ReplayRound, TableInfo
from sevenfold.server.rounds import access
from sevenfold.server.rounds.shown import Side, Summary
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.tables.seating import promises
from sevenfold.server.tables.seating.plan import replace
from sevenfold.server.tables.sent.presence import Presence, table_info


@dataclass(frozen=True)
class FoundRound:
    """A finished round, and what whoever asks has to do with it."""

    id: str
    row: TableRow
    tenures: tuple[Tenure, ...]
    finished: tuple[Summary, ...]
    """All finished rounds of the table; empty where only those that are listed were read."""
    open_rounds: tuple[Summary, ...]
    """The rounds of the match that they may look at."""
    summary: Summary
    you: int | None
    side: Side
    """From where they see it unless they say otherwise."""
    may_share: bool
    is_of_board: bool = False
    """Others may still play its cards: nobody is told of it who has not asked for it (law 9)."""

    @property
    def listed(self) -> tuple[ReplayRound, ...]:
        """The rounds of the match that they may look at, as they are sent. By a link there is no other."""
        return tuple(
            ReplayRound(
                id=self.id if each.deal == self.summary.deal else id_of(self.row, each),
                round=each.round,
                result=each.standing.result,
                thrown_in=each.thrown_in,
            )
            for each in self.open_rounds
        )

    @property
    def fair(self) -> Fairness | None:
        """What shows that its deal was promised; None where nothing was."""
        return promises.fairness_of(self.row, self.summary.deal, self.summary.round)

    @property
    def several_persons(self) -> bool:
        """Whether several persons sat there: then all who could claim were asked at once."""
        return access.several_persons(self.tenures, self.summary)


def found_there(
    row: TableRow,
    tenures: tuple[Tenure, ...],
    finished: tuple[Summary, ...],
    open_rounds: tuple[Summary, ...],
    summary: Summary,
    guest: int,
) -> FoundRound:
    """One of the rounds that are open to a guest who sat or watched at their table."""
    you = access.seat_in(tenures, summary, guest)
    found = id_of(row, summary)
    return FoundRound(found, row, tenures, finished, open_rounds, summary, you, Side(you), may_share=True)


def id_of(row: TableRow, summary: Summary) -> str:
    """The id of a round for those who were at its table."""
    return f"{row.id}.{summary.deal}"


def table_of(found: FoundRound, side: Side) -> TableInfo:
    """The table as it was in the round, without what only those who sit there know."""
    row = replace(
        found.row,
        seats=access.seated(found.row, found.tenures, found.summary),
        members=(),
        standing=found.summary.standing,
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
    return table_info(Presence(row, "missing", connected=row.persons), side.seat, row.standing)
