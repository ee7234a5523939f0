"""The endpoints under /api by which somebody reports a moment. None of them reads a report again."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import (
    Malformed,
    MomentUnknown,
    NotSeated,
    NotStarted,
    Removed,
    RoundInPlay,
    RoundsClosed,
    RoundUnknown,
    RulesChanged,
    SeatUnknown,
    SessionUnknown,
    TableDamaged,
    TableUnknown,
    TooLarge,
    TooMany,
    Vanished,
    WordsRefused,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, may_be
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol.reports import MomentReport, ReportRound, ReportTable
from sevenfold.server.rounds.reports import Reports

TheReports = NamedDependency[Reports]

ANY = (
    Malformed,
    SessionUnknown,
    NotSeated,
    SeatUnknown,
    WordsRefused,
    RulesChanged,
    TableDamaged,
    TooLarge,
    TooMany,
    Vanished,
)


@post("/tables/{table:str}/reports", responses=may_be(*ANY, TableUnknown, Removed, NotStarted))
async def report_table(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[ReportTable],
    guest: TheGuest,
    reports: TheReports,
    limiter: TheLimiter,
) -> MomentReport:
    """Report to the host what is seen at a table just now. The answer is what was kept, as a file."""
    limiter.take(Limited.REPORTS, Visitor(address_of(request), guest.id))
    return await reports.of_table(table, guest.id, data)


@post(
    "/rounds/{round_id:str}/reports",
    responses=may_be(*ANY, RoundUnknown, RoundInPlay, RoundsClosed, MomentUnknown),
)
async def report_round(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[ReportRound],
    guest: TheGuest,
    reports: TheReports,
    limiter: TheLimiter,
) -> MomentReport:
    """Report a moment of a finished round to the host. The answer is what was kept, as a file."""
    limiter.take(Limited.REPORTS, Visitor(address_of(request), guest.id))
    return await reports.of_round(round_id, guest.id, data)


HANDLERS = (report_table, report_round)
