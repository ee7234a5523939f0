"""The endpoints of today's deals."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.duplicate.days import TodaysDeals
from sevenfold.server.errors import (
    BoardClosed,
    BoardPlayed,
    Closing,
    DayDealUnknown,
    DayUnknown,
    GameErred,
    GameUnknown,
    NameRefused,
    OptionInvalid,
    RulesChanged,
    TableUnknown,
    Vanished,
)
from sevenfold.server.http.routes import ThePerson, TheStore, get, post
from sevenfold.server.limits import Limited
from sevenfold.server.names import check_name
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.today import Day, PlayDay

TheDeals = NamedDependency[TodaysDeals]


@get("/today", limit=Limited.LISTS)
async def read_today(person: ThePerson, today: TheDeals) -> Day:
    """Read today's deals as the person stands to them. Of others it tells what they may know."""
    return await today.today(person.id)


@get("/today/{date:str}", limit=Limited.LISTS, errors=(DayUnknown,))
async def read_day(date: FromPath[str], person: ThePerson, today: TheDeals) -> Day:
    """Read the deals of a day, by a date such as 2026-11-27."""
    return await today.on(date, person.id)


@post(
    "/today/{game:str}/{number:int}/tables",
    limit=Limited.TABLES,
    errors=(
        GameUnknown,
        DayDealUnknown,
        BoardClosed,
        BoardPlayed,
        NameRefused,
        OptionInvalid,
        RulesChanged,
        GameErred,
        TableUnknown,
        Vanished,
        Closing,
    ),
)
async def play_day(
    game: FromPath[str],
    number: FromPath[int],
    data: JSONBody[PlayDay],
    person: ThePerson,
    today: TheDeals,
    store: TheStore,
) -> TableInfo:
    """Make a table of one's own with a deal of today, from 1 on; or go back to the one begun before."""
    name = check_name(data.name) if data.name is not None else None
    table = await today.begin(game, number, person, data.pace, name)
    if name is not None:
        await store.persons.rename(person.id, name)
    return table


HANDLERS = (read_today, read_day, play_day)
