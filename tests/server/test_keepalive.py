"""On a busy server, a client whose answer or request has come but was not read yet does not count as gone."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sevenfold.server.running import connections
from sevenfold.server.running.connections import Gate, GatedConfig
from sevenfold.server.running.loop import READ_AT_ONCE, loop_factory
from sevenfold.server.timings import Timings

PING = 0.1
"""The time from one ping to the next, and the longest time for an answer, in seconds."""


async def echo(
    _scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


@asynccontextmanager
async def serving(app: Any = echo, every: float = PING) -> AsyncIterator[int]:
    config = GatedConfig(
        app, Gate(), Timings(pong_within=PING), lifespan="off", log_config=None, ws_ping_interval=every
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        yield listening.getsockname()[1]
        server.should_exit = True
        await running


OPENING = (
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)

REQUEST = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


def test_who_says_one_thing_at_a_time_is_heard_first_and_who_says_much_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A client that says much waits for all others, message by message."""
    first: list[int] = []
    stopped: list[bool] = []

    async def talk() -> None:
        async with serving(every=10) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(OPENING)
            await reader.readuntil(b"\r\n\r\n")
            for messages in (1, 1, 3):
                writer.write(messages * b"\x81\x82\0\0\0\0hi")
                for _ in range(messages):
                    assert await reader.readexactly(4) == b"\x81\x02hi"
            writer.close()

    def pause_reading(transport: Any) -> None:
        stopped.append(True)
        pause(transport)

    kind = vars(asyncio.selector_events)["_SelectorSocketTransport"]
    pause = kind.pause_reading
    monkeypatch.setattr(kind, "pause_reading", pause_reading)
    monkeypatch.setattr(connections, "read_as_player", lambda _loop, number: first.append(number))
    asyncio.run(talk())
    assert len(first) == 3
    assert stopped == [True]


def test_who_is_gone_as_their_socket_is_accepted_is_sent_nothing_and_that_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[connections.SocketConnection] = []
    done: list[str] = []

    async def greet(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        made[0].transport.abort()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "welcome"})
        done.append((await receive())["type"])

    async def open_one() -> None:
        async with serving(greet) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(OPENING)
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()

    monkeypatch.setattr(connections.SocketConnection, "connection_made", noting(made))
    asyncio.run(open_one())
    assert done == ["websocket.disconnect"]


def test_who_does_not_answer_is_cut_off_and_what_is_sent_then_is_no_error() -> None:
    sent: list[int] = []

    async def count(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for number in range(10):
            await asyncio.sleep(PING)
            await send({"type": "websocket.send", "text": f"number {number}"})
            sent.append(number)

    async def say_nothing() -> bytes:
        async with serving(count) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(OPENING)
            read = await reader.read(-1)
            writer.close()
            while len(sent) < 10:  # noqa: ASYNC110
                await asyncio.sleep(PING)
            return read

    read = asyncio.run(asyncio.wait_for(say_nothing(), 10))
    assert b"keepalive ping timeout" in read
    assert b"number 9" not in read.partition(b"\r\n\r\n")[2]


def test_who_was_heard_lately_is_not_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda _: asked.append("ping"))

    async def hear() -> None:
        connection = connections.SocketConnection.__new__(connections.SocketConnection)
        connection.loop, connection.ping_interval = asyncio.get_running_loop(), 3600
        connection._heard_at = connection.loop.time()
        connection.send_keepalive_ping()
        assert asked == []
        assert connection.ping_timer is not None
        assert 0 < connection.ping_timer.when() - connection._heard_at < 3600
        connection.ping_timer.cancel()
        connection._heard_at -= 3600
        connection.send_keepalive_ping()

    asyncio.run(hear())
    assert asked == ["ping"]


@contextmanager
def clients_of(port: int) -> Iterator[list[socket.socket]]:
    """Twice as many clients as the loop hears at once."""
    with ExitStack() as opened:
        clients = [
            opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            for _ in range(2 * READ_AT_ONCE)
        ]
        yield clients


