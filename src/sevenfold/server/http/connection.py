"""A client at a table: it carries out what the client sends, message by message."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from time import monotonic

import msgspec
import structlog

from sevenfold.server.errors import (
    ApiError,
    HelloExpected,
    Malformed,
    Stale,
    StorageProblem,
    TooLarge,
    path_of,
)
from sevenfold.server.http.sending import AnySocket, Sending
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.from_client import (
    AnswerReturn,
    AnswerTakeBack,
    AskHint,
    AskTakeBack,
    ClientMessage,
    Hello,
    NextRound,
    Ping,
    Play,
    Rematch,
    Select,
    SetBot,
    SetPace,
    Start,
)
from sevenfold.server.protocol.from_server import ErrorMessage, Pong
from sevenfold.server.protocol.talk import Say
from sevenfold.server.storage.rows import now
from sevenfold.server.tables.seating.orders import Order, require_seat
from sevenfold.server.tables.table import Table
from sevenfold.server.times import iso

LARGEST_MESSAGE = 4096
"""In bytes. A message more than sixteen times as large closes the socket before it has been read."""

AtVersion = Play | Select | AskHint | NextRound | AskTakeBack
"""Messages that name the version that the client has."""

log = structlog.get_logger()

_decode: Callable[[str], ClientMessage] = msgspec.json.Decoder(ClientMessage).decode


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
    """A client at a table, of a person who sits there or watches.

    `count_message` counts a message, and raises TooMany if it is one too many. `has_ended` says whether the
    session has.
    """

    def __init__(
        self,
        socket: AnySocket,
        table: Table,
        person: int,
        metrics: Metrics,
        count_message: Callable[[], None],
        has_ended: Callable[[], bool],
    ) -> None:
        self._socket = socket
        self._table = table
        self._person = person
        self._metrics = metrics
        self._count_message = count_message
        self._sending = Sending(socket, table, person, has_ended)
        self._hinting: asyncio.Task[None] | None = None

    def at_table(self) -> AbstractAsyncContextManager[None]:
        """To be held while the client is served. Raises RulesChanged, TableDamaged, TableUnknown."""
        return self._table.connection(self._person, self._sending.something_new.set)

    def look(self) -> None:
        """Something about the client has changed: look what it may be sent."""
        self._sending.something_new.set()

    async def run(self) -> None:
        """Serve the client until it goes. Raises ApiError if it can be served no longer."""
        # no TaskGroup: its errors and its frames refer to one another, and to the table
        work = {asyncio.create_task(self._listen()), asyncio.create_task(self._sending.run())}
        ended: set[asyncio.Task[None]] = set()
        try:
            ended, work = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            while ended:
                await ended.pop()
        finally:
            if self._hinting is not None:
                self._hinting.cancel()
            await _end(*ended, *work)

    async def _listen(self) -> None:
        """Do what the client asks for, message by message."""
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            self._count_message()
            _ = self._sending.viewer_now  # the socket ends if they may no longer be here
            await self._answer(event.get("text"))

    async def _answer(self, text: str | None) -> None:
        try:
            await self._do(read_message(text))
        except ApiError as error:
            await self._sending.send(error.message)
        except Exception:
            log.exception("message failed", table=self._table.id)
            await self._sending.send(ErrorMessage("internal"))

    async def _do(self, message: ClientMessage) -> None:
        if isinstance(message, Hello):
            if await self._sending.greet(message):
                await self._tell_what_was_missed()
        elif not self._sending.greeted:
            raise HelloExpected
        elif isinstance(message, Ping):
            await self._sending.send(Pong(iso(now())))
        elif isinstance(message, Say):
            await self._table.say(self._person, message)
        elif isinstance(message, Order):
            await self._table.order(self._person, message)
        else:
            await self._do_at_seat(require_seat(self._table.row, self._person), message)

    async def _tell_what_was_missed(self) -> None:
        seat = self._sending.viewer_now.seat
        missed = await self._table.while_away(seat) if seat is not None else None
        if missed is not None:
            await self._sending.send(missed)

    async def _do_at_seat(self, seat: int, message: ClientMessage) -> None:
        match message:
            case Play() | Select() | AskHint() | NextRound() | AskTakeBack():
                await self._do_at_version(seat, message)
            case SetPace(pace):
                await self._table.set_pace(self._person, pace)
            case SetBot(at, bot):
                await self._table.set_bot(self._person, at, bot)
            case Start(fill):
                await self._table.start(self._person, fill)
            case Rematch(draw, salt):
                await self._table.ask_rematch(seat, draw=draw, salt=salt)
            case AnswerTakeBack(agree):
                await self._table.answer_take_back(seat, agree=agree)
            case AnswerReturn(agree):
                await self._table.answer_return(seat, agree=agree)

    async def _do_at_version(self, seat: int, message: AtVersion) -> None:
        try:
            match message:
                case Play():
                    await self._play(seat, message)
                case Select(version, cards):
                    await self._sending.send(await self._table.views.choices(seat, version, cards))
                case AskHint(version):
                    await self._sending.send(await self._table.views.hint(seat, version))
                    self._search_hint(seat, version)
                case NextRound(version):
                    await self._table.next_round(seat, version)
                case AskTakeBack(version):
                    await self._table.ask_take_back(seat, version)
        except Stale as error:
            if not await self._is_made(seat, message):
                await self._sending.send(error.message)
            self._sending.go_on_from(message.version)
        except StorageProblem:
            self._sending.answer_later(message.version)
            raise

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
            await self._sending.send(refusal)
        else:
            self._metrics.move_seconds.observe(monotonic() - began)

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
            await self._sending.send(hint)


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancel what is left of some work, and wait until it has ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
