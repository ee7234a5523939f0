"""The endpoints of today's deals."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import (
    BoardClosed,
    BoardPlayed,
    DayDealUnknown,
    DayUnknown,
    GameErred,
    GameUnknown,
    Malformed,
    NameRefused,
    OptionInvalid,
    RulesChanged,
    SessionUnknown,
    TableUnknown,
    TooLarge,
    TooMany,
    Vanished,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, TheStore, may_be
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.today import Day, PlayDay
from sevenfold.server.today.today import TodaysDeals

TheDeals = NamedDependency[TodaysDeals]


@get("/today", responses=may_be(SessionUnknown, TooMany))
async def read_today(request: AnyRequest, guest: TheGuest, today: TheDeals, limiter: TheLimiter) -> Day:
    """Read today's deals as the guest stands to them. Of others it tells what they may know."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await today.today(guest.id)


@get("/today/{date:str}", responses=may_be(Malformed, SessionUnknown, DayUnknown, TooMany))
async def read_day(
    request: AnyRequest, date: FromPath[str], guest: TheGuest, today: TheDeals, limiter: TheLimiter
) -> Day:
    """Read the deals of a day, by a date such as 2026-11-27."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await today.on(date, guest.id)


@post(
    "/today/{game:str}/{number:int}/tables",
    responses=may_be(
        Malformed,
        SessionUnknown,
        GameUnknown,
        DayDealUnknown,
        BoardClosed,
        BoardPlayed,
        NameRefused,
        OptionInvalid,
        RulesChanged,
        GameErred,
        TableUnknown,
        TooLarge,
        TooMany,
        Vanished,
    ),
)
async def play_day(
    request: AnyRequest,
    game: FromPath[str],
    number: FromPath[int],
    data: JSONBody[PlayDay],
    guest: TheGuest,
    today: TheDeals,
    store: TheStore,
    limiter: TheLimiter,
) -> TableInfo:
    """Make a table of one's own with a deal of today, from 1 on; or go back to the one begun before."""
    limiter.take(Limited.TABLES, Visitor(address_of(request), guest.id))
    name = check_name(data.name) if data.name is not None else None
    table = await today.begin(game, number, guest, data.pace, name)
    if name is not None:
        await store.guests.rename(guest.id, name)
    return table


HANDLERS = (read_today, read_day, play_day)
