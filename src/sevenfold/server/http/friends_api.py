"""The endpoints under /api for tables of several persons: names, invitations, links, leaving."""

import asyncio

from litestar import Response
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.addresses import is_loopback, network_host
from sevenfold.server.errors import (
    AlreadyThere,
    Full,
    HandDealt,
    HandSeen,
    LinkUnknown,
    NameRefused,
    NotSeated,
    OptionInvalid,
    PlayedElsewhere,
    Removed,
    RoundInPlay,
    SeatClosed,
    SeatTaken,
    SeatUnknown,
    TableUnknown,
    TooMany,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.qr import qr_code
from sevenfold.server.http.returns_api import TheReturns
from sevenfold.server.http.routes import (
    AnyRequest,
    ThePerson,
    TheStore,
    TheTables,
    delete,
    get,
    post,
    put,
    visitor_of,
)
from sevenfold.server.http.sessions import ended
from sevenfold.server.limits import Limited
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import (
    Invitation,
    Join,
    Network,
    OpenTable,
    QrCode,
    QrText,
    Rename,
    SessionInfo,
)
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.times import iso

TheInvitations = NamedDependency[Invitations]
TheForgetting = NamedDependency[Forgetting]


@put("/session", opens=Opens.TO_ALL, errors=(NameRefused,))
async def rename_person(data: JSONBody[Rename], person: ThePerson, store: TheStore) -> SessionInfo:
    """Set what the person is called at the tables that they come to."""
    name = check_name(data.name)
    await store.persons.rename(person.id, name)
    return SessionInfo(iso(person.expires), name)


@delete("/session", opens=Opens.TO_ALL)
async def delete_person(
    request: AnyRequest, person: ThePerson, store: TheStore, forgetting: TheForgetting
) -> Response[None]:
    """Delete all that is kept of the person. They leave their seats; the games stay, without their name."""
    await forgetting.forget(person.id)
    return Response(None, cookies=ended(request, store))


@get("/open_tables", limit=Limited.LISTS)
async def list_open_tables(person: ThePerson, tables: TheTables) -> list[OpenTable]:  # noqa: ARG001  # who asks is counted
    """List the open tables that wait for persons, the newest first."""
    return await tables.listed()


@get("/invitations/{key:str}", opens=Opens.BY_INVITATION, errors=(LinkUnknown, RoundInPlay, TooMany))
async def read_invitation(
    request: AnyRequest, key: FromPath[str], person: ThePerson, returns: TheReturns
) -> Invitation:
    """Read what a link or a code leads to. This changes nothing, so programs may fetch links safely."""
    return await returns.preview(key, person, visitor_of(request, person))


COMING = (
    AlreadyThere,
    Full,
    HandDealt,
    HandSeen,
    LinkUnknown,
    NameRefused,
    SeatUnknown,
    PlayedElsewhere,
    Removed,
    RoundInPlay,
    SeatClosed,
    SeatTaken,
)


@post("/invitations/{key:str}", opens=Opens.BY_INVITATION, status_code=200, errors=(*COMING, TooMany))
async def join_table(
    request: AnyRequest,
    key: FromPath[str],
    data: JSONBody[Join],
    person: ThePerson,
    invitations: TheInvitations,
) -> TableInfo:
    """Come to a table by a link or a code: to a seat, or as a spectator."""
    return await invitations.join(key, person, data, visitor_of(request, person))


LEAVING = (NotSeated, Removed, TableUnknown)


@post("/tables/{table:str}/leave", opens=Opens.BY_TABLE, status_code=204, errors=LEAVING)
async def leave_table(table: FromPath[str], person: ThePerson, invitations: TheInvitations) -> None:
    """Leave a table for good. It is deleted when the last person leaves."""
    await invitations.leave(table, person.id)


@post("/qr", limit=Limited.QR, status_code=200, errors=(OptionInvalid,))
async def make_qr_code(data: JSONBody[QrText], person: ThePerson) -> QrCode:  # noqa: ARG001  # who asks is counted
    """Make a QR code of a text."""
    return await asyncio.to_thread(qr_code, data.text)


@get("/network", opens=Opens.TO_LINKS, sync_to_thread=False)
def read_network(request: AnyRequest, state: State) -> Network:
    """Read by which host others reach the server. A page at `localhost` needs it for links to pass on."""
    asks_itself = request.client is not None and is_loopback(request.client.host)
    return Network(network_host(state.listens_at) if asks_itself else None)


HANDLERS = (
    rename_person,
    delete_person,
    list_open_tables,
    read_invitation,
    join_table,
    leave_table,
    make_qr_code,
    read_network,
)
