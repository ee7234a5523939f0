"""Connections whose bytes are not what they should be: they end, and the log says nothing."""

import socket
from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode

from sevenfold.server.running import run
from sevenfold.server.running.connections import FRAMES
from sevenfold.testing.running import WAIT, Person, Server

HOST = b"host: 127.0.0.1\r\n"
JSON = HOST + b"content-type: application/json\r\n"
CHUNKED = JSON + b"transfer-encoding: chunked\r\n\r\n"
UPGRADE = (
    b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture
def quiet(own_server: Server) -> Iterator[Server]:
    """A server of which the test says nothing in the log: `stop` sees to that."""
    yield own_server
    own_server.stop()


def talk(server: Server, *parts: bytes) -> bytes:
    """All that comes back, where each part is sent once the server may have read the one before."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as connection:
        answer = b""
        for part in parts:
            try:
                connection.sendall(part)
                connection.settimeout(0.3)
                answer += connection.recv(65_536)
            except (TimeoutError, ConnectionError):
                pass
        connection.settimeout(WAIT)
        try:
            while more := connection.recv(65_536):
                answer += more
        except ConnectionError:
            pass
        return answer


BAD = {
    "a bad chunk at once": [b"POST /api/session HTTP/1.1\r\n" + CHUNKED + b"zz\r\nxx"],
    "a bad chunk after the answer": [b"POST /api/session HTTP/1.1\r\n" + CHUNKED, b"zz\r\nxx"],
    "a bad chunk after a good one": [b"POST /api/tables HTTP/1.1\r\n" + CHUNKED, b"2\r\n{}\r\n", b"zz\r\nxx"],
    "a bad chunk of GET": [b"GET /api/games HTTP/1.1\r\n" + CHUNKED + b"zz\r\n"],
    "a bad chunk of HEAD": [b"HEAD /api/games HTTP/1.1\r\n" + CHUNKED, b"zz\r\n"],
    "a chunk of a negative size": [b"GET /api/games HTTP/1.1\r\n" + CHUNKED, b"-1\r\n\r\n"],
    "no HTTP at all": [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    "no HTTP after a request": [b"GET /api/games HTTP/1.1\r\n" + HOST + b"\r\n", b"\x00\x01\r\n\r\n"],
    "no HTTP behind a request": [b"GET /api/games HTTP/1.1\r\n" + HOST + b"\r\n\x00\x01\r\n\r\n"],
    "a longer body than said": [
        b"POST /api/qr HTTP/1.1\r\n" + JSON + b"content-length: 2\r\n\r\n{}",
        b"more\r\n\r\n",
    ],
    "a length that is no number": [b"POST /api/qr HTTP/1.1\r\n" + JSON + b"content-length: x\r\n\r\n"],
    "two lengths": [
        b"POST /api/qr HTTP/1.1\r\n" + JSON + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}"
    ],
    "a socket without a key": [
        b"GET /api/tables/x/socket HTTP/1.1\r\n" + HOST + b"upgrade: websocket\r\nconnection: upgrade\r\n\r\n"
    ],
    "a socket and no frames": [
        b"GET /api/tables/x/socket HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n",
        b"\xff\xff\xff\xff\xff",
    ],
}


def test_what_is_no_http_ends_its_connection_and_says_nothing_in_the_log(quiet: Server) -> None:
    for name, parts in BAD.items():
        answer = talk(quiet, *parts)
        assert b"HTTP/1.1 500" not in answer, name


# --- sockets ----------------------------------------------------------------------------------------


def masked(frame: Frame) -> bytes:
    return frame.serialize(mask=True)


def text(data: bytes, *, fin: bool = True) -> bytes:
    return masked(Frame(Opcode.TEXT, data, fin))


def more(data: bytes, *, fin: bool = False) -> bytes:
    return masked(Frame(Opcode.CONT, data, fin))


MANY = FRAMES.count + 5

SENT = {
    "no UTF-8": (text(b"\xff\xfe{}"), 1007),
    "half a character": (text(b"{\xe4\xb8}"), 1007),
    "no UTF-8 in the second part": (text(b"{", fin=False) + more(b"\xff", fin=True), 1007),
    "empty parts": (text(b"", fin=False) + more(b"") * MANY, 1008),
    "messages begun and not ended": (text(b"x", fin=False) + more(b"", fin=True) + b"", None),
    "pings": (masked(Frame(Opcode.PING, b"?")) * MANY, 1008),
    "answers to no ping": (masked(Frame(Opcode.PONG, b"?")) * MANY, 1008),
    "a part of nothing": (more(b"x", fin=True), 1002),
}


def test_a_socket_that_sends_what_is_no_message_is_closed_and_the_log_says_nothing(quiet: Server) -> None:
    with Person(quiet) as person:
        table = person.create(pace=10_000)["id"]
        for name, (sent, code) in SENT.items():
            with person.socket(table) as socket_:
                socket_.hello()
                with socket_._connection.protocol_mutex:
                    socket_._connection.socket.sendall(sent)
                if code is None:
                    assert socket_.receive("error")["code"] == "malformed", name
                else:
                    assert socket_.close_code == code, name


def test_a_character_in_two_parts_is_whole(person: Person) -> None:
    message = b'{"type": "hello", "version": null, "over": null}'
    with person.socket(person.create(pace=10_000)["id"]) as socket_:
        socket_._connection.socket.sendall(text(message[:9], fin=False) + more(message[9:], fin=True))
        assert socket_.receive("snapshot")


# --- answers that do not wait -------------------------------------------------------------------------


def test_what_is_sent_to_a_connection_does_not_wait_for_more() -> None:
    """Connections have this from the socket that listens; a second answer would come 40 ms late."""
    with (
        run._listen("127.0.0.1", 0) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