async def heard(client: socket.socket) -> bytes:
    """What a client reads next, while the server goes on."""
    client.setblocking(False)
    read = await asyncio.get_running_loop().sock_recv(client, 4096)
    client.setblocking(True)
    return read


NO_MASK = bytes(4)
STILL_HERE = b"still here"


def test_who_answers_a_ping_stays_though_the_server_is_late_to_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[connections.SocketConnection] = []
    monkeypatch.setattr(connections.SocketConnection, "connection_made", noting(made))

    async def serve_late() -> set[bytes]:
        async with serving(every=3600) as port:
            with clients_of(port) as clients:
                for client in clients:
                    client.sendall(OPENING)
                    assert (await heard(client)).startswith(b"HTTP/1.1 101")
                for connection in made:
                    connection._heard_at -= 3600
                    connection.send_keepalive_ping()
                for client in clients:  # more than the server hears before the time is over for all
                    number = client.recv(6)[2:]
                    client.sendall(b"\x8a\x84" + NO_MASK + number)
                    client.sendall(b"\x81\x8a" + NO_MASK + STILL_HERE)
                time.sleep(2 * PING)  # noqa: ASYNC251
                return {await heard(client) for client in clients}

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert runner.run(serve_late()) == {b"\x81\x0a" + STILL_HERE}


def noting(made: list[Any]) -> Callable[[Any, asyncio.BaseTransport], None]:
    """`connection_made` of a socket, which also adds the connection to `made`."""
    begin = connections.SocketConnection.connection_made

    def connection_made(connection: connections.SocketConnection, transport: asyncio.BaseTransport) -> None:
        made.append(connection)
        begin(connection, transport)

    return connection_made


async def no_content(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_a_request_that_has_come_in_time_is_answered_though_the_server_is_late_to_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[connections.HttpConnection] = []
    begin = connections.HttpConnection.connection_made

    def note(connection: connections.HttpConnection, transport: asyncio.Transport) -> None:
        made.append(connection)
        begin(connection, transport)

    monkeypatch.setattr(connections.HttpConnection, "connection_made", note)

    async def serve_late() -> set[bytes]:
        async with serving(no_content) as port:
            with clients_of(port) as clients:
                while len(made) < len(clients):  # noqa: ASYNC110
                    await asyncio.sleep(0)
                for connection in made:  # their time begins
                    connections._ours(connection.config).timings = Timings(request_time=PING)
                    connection._stop_watching()
                    connection._watch()
                for client in clients:
                    client.sendall(REQUEST)
                time.sleep(2 * PING)  # noqa: ASYNC251
                return {(await heard(client)).partition(b"\r\n")[0] for client in clients}

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert runner.run(serve_late()) == {b"HTTP/1.1 204 No Content"}


@pytest.mark.parametrize(("asked", "answered"), [(b"", b""), (REQUEST, b"HTTP/1.1 204 No Content")])
def test_who_comes_as_the_server_stops_is_answered_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, asked: bytes, answered: bytes
) -> None:
    """One that the server was accepting as it told all others to close."""
    tell = connections.HttpConnection.shutdown
    coming: list[asyncio.Task[Any]] = []

    async def stop() -> bytes:
        listening = socket.create_server(("127.0.0.1", 0))
        late = socket.create_connection(listening.getsockname())
        accepted, _ = listening.accept()
        late.sendall(asked)

        def let_one_in(told: connections.HttpConnection) -> None:
            tell(told)
            if not coming:
                made = connections.HttpConnection(told.config, told.server_state, {})
                accepting = told.loop.connect_accepted_socket(lambda: made, accepted)
                coming.append(told.loop.create_task(accepting))

        monkeypatch.setattr(connections.HttpConnection, "shutdown", let_one_in)
        with listening, late:
            async with serving(no_content) as port:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(REQUEST)
                await reader.readuntil(b"\r\n\r\n")
            writer.close()
            return late.recv(4096)

    assert asyncio.run(stop()).partition(b"\r\n")[0] == answered
