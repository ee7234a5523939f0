"""The endpoints under /api by which somebody reports a moment. None of them reads a report again."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import (
    MomentUnknown,
    NotSeated,
    NotStarted,
    Removed,
    RoundInPlay,
    RoundsClosed,
    RoundUnknown,
    RulesChanged,
    SeatUnknown,
    TableDamaged,
    TableUnknown,
    Vanished,
    WordsRefused,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import ThePerson, post
from sevenfold.server.limits import Limited
from sevenfold.server.protocol.reports import MomentReport, ReportRound, ReportTable
from sevenfold.server.rounds.reports import Reports

TheReports = NamedDependency[Reports]

ANY = (NotSeated, SeatUnknown, WordsRefused, RulesChanged, TableDamaged, Vanished)


@post(
    "/tables/{table:str}/reports",
    opens=Opens.BY_TABLE,
    limit=Limited.REPORTS,
    errors=(*ANY, TableUnknown, Removed, NotStarted),
)
async def report_table(
    table: FromPath[str], data: JSONBody[ReportTable], person: ThePerson, reports: TheReports
) -> MomentReport:
    """Report to the host what is seen at a table just now. The answer is what was kept, as a file."""
    return await reports.of_table(table, person.id, data)


@post(
    "/rounds/{round_id:str}/reports",
    opens=Opens.BY_ROUND,
    limit=Limited.REPORTS,
    errors=(*ANY, RoundUnknown, RoundInPlay, RoundsClosed, MomentUnknown),
)
async def report_round(
    round_id: FromPath[str], data: JSONBody[ReportRound], person: ThePerson, reports: TheReports
) -> MomentReport:
    """Report a moment of a finished round to the host. The answer is what was kept, as a file."""
    return await reports.of_round(round_id, person.id, data)


HANDLERS = (report_table, report_round)
