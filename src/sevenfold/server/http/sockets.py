"""The sockets of tables and events, from the handshake to their end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import NamedTuple

import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sevenfold.server.duplicate.events import Events
from sevenfold.server.errors import ApiError, SessionUnknown
from sevenfold.server.http.connection import Connection
from sevenfold.server.http.edge import pattern_of, same_site, whence
from sevenfold.server.http.opens import OPENS, Opens
from sevenfold.server.http.sending import AnySocket, encode
from sevenfold.server.http.sessions import address_of, find_person
from sevenfold.server.http.watching import Watching
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.storage.rows import PersonRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

NEWCOMERS = 2
"""How many sockets are opened at the same time. SQLite answers at once: more would only make others wait."""

NEWCOMERS_IF_SHARED = 8
"""The same with PostgreSQL, where opening a socket waits for several answers of the database."""

log = structlog.get_logger()


Serve = Callable[[], Awaitable[None]]
"""Serves a socket until its client goes. Raises ApiError if it can be served no longer."""


class Arrived(NamedTuple):
    """A person whose socket is open; `entered` is left when it closes, `count_message` as in `Connection`."""

    socket: AnySocket
    person: PersonRow
    entered: AsyncExitStack
    count_message: Callable[[], None]


@websocket("/tables/{table:str}/socket", opt={OPENS: Opens.BY_TABLE})
async def table_socket(socket: AnySocket, table: FromPath[str]) -> None:
    """A connection to a table, from its `hello` to its end."""
    await _serve(socket, partial(_at_table, table))


@websocket("/events/{event:str}/socket", opt={OPENS: Opens.BY_EVENT})
async def event_socket(socket: AnySocket, event: FromPath[str]) -> None:
    """An event for whoever looks at it, sent anew when it has changed."""
    await _serve(socket, partial(_at_event, event))


async def _at_table(table: str, arrived: Arrived) -> Serve:
    socket, person, entered, count_message = arrived
    services = services_of(socket)
    ended = services.store.persons
    opened = await services.tables.open(table, person.id)
    connection = Connection(
        *(socket, opened, person.id, services.metrics, count_message),
        lambda: ended.has_ended(person.session),
    )
    entered.enter_context(ended.told_of_end(person.session, connection.look))
    entered.enter_context(opened.announced.told(connection.look))
    await entered.enter_async_context(connection.at_table())
    return connection.run


async def _at_event(event: str, arrived: Arrived) -> Serve:
    services = services_of(arrived.socket)
    person, sessions = arrived.person, services.store.persons
    watching = Watching(arrived.socket, services.events, event, person.id, arrived.count_message)
    arrived.entered.enter_context(sessions.told_of_end(person.session, watching.cut))
    if sessions.has_ended(person.session):  # since they were found
        raise SessionUnknown
    arrived.entered.callback(services.events.watch(event, watching.look))
    return watching.run


async def _serve(socket: AnySocket, opened: Callable[[Arrived], Awaitable[Serve]]) -> None:
    """Let a socket in, and serve what is `opened` for it until its end."""
    _, store, limiter, _, admission, _ = services_of(socket)
    if not same_site(socket.headers.get("origin"), socket.headers.get("host", "")):
        await socket.close(4403)  # before it is accepted: the answer is a plain HTTP 403
        return
    visitor = Visitor(address_of(socket))
    try:
        async with AsyncExitStack() as entered:
            async with admission:  # while it waits it is not pinged, and asks for nothing
                try:
                    await socket.accept()
                except (OSError, WebSocketDisconnect):  # gone before it was open
                    return
                limiter.take(Limited.SOCKETS, visitor)
                person = await find_person(socket, store)
                limiter.take(Limited.SOCKETS, Visitor(None, person.id))
                entered.enter_context(store.care.announced.unless_blocked(whence(socket.scope), person.id))
                known = entered.enter_context(limiter.open_socket(Visitor(visitor.address, person.id)))
                count_message = partial(limiter.take, Limited.MESSAGES, known)
                serve = await opened(Arrived(socket, person, entered, count_message))
            await serve()
    except ApiError as error:
        await end_with(socket, error.message, error.status)
    except Exception:
        log.exception("socket failed", path=pattern_of(socket.scope))
        await end_with(socket, ErrorMessage("internal"), 500)


class Services(NamedTuple):
    """What a socket needs of the server."""

    tables: Tables
    store: Store
    limiter: Limiter
    metrics: Metrics
    admission: asyncio.Semaphore
    """Held while a socket is opened, so that a crowd that comes does not delay those who play."""
    events: Events


def services_of(socket: AnySocket) -> Services:
    """What a socket needs. Litestar's dependencies would start tasks: a quarter of opening a socket."""
    services: Services = socket.app.state.services
    return services


async def end_with(socket: AnySocket, error: ErrorMessage, status: int) -> None:
    """Tell a socket why it ends, and end it."""
    with suppress(WebSocketDisconnect, OSError):
        await socket.send_data(encode(error))
        await socket.close(4000 + status)
