"""The socket of a table, from the handshake to its end."""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import NamedTuple

import structlog
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sevenfold.server.errors import ApiError
from sevenfold.server.http.connection import Connection
from sevenfold.server.http.edge import same_site
from sevenfold.server.http.sending import AnySocket, encode
from sevenfold.server.http.sessions import address_of, find_guest
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

NEWCOMERS = 2
"""How many sockets are opened at the same time. SQLite answers at once: more would only make others wait."""

NEWCOMERS_IF_SHARED = 8
"""The same with PostgreSQL, where opening a socket waits for several answers of the database."""

log = structlog.get_logger()


@websocket("/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
) -> None:
    """A connection to a table, from its `hello` to its end."""
    tables, store, limiter, metrics, admission = services_of(socket)
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
                guest = await find_guest(socket, store)
                limiter.take(Limited.SOCKETS, Visitor(None, guest.id))
                known = entered.enter_context(limiter.open_socket(Visitor(visitor.address, guest.id)))
                opened = await tables.open(table, guest.id)
                connection = Connection(
                    socket,
                    opened,
                    guest.id,
                    metrics,
                    lambda: limiter.take(Limited.MESSAGES, known),
                    lambda: store.guests.has_ended(guest.session),
                )
                entered.enter_context(store.guests.told_of_end(guest.session, connection.look))
                await entered.enter_async_context(connection.at_table())
            await connection.run()
    except ApiError as error:
        await _end_with(socket, error.message, error.status)
    except Exception:
        log.exception("socket failed", table=table)
        await _end_with(socket, ErrorMessage("internal"), 500)


class Services(NamedTuple):
    """What a socket needs of the server."""

    tables: Tables
    store: Store
    limiter: Limiter
    metrics: Metrics
    admission: asyncio.Semaphore
    """Held while a socket is opened, so that a crowd that comes does not delay those who play."""


def services_of(socket: AnySocket) -> Services:
    """What a socket needs. Litestar's dependencies would start tasks: a quarter of opening a socket."""
    services: Services = socket.app.state.services
    return services


async def _end_with(socket: AnySocket, error: ErrorMessage, status: int) -> None:
    with suppress(WebSocketDisconnect, OSError):
        await socket.send_data(encode(error))
        await socket.close(4000 + status)
