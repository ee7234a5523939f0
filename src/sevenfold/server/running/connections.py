"""Limits on connections: how many there may be, and how long each may keep the server waiting.

A client that sends nothing or half a request, or reads nothing, still holds a file descriptor. So there is a
limit to the number of connections, for each address and in all, and to the time of each wait.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from selectors import EVENT_READ, DefaultSelector
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from sevenfold.server.addresses import plain
from sevenfold.server.limits import Buckets, Rate, address_key
from sevenfold.server.running.loop import loop_factory, read_as_player
from sevenfold.server.timings import USUAL, Timings

CLOSING_TIME = 2.0
"""How long a client may take to close when it is asked to, in seconds."""

LATE = 0.5
"""How long after somebody came as the server stopped they are asked to close, in seconds."""

ACCEPTED_AT_ONCE = 1
"""How many connections are accepted before the others have their turn."""

MOST_READ = 16_384
"""How much is read of a connection at a time, in bytes, before the others have their turn."""

MOST_READ_OF_SOCKET = 256
"""The same for a socket: a few messages."""

HEARD_LATELY = 0.9
"""For how long a client that was heard is not pinged, as a part of the interval between pings."""

BEHIND = 10.0
"""How much longer the server waits for a client while it is itself behind with reading, in seconds."""

LOOK_AGAIN = 0.5
"""How often the server checks whether it has caught up, in seconds."""

MOST_AFTER_CLOSE = 4096
"""How much is read of a socket that is told to close, in bytes, to find its answer."""

FRAMES = Rate(100, 5)
"""How many frames that are no message a socket may send: parts of messages, pings, and answers to pings."""

_END = b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10" + _END
_LATE = b"HTTP/1.1 408 Request Timeout" + _END


class Gate:
    """Counts connections. A trusted proxy's are those of many people, so only the total limits them."""

    def __init__(
        self, most: int | None = None, most_an_address: int | None = None, proxies: tuple[str, ...] = ()
    ) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._in: Counter[str] = Counter()
        self.number = 0
        """How many connections there are."""
        self.refused: Counter[str] = Counter()
        """How often each limit has refused a connection."""
        self.closes = False
        """Whether the server stops, and has asked all connections to close."""

    def enter(self, host: str) -> bool:
        """Count a connection. Return False, without counting it, if there are too many."""
        address = address_key(host)
        reached = self._limit_reached(address, host)
        if reached is not None:
            self.refused[reached] += 1
            return False
        self._in[address] += 1
        self.number += 1
        return True

    def _limit_reached(self, address: str, host: str) -> str | None:
        if self._most is not None and self.number >= self._most:
            return "connections"
        most = self._most_an_address
        if most is not None and self._in[address] >= most and not self._is_proxy(host):
            return "address_connections"
        return None

    def _is_proxy(self, host: str) -> bool:
        return any(ip_address(host) in network for network in self._proxies)

    def leave(self, host: str) -> None:
        """Stop counting a connection that has ended."""
        self._in -= Counter([address_key(host)])
        self.number -= 1


class GatedConfig(uvicorn.Config):
    """uvicorn's settings, with the gate and the times that the protocols below look at."""

    def __init__(self, app: Any, gate: Gate, timings: Timings = USUAL, **settings: Any) -> None:
        super().__init__(
            app, http=HttpConnection, ws=SocketConnection, ws_ping_timeout=timings.pong_within, **settings
        )
        self.gate = gate
        self.timings = timings

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        """Our loop, even if another one is installed."""
        return loop_factory()


def _ours(config: uvicorn.Config) -> GatedConfig:
    assert isinstance(config, GatedConfig)
    return config


def _ask_to_close(transport: asyncio.Transport) -> None:
    """Tell a connection, or the socket that it has become, that the server stops."""
    if not transport.is_closing():
        protocol = transport.get_protocol()
        assert isinstance(protocol, HttpConnection | SocketConnection)
        protocol.shutdown()


