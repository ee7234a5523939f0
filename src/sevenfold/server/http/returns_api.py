"""The endpoint by which somebody who has lost their session says which seat at a table is theirs."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import (
    AlreadyThere,
    GameErred,
    HandSeen,
    LinkUnknown,
    NameRefused,
    PlayedElsewhere,
    Removed,
    ReturnRefused,
    RoundInPlay,
    RulesChanged,
    SeatUnknown,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import AnyRequest, ThePerson, post, visitor_of
from sevenfold.server.limits import Limited
from sevenfold.server.protocol.http import Invitation, Return
from sevenfold.server.tables.returns import Returns

TheReturns = NamedDependency[Returns]

ASKING = (
    AlreadyThere,
    GameErred,
    HandSeen,
    LinkUnknown,
    NameRefused,
    PlayedElsewhere,
    Removed,
    ReturnRefused,
    RoundInPlay,
    RulesChanged,
    SeatUnknown,
)


@post(
    "/invitations/{key:str}/return",
    opens=Opens.BY_INVITATION,
    limit=Limited.RETURNS,
    status_code=200,
    errors=ASKING,
)
async def ask_return(
    request: AnyRequest, key: FromPath[str], data: JSONBody[Return], person: ThePerson, returns: TheReturns
) -> Invitation:
    """Say that a seat is one's own, whose session is lost: everybody else who sits there is asked.

    The answer is as for looking at the link, which tells how it goes on.
    """
    return await returns.ask(key, person, data, visitor_of(request, person))


HANDLERS = (ask_return,)
