"""The edge: requests that are refused before anything handles them, and headers that every answer has."""

import random
import socket
import struct
from typing import Any

import httpx
import pytest

from sevenfold.server.http.edge import SECURITY_HEADERS
from sevenfold.testing.running import WAIT, Person, Server


def ask(server: Server, request: bytes) -> tuple[int, bytes]:
    """The status and the whole answer to a request that is sent as it stands."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as connection:
        connection.sendall(request + b"connection: close\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    return int(answer.split()[1]), answer


def get(server: Server, path: str, host: str = "127.0.0.1") -> tuple[int, bytes]:
    return ask(server, f"GET {path} HTTP/1.1\r\nhost: {host}\r\n".encode("latin-1"))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/%0a", 400),
        ("/api/tables/%00", 400),
        ("/" + "x" * 300, 200),
        ("/" + "x" * 300 + ".js", 404),
        ("/" + "x/" * 1000, 414),
        ("/%2e%2e/%2e%2e/etc/passwd", 200),
        ("//evil.example/", 404),
        ("/api/games/lockup/rules?language=%00", 404),
        ("/api/games/lockup/rules?language=%ff&&&=", 404),
    ],
)
def test_no_path_is_too_much(server: Server, path: str, status: int) -> None:
    seen, answer = get(server, path)

    # without a built client a page is answered with 503
    assert (200 if seen == 503 else seen) == status
    assert b"root:" not in answer


@pytest.mark.parametrize("host", ["x:99999", "", "a b", "[::1", "x:y", "a/b", "evil@127.0.0.1", "\xe9"])
def test_a_host_that_is_none_is_malformed(server: Server, host: str) -> None:
    assert get(server, "/api/games", host)[0] == 400


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.nip.example", "localhost.evil.example:80"])
def test_a_name_that_leads_here_and_is_not_ours_is_refused(server: Server, host: str) -> None:
    status, answer = get(server, "/api/games", host)

    assert status == 421
    assert b'"code":"host_unknown"' in answer


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:1", "localhost", "LOCALHOST:80", "[::1]:7777", "room.localhost", "192.0.2.1", "localhost."],
)
def test_an_address_and_the_machines_own_names_are_ours(server: Server, host: str) -> None:
    assert get(server, "/api/games", host)[0] == 200


FROM_ELSEWHERE: list[tuple[dict[str, str], int, str]] = [
    ({"origin": "https://evil.example"}, 403, "cross_site"),
    ({"origin": "null"}, 403, "cross_site"),
    ({"origin": "http://[::1"}, 403, "cross_site"),
    ({"sec-fetch-site": "cross-site"}, 403, "cross_site"),
    ({"sec-fetch-site": "same-site"}, 403, "cross_site"),
    ({"content-type": "text/plain"}, 415, "not_json"),
    ({"content-type": "application/x-www-form-urlencoded"}, 415, "not_json"),
    ({"content-type": ""}, 415, "not_json"),
]


@pytest.mark.parametrize(("headers", "status", "code"), FROM_ELSEWHERE)
def test_another_sites_page_changes_nothing(
    server: Server, person: Person, headers: dict[str, str], status: int, code: str
) -> None:
    before = server.kept()

    with_json = {"content-type": "application/json"} | headers
    answer = person.http.post(f"{server.url}/api/tables", content=b'{"game": "lockup"}', headers=with_json)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert server.kept() == before


@pytest.mark.parametrize("headers", [{}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}])
def test_our_own_page_makes_a_table(server: Server, person: Person, headers: dict[str, str]) -> None:
    own: dict[str, Any] = {"origin": server.url} | headers
    answer = person.http.post(f"{server.url}/api/tables", json={"game": "lockup"}, headers=own)

    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/%00", "/", "/api/tables"])
def test_every_answer_has_the_security_headers(server: Server, path: str) -> None:
    headers = httpx.get(server.url + path, trust_env=False).headers

    assert headers.items() >= SECURITY_HEADERS.items()
    assert len(headers["x-request-id"]) == 16
    assert "strict-transport-security" not in headers


def test_what_is_personal_is_kept_by_no_cache(person: Person) -> None:
    person.create()
    for path in ("/session", "/tables", "/tables/000000000000"):
        assert person.get(path).headers["cache-control"] == "no-store"


def test_no_request_of_nonsense_is_answered_with_500(server: Server) -> None:
    random_ = random.Random(7)
    pieces = [
        "/",
        "api",
        "tables",
        "games",
        "lockup",
        "%",
        "%00",
        "%c3%28",
        "..",
        "?",
        "=",
        "&",
        ";",
        "\xff",
        "language",
    ]
    methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "BREW"]
    headers = [
        "cookie: sevenfold_session",
        "cookie: \xff=;;=",
        "content-length: 0",
        "accept: \x80",
        "range: bytes=9-1",
    ]
    headers += [
        "content-type: application/json",
        "accept-encoding: gzip;q=x",
        "if-none-match: *",
        "x-forwarded-for: ,",
    ]
    answered = []
    for _ in range(300):
        path = "/" + "".join(random_.choices(pieces, k=random_.randrange(8)))
        lines = [
            f"{random_.choice(methods)} {path} HTTP/1.1",
            "host: 127.0.0.1",
            *random_.choices(headers, k=3),
        ]
        answered.append(ask(server, ("\r\n".join(lines) + "\r\n").encode("latin-1"))[0])

    assert {status for status in answered if status >= 500} <= {503}  # 503: no client was built
    assert 404 in answered
    assert server.said == ""


UPGRADE = """GET /api/tables/{table}/socket HTTP/1.1\r
host: 127.0.0.1\r
cookie: {cookie}\r
connection: upgrade\r
upgrade: websocket\r
sec-websocket-version: 13\r
sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r
\r
"""
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: closing sends a reset, as when a phone loses its network."""


def test_a_client_that_goes_before_its_socket_opens_is_no_line_of_the_log(
    server: Server, person: Person
) -> None:
    table = person.create()["id"]
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", server.port), WAIT) as connection:
            connection.sendall(UPGRADE.format(table=table, cookie=cookie).encode())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    with person.socket(table) as opened:
        assert opened.hello()["type"] == "snapshot"
    assert server.said == ""
