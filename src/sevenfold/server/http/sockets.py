"""The socket of a table: it carries out what the client sends, and sends the client what is new.

What is sent depends only on the version that the client has, whether it was cut off for a minute or is one
move behind. So a client that is slow, or missed a notice, is sent all of it at once, and nothing is queued.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from time import monotonic
from typing import Any, NamedTuple

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sevenfold.server.errors import (
    ApiError,
    HelloExpected,
    Malformed,
    SessionUnknown,
    Stale,
    TooLarge,
    path_of,
)
from sevenfold.server.http.edge import same_site
from sevenfold.server.http.sessions import address_of, find_guest
from sevenfold.server.limits import Limiter, Visitor, What
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol import (
    AnswerTakeBack,
    AskHint,
    AskTakeBack,
    ClientMessage,
    ErrorMessage,
    Hello,
    NextRound,
    Ping,
    Play,
    Pong,
    Rematch,
    Say,
    Select,
    ServerMessage,
    SetBot,
    SetPace,
    Snapshot,
    Start,
    TableChanged,
    Talk,
)
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating.orders import Order, require_seat, seat_or_spectator
from sevenfold.server.tables.sent.presence import Presence
from sevenfold.server.tables.sent.seat_updates import Viewer
from sevenfold.server.tables.table import Table
from sevenfold.server.times import iso

LARGEST_MESSAGE = 4096
"""In bytes. A message more than sixteen times as large closes the socket before it has been read."""

NEWCOMERS = 2
"""How many sockets are opened at the same time. SQLite answers at once: more would only make others wait."""

NEWCOMERS_IF_SHARED = 8
"""The same with PostgreSQL, where opening a socket waits for several answers of the database."""

AtVersion = Play | Select | AskHint | NextRound | AskTakeBack
"""Messages that name the version that the client has."""

AnySocket = WebSocket[Any, Any, Any]

log = structlog.get_logger()

_decode: Callable[[str], ClientMessage] = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


@websocket("/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
) -> None:
    """A connection to a table, from its `hello` to its end."""
    tables, store, limiter, metrics, door = services_of(socket)
    if not same_site(socket.headers.get("origin"), socket.headers.get("host", "")):
        await socket.close(4403)  # before it is accepted: the answer is a plain HTTP 403
        return
    visitor = Visitor(address_of(socket))
    try:
        async with AsyncExitStack() as entered:
            async with door:  # while it waits it is not pinged, and asks for nothing
                try:
                    await socket.accept()
                except (OSError, WebSocketDisconnect):  # gone before it was open
                    return
                limiter.take(What.SOCKETS, visitor)
                guest = await find_guest(socket, store)
                gone = store.guests.gone(guest.id)
                limiter.take(What.SOCKETS, Visitor(None, guest.id))
                known = entered.enter_context(limiter.open_socket(Visitor(visitor.address, guest.id)))
                opened = await tables.open(table, guest.id)
                connection = Connection(
                    socket,
                    opened,
                    guest.id,
                    metrics,
                    lambda: limiter.take(What.MESSAGES, known),
                    lambda: store.guests.gone(guest.id) != gone,
                )
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
    door: asyncio.Semaphore
    """Held while a socket is opened, so that a crowd that comes does not delay those who play."""


def services_of(socket: AnySocket) -> Services:
    """What a socket needs. Litestar's dependencies would start tasks: a quarter of opening a socket."""
    services: Services = socket.app.state.services
    return services


async def _end_with(socket: AnySocket, error: ErrorMessage, status: int) -> None:
    with suppress(WebSocketDisconnect, OSError):
        await socket.send_data(_encode(error))
        await socket.close(4000 + status)


def read_message(text: str | None) -> ClientMessage:
    """What a client sent; None if it sent bytes instead of text. Raises TooLarge, Malformed."""
    if text is None:
        raise Malformed(at="$")
    if len(text.encode()) > LARGEST_MESSAGE:
        raise TooLarge(limit=str(LARGEST_MESSAGE))
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(at=path_of(error)) from None


