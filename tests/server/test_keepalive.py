"""A server that is behind: whose answer or request has come and was not read yet is not taken for gone."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sevenfold.server import connections
from sevenfold.server.connections import Gate, GatedConfig
from sevenfold.server.loop import HEARD_AT_ONCE, loop_factory

PING = 0.1
"""From one ping to the next, and how long an answer may take, in seconds."""


async def echo(
    _scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


@asynccontextmanager
async def serving(app: Any = echo) -> AsyncIterator[int]:
    config = GatedConfig(
        app, Gate(), lifespan="off", log_config=None, ws_ping_interval=PING, ws_ping_timeout=PING
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


def test_who_is_gone_as_their_socket_is_accepted_is_sent_nothing_and_that_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[connections.SocketConnection] = []
    done: list[str] = []
    begin = connections.SocketConnection.connection_made

    def keep(self: connections.SocketConnection, transport: asyncio.BaseTransport) -> None:
        made.append(self)
        begin(self, transport)

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

    monkeypatch.setattr(connections.SocketConnection, "connection_made", keep)
    asyncio.run(open_one())
    assert done == ["websocket.disconnect"]


def test_who_does_not_answer_is_cut_off_and_what_is_sent_then_is_no_error() -> None:
    sent: list[int] = []

    async def count(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for number in range(10):
            await asyncio.sleep(PING)
            await send({"type": "websocket.send", "text": str(number)})
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
    assert b"9" not in read.partition(b"\r\n\r\n")[2]


async def talk(port: int) -> int:
    """Connect many clients; how many of them are answered after a while."""
    async with AsyncExitStack() as opened:
        clients = [
            await opened.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
            for _ in range(2 * HEARD_AT_ONCE)
        ]
        await asyncio.sleep(10 * PING)
        for client in clients:
            with suppress(ConnectionClosed):
                await client.send("still here")
        answers = await asyncio.gather(*(client.recv() for client in clients), return_exceptions=True)
    return answers.count("still here")


def test_who_answers_a_ping_stays_though_the_server_is_late_to_read_it() -> None:
    async def serve_late() -> int:
        async with serving() as port:
            talking = asyncio.create_task(asyncio.to_thread(asyncio.run, talk(port)))
            await asyncio.sleep(5 * PING)
            for _ in range(3):  # answers pile up: some would be read after their time is over
                time.sleep(2 * PING)  # noqa: ASYNC251
                await asyncio.sleep(0)
            return await talking

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert runner.run(serve_late()) == 2 * HEARD_AT_ONCE


async def no_content(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_a_request_that_has_come_in_time_is_answered_though_the_server_is_late_to_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "REQUEST_TIME", 6 * PING)

    async def serve_late() -> list[bytes]:
        async with serving(no_content) as port:
            clients = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2 * HEARD_AT_ONCE)]
            await asyncio.sleep(PING)
            for _, writer in clients:
                writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            time.sleep(6 * PING)  # noqa: ASYNC251
            answers = await asyncio.gather(*(reader.readline() for reader, _ in clients))
            for _, writer in clients:
                writer.close()
            return answers

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert set(runner.run(serve_late())) == {b"HTTP/1.1 204 No Content\r\n"}