def _plain(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """A client's address as it is counted and compared with proxies; a socket for both has IPv4 in IPv6."""
    return (plain(client[0]), client[1]) if client else None


def _host(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""


def _has_unread(transport: asyncio.Transport) -> bool:
    """Whether something has come that the server has not read yet, so that it is late, not the client."""
    listening = transport.get_extra_info("socket")
    if listening is None or listening.fileno() < 0:
        return False
    with DefaultSelector() as selector:
        selector.register(listening.fileno(), EVENT_READ)
        return bool(selector.select(0))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class HttpConnection(H11Protocol):
    """A connection by HTTP. It is counted, and cut off if a whole request does not come in time."""

    _entered = False
    _upgraded = False
    _late: asyncio.TimerHandle | None = None
    _since = 0.0
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it. If there are too many, say so and close it."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        self._entered = _ours(self.config).gate.enter(_host(self.client))
        if not self._entered:
            transport.write(_BUSY)
            transport.close()
            return
        transport.max_size = MOST_READ  # type: ignore[attr-defined]
        self._watch()
        if _ours(self.config).gate.closes:
            self.loop.call_later(LATE, _ask_to_close, transport)

    def shutdown(self) -> None:
        """Close once what was asked for is answered.

        uvicorn tells this to the connections that there are as the server stops. For one that was being
        accepted just then it waits in vain, and takes that for an error: so that one is told later.
        """
        _ours(self.config).gate.closes = True
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Read. A request must come whole within its time, which begins no later than its first byte."""
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a socket, which may last."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer that this is no HTTP. Where an answer has begun, or was sent, the connection is only closed.

        The application may still be at work: what it sends is dropped, instead of coming after this answer.
        """
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _watch(self) -> None:
        whole = self._upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if whole or self.transport.is_closing():
            self._stop_watching()
        elif self._late is None:
            self._since = self.loop.time()
            self._late = self.loop.call_later(_ours(self.config).timings.request_time, self._cut_off)

    def _stop_watching(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _cut_off(self) -> None:
        until = self._since + _ours(self.config).timings.request_time + BEHIND
        if _has_unread(self.transport) and self.loop.time() < until:
            self._late = self.loop.call_later(LOOK_AGAIN, self._cut_off)
            return
        if self.conn.their_state is h11.IDLE:
            self.transport.write(_LATE)
        self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing more was asked for."""
        self._stop_watching()
        super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        """Begin to wait for a client that does not read as fast as it is sent."""
        super().pause_writing()
        self._unread = self.loop.call_later(_ours(self.config).timings.reading_time, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop waiting: the client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._stop_watching()
        super().connection_lost(exc)
        if self._entered:
            _ours(self.config).gate.leave(_host(self.client))


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket, cut off where the client does not read or close."""

    _unread: asyncio.TimerHandle | None = None
    _after_close = 0
    _heard_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Read a little at a time."""
        super().connection_made(transport)
        self._frames = Buckets(FRAMES)
        self.client = _plain(self.client)
        transport.max_size = MOST_READ_OF_SOCKET  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Read. After the server has closed, read only enough to find the client's answer to that."""
        self._heard_at = self.loop.time()
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > MOST_AFTER_CLOSE:
                self.transport.pause_reading()
                return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over, and read on until another one waits behind it.

        uvicorn stops reading after each message, which takes two system calls. A client that sends one
        message at a time is read before newcomers. A client that sends more than is answered is not. What
        should be text and is not ends the connection: uvicorn takes it for an error of ours.
        """
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            if not self.close_sent:
                self._fail(CloseCode.INVALID_DATA)
            return
        if not self.read_paused and self.queue.empty():
            read_as_player(self.loop, self.transport.get_extra_info("socket").fileno())
            self.read_paused = True
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def handle_text(self, event: Frame) -> None:
        """Take a message of text, or its beginning."""
        if event.fin or self._may_send_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message of bytes, or its beginning."""
        if event.fin or self._may_send_frame():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take another part of a message."""
        if self._may_send_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_send_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or one to none."""
        if self._may_send_frame():
            super().handle_pong(event)

    def _may_send_frame(self) -> bool:
        """Count a frame that is no message: the application counts messages. Cut off who sends too many."""
        if not self.close_sent and self._frames.take(None, self.loop.time()):
            self._fail(CloseCode.POLICY_VIOLATION)
        return not self.close_sent

    def _fail(self, code: CloseCode) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        """Begin to wait for a client that does not read as fast as it is sent."""
        super().pause_writing()
        self._unread = self.loop.call_later(_ours(self.config).timings.reading_time, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop waiting: the client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is there, unless it was heard lately."""
        due = self._heard_at + HEARD_LATELY * (self.ping_interval or 0)
        if self.loop.time() < due:
            self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Cut off a client that did not answer a ping: it will not read what is still to be sent either.

        Where much has come at once, its answer may be there without the server having read it yet.
        """
        if _has_unread(self.transport) and self.loop.time() < self.ping_sent_at + BEHIND:
            self.pong_timer = self.loop.call_later(LOOK_AGAIN, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Say that the server stops."""
        _ours(self.config).gate.closes = True
        super().shutdown()
        self.loop.call_later(CLOSING_TIME, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send. A client that is told to close and does not is cut off.

        A client that is gone is sent nothing more: uvicorn takes that for an error of ours. It does so even
        if the client went while its socket was being accepted.
        """
        is_gone = self.close_sent or self.transport.is_closing()
        if is_gone and message["type"] == "websocket.send":
            return
        await super().send(message)
        if message["type"] == "websocket.close":
            self.loop.call_later(CLOSING_TIME, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        super().connection_lost(exc)
        if self._unread is not None:
            self._unread.cancel()
        _ours(self.config).gate.leave(_host(self.client))