class Connection:
    """A client at a table, of a guest who sits there or watches.

    `count_message` counts a message, and raises TooMany if it is one too many. `has_gone` says whether the
    guest has deleted their data.
    """

    def __init__(
        self,
        socket: AnySocket,
        table: Table,
        guest: int,
        metrics: Metrics,
        count_message: Callable[[], None],
        has_gone: Callable[[], bool],
    ) -> None:
        self._socket = socket
        self._table = table
        self._guest = guest
        self._has_gone = has_gone
        self._over: int | None = None
        """The seat over whose shoulder a spectator wants to look."""
        self._viewer = self._viewer_now
        """Who the client was when it was last sent the match."""
        self._metrics = metrics
        self._count_message = count_message
        self._heard = 0
        """The number of the last line of talk that the client was sent."""
        self._cuts: int | None = None
        """How often lines had gone then; None when the client must be sent all."""
        self._had_lines = False
        """The client may have lines that are gone by now."""
        self._greeted = False
        self._version: int | None = None
        """The version that the client has; None when it must be sent everything."""
        self._presence: Presence | None = None
        """What is shown of the table besides its match, as the client has it."""
        self._asked = False
        """The client is owed an answer, even if nothing is new."""
        self._something_new = asyncio.Event()
        self._hinting: asyncio.Task[None] | None = None

    @property
    def _viewer_now(self) -> Viewer:
        """Who the client is at the table now. Raises TableUnknown, SessionUnknown, NotSeated, Removed."""
        self._table.seats.require_there()
        if self._has_gone():
            raise SessionUnknown
        row = self._table.row
        seat = seat_or_spectator(row, self._guest)
        shown_by = row.hands_shown_to(self._guest)
        return Viewer(seat, self._over if self._over in shown_by else None, shown_by)

    def _search_hint(self, seat: int, version: int) -> None:
        """Search for the hint asked for last, while other messages are answered."""
        if self._hinting is not None:
            self._hinting.cancel()
        self._hinting = asyncio.create_task(self._send_searched_hint(seat, version))

    async def _send_searched_hint(self, seat: int, version: int) -> None:
        try:
            hint = await self._table.views.searched_hint(seat, version)
        except ApiError:  # the game has gone on: nobody waits for it
            return
        except Exception:
            log.exception("hint failed", table=self._table.id)
            return
        if hint is not None:
            await self._send(hint)

    def at_table(self) -> AbstractAsyncContextManager[None]:
        """To be held while the client is served. Raises RulesChanged, TableDamaged, TableUnknown."""
        return self._table.connection(self._guest, self._something_new.set)

    async def run(self) -> None:
        """Serve the client until it goes. Raises ApiError if it can be served no longer."""
        problem = None
        try:
            async with asyncio.TaskGroup() as tasks:
                sending = tasks.create_task(self._send_updates())
                await self._listen()
                sending.cancel()
        except* ApiError as problems:
            problem = problems.exceptions[0]
        finally:
            if self._hinting is not None:
                self._hinting.cancel()
        if problem is not None:
            raise problem

    async def _send(self, message: ServerMessage) -> None:
        await self._send_data(_encode(message))

    async def _send_data(self, data: bytes) -> None:
        with suppress(WebSocketDisconnect, OSError):  # gone: the listener will hear of it
            await self._socket.send_data(data)

    # --- sending ----------------------------------------------------------------------------------

    async def _send_updates(self) -> None:
        while True:
            await self._something_new.wait()
            self._something_new.clear()
            viewer = self._viewer_now
            if self._greeted:
                await self._send_update(viewer)

    async def _send_update(self, viewer: Viewer) -> None:
        if viewer[:2] != self._viewer[:2]:  # who is shown the match
            self._version, self._over = None, viewer.over
        self._viewer = viewer
        asked, self._asked = self._asked, False
        prepared = await self._table.views.prepared(viewer, self._version, asked=asked)
        if viewer != self._viewer_now:  # meanwhile they may no longer see this
            self._asked = self._asked or asked
            self._something_new.set()
            return
        if prepared is not None:
            if not self._asked:  # unless the client has said hello again meanwhile
                self._version = prepared.message.version
            await self._send_data(prepared.data)
        unanswered = asked and prepared is None  # at a table that waits
        presence = prepared.presence if prepared is not None else self._table.views.presence
        if prepared is not None and isinstance(prepared.message, Snapshot):
            self._presence = presence
        if unanswered or presence != self._presence:
            await self._send(TableChanged(await self._table.views.info(viewer)))
        self._presence = presence
        await self._send_talk()

    async def _send_talk(self) -> None:
        talk = self._table.talk
        lines = await talk.lines()
        whole = talk.cuts != self._cuts
        new = tuple(line for line in lines if whole or line.number > self._heard)
        had_lines, self._had_lines = self._had_lines or talk.cuts > 0, True
        self._cuts = talk.cuts
        if new or (whole and had_lines):
            self._heard = lines[-1].number if lines else 0
            await self._send(Talk(new, whole))

    def _go_on_from(self, version: int | None) -> None:
        """The client has this version: send what has come since."""
        self._version = version
        self._asked = True
        self._something_new.set()

    # --- listening --------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Do what the client asks for, message by message."""
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            self._count_message()
            _ = self._viewer_now  # the socket ends if they may no longer be here
            await self._answer(event.get("text"))

    async def _answer(self, text: str | None) -> None:
        try:
            await self._do(read_message(text))
        except ApiError as error:
            await self._send(error.message)
        except Exception:
            log.exception("message failed", table=self._table.id)
            await self._send(ErrorMessage("internal"))

    async def _do(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            self._cuts = None
            self._had_lines |= message.version is not None or not self._table.row.started
            await self._table.look()
            self._over = message.over
            self._over = self._viewer_now.over  # what is not allowed now must be asked for again
            self._go_on_from(message.version if self._over == message.over else None)
            if not self._greeted:
                self._greeted = True
                await self._tell_what_was_missed()
        elif not self._greeted:
            raise HelloExpected
        elif isinstance(message, Ping):
            await self._send(Pong(iso(now())))
        elif isinstance(message, Say):
            await self._table.say(self._guest, message)
        elif isinstance(message, Order):
            await self._table.order(self._guest, message)
        else:
            await self._do_at_seat(require_seat(self._table.row, self._guest), message)

    async def _tell_what_was_missed(self) -> None:
        seat = self._viewer_now.seat
        missed = await self._table.while_away(seat) if seat is not None else None
        if missed is not None:
            await self._send(missed)

    async def _do_at_seat(self, seat: int, message: ClientMessage) -> None:
        match message:
            case Play() | Select() | AskHint() | NextRound() | AskTakeBack():
                await self._do_at_version(seat, message)
            case SetPace(pace):
                await self._table.set_pace(self._guest, pace)
            case SetBot(at, bot):
                await self._table.set_bot(self._guest, at, bot)
            case Start(fill):
                await self._table.start(self._guest, fill)
            case Rematch(draw):
                await self._table.ask_rematch(seat, draw=draw)
            case AnswerTakeBack(agree):
                await self._table.answer_take_back(seat, agree=agree)

    async def _do_at_version(self, seat: int, message: AtVersion) -> None:
        try:
            match message:
                case Play():
                    await self._play(seat, message)
                case Select(version, cards):
                    await self._send(await self._table.views.choices(seat, version, cards))
                case AskHint(version):
                    await self._send(await self._table.views.hint(seat, version))
                    self._search_hint(seat, version)
                case NextRound(version):
                    await self._table.next_round(seat, version)
                case AskTakeBack(version):
                    await self._table.ask_take_back(seat, version)
        except Stale as error:
            if not await self._is_made(seat, message):
                await self._send(error.message)
            self._go_on_from(message.version)

    async def _is_made(self, seat: int, message: AtVersion) -> bool:
        """Whether what is asked for was done already: a pass when claims end, a deal when all are ready."""
        views = self._table.views
        if isinstance(message, NextRound):
            return await views.has_dealt(seat, message.version)
        return isinstance(message, Play) and await views.has_made(seat, message.version, message.move)

    async def _play(self, seat: int, play: Play) -> None:
        began = monotonic()
        refusal = await self._table.play(seat, play.version, play.move)
        if refusal is not None:
            await self._send(refusal)
        else:
            self._metrics.move_seconds.observe(monotonic() - began)
