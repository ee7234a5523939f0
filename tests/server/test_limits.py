"""Limits of one socket, person or address: requests beyond them are refused, and nobody else notices."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace
from websockets.exceptions import ConnectionClosed

from sevenfold.server.errors import TooMany
from sevenfold.server.limits import (
    SMALLEST_SWEEP,
    Buckets,
    Limited,
    Limiter,
    LimitInvalid,
    Limits,
    Rate,
    Visitor,
    address_key,
    read_limits,
)
from sevenfold.server.running.connections import Gate
from sevenfold.testing.running import PATIENT, WAIT, Person, Server, looking_again

NONE = Limits(**dict.fromkeys(asdict(Limits())))
"""Nothing is limited."""

TIGHT = Limits(
    **asdict(NONE)
    | {
        "socket_messages": Rate(5, 600),
        "person_tables": Rate(3, 600),
        "person_open_sockets": 2,
        "address_connections": 20,
    }
)

# --- buckets --------------------------------------------------------------------------------------


def test_a_bucket_gives_its_count_at_once_and_then_one_at_a_time() -> None:
    buckets = Buckets(Rate(3, 30))

    assert [buckets.take("a", 100) for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a", 100) == pytest.approx(10)
    assert buckets.take("a", 109) == pytest.approx(1)
    assert buckets.take("a", 110) == 0
    assert buckets.take("a", 110) == pytest.approx(10)


def test_what_is_refused_takes_nothing() -> None:
    buckets = Buckets(Rate(1, 10))

    assert buckets.take("a", 0) == 0
    assert all(buckets.take("a", 5) == pytest.approx(5) for _ in range(10))
    assert buckets.take("a", 10) == 0


def test_buckets_do_not_share() -> None:
    buckets = Buckets(Rate(1, 10))

    assert buckets.take("a", 0) == buckets.take("b", 0) == 0


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(Rate(1, 10))

    for second in range(10 * SMALLEST_SWEEP):
        buckets.take(second, second)

    assert len(buckets) <= SMALLEST_SWEEP


def test_a_limit_names_who_and_what_it_is_of() -> None:
    limiter = Limiter(NONE, clock=lambda: 0)
    for _ in range(10_000):
        limiter.take(Limited.MESSAGES, Visitor("a", 1, 1))
    limiter = Limiter(Limits(person_tables=Rate(1, 90)), clock=lambda: 0)
    limiter.take(Limited.TABLES, Visitor("a", 1))
    limiter.take(Limited.TABLES, Visitor("a", 2))

    with pytest.raises(TooMany) as problem:
        limiter.take(Limited.TABLES, Visitor("b", 1))

    assert problem.value.values == {"what": "tables", "seconds": "91"}
    assert limiter.refused == {"person_tables": 1}


def test_an_evening_of_64_people_behind_one_address_is_served() -> None:
    """All come within a minute, and their pages look every four seconds for two more; then all look back."""
    time = 0.0
    limiter = Limiter(Limits(), lambda: time)
    people = [Visitor("one", number) for number in range(64)]
    pages = (Limited.REQUESTS, Limited.LISTS)
    for second in range(180):
        time = float(second)
        for number, person in enumerate(people):
            if second == number % 60:
                for what in (Limited.SESSIONS, Limited.SOCKETS, *(Limited.REQUESTS,) * 8):
                    limiter.take(what, person)
            if second > number % 60 and second % 4 == number % 4:
                for what in pages:
                    limiter.take(what, person)
            if second in (150, 160, 170):
                limiter.take(Limited.TRIES, person)


def test_a_socket_that_is_closed_makes_space_for_another() -> None:
    limiter = Limiter(Limits(person_open_sockets=1))
    visitor = Visitor("a", 1)

    with limiter.open_socket(visitor) as one:
        assert one.socket is not None
        with pytest.raises(TooMany), limiter.open_socket(visitor):
            pass
    with limiter.open_socket(visitor) as two:
        assert two.socket != one.socket


def test_limits_are_read_from_text() -> None:
    limits = read_limits(["person_tables=5/60", "person_open_sockets=3", "address_requests=off"])

    assert limits == Limits(person_tables=Rate(5, 60), person_open_sockets=3, address_requests=None)


def test_the_page_for_hosts_lists_every_limit_as_it_is() -> None:
    page = Path("docs/hosting.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.MULTILINE)

    assert read_limits([f"{name}={usual}" for name, usual in listed]) == Limits()
    assert [name for name, _ in listed] == list(Limits.__struct_fields__)


@pytest.mark.parametrize(
    "text",
    [
        *("", "tables=5", "person_tables=5", "person_tables=0/5", "person_tables=5/0", "person_tables=x/y"),
        *("person_tables=5/inf", "person_open_sockets=5/60", "person_open_sockets=-1", "person_tables"),
    ],
)
def test_a_limit_that_cannot_be_is_named(text: str) -> None:
    with pytest.raises(LimitInvalid, match="NAME=COUNT/SECONDS"):
        read_limits([text])


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_what_is_counted_as_one_address(host: str, counted: str) -> None:
    assert address_key(host) == counted


def test_a_gate_counts_each_address_and_all() -> None:
    gate = Gate(3, 2, proxies=("10.0.0.0/8",))

    assert [gate.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    gate.leave("192.0.2.1")
    assert gate.enter("192.0.2.1")
    assert gate.enter("192.0.2.2")
    assert not gate.enter("192.0.2.3")
    assert gate.number == 3
    assert gate.refused == {"address_connections": 1, "connections": 1}


def test_a_proxy_may_have_many_connections_as_they_are_many_peoples() -> None:
    gate = Gate(None, 1, proxies=("10.0.0.0/8",))

    assert [gate.enter("10.1.2.3") for _ in range(3)] == [True] * 3


# --- a server with tight limits -------------------------------------------------------------------


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    timings = replace(PATIENT, request_time=1, reading_time=1)
    running = Server(tmp_path_factory.mktemp("limited"), TIGHT, timings=timings)
    yield running
    running.close()


def test_a_socket_that_floods_is_closed_and_the_others_play_on(limited: Server) -> None:
    with (
        Person(limited) as person,
        Person(limited) as other,
        other.socket(other.create()["id"]) as quiet,
        person.socket(person.create()["id"]) as flood,
    ):
        with suppress(ConnectionClosed):
            for _ in range(300):
                flood.send("hello", version=None)
        assert quiet.hello()["type"] == "snapshot"
        problem = flood.receive("error")
        assert flood.close_code == 4429
        assert quiet.hello()["type"] == "snapshot"

    assert problem["code"] == "too_many"
    assert problem["values"]["what"] == "messages"


def test_a_person_makes_so_many_tables_and_is_told_when_to_come_again(limited: Server) -> None:
    with Person(limited) as person:
        made = {person.create()["id"] for _ in range(3)}
        answer = person.post("/tables", game="lockup")

        assert answer.status_code == 429
        assert answer.json()["values"]["what"] == "tables"
        assert 1 <= int(answer.headers["retry-after"]) <= 201
        assert {table["id"] for table in person.get("/tables").json()} == made


def test_a_person_holds_so_many_sockets_open(limited: Server) -> None:
    with Person(limited) as person:
        table = person.create()["id"]
        with person.socket(table) as one, person.socket(table) as other, ExitStack() as late:
            for each in (one, other):
                each.hello()  # once it has an answer, it is counted
            third = late.enter_context(person.socket(table))
            assert third.receive()["values"]["what"] == "open_sockets"
            assert third.close_code == 4429
        for _ in looking_again():  # the server counts one less once it knows that one has ended
            if opens(person, table):
                break


def test_sockets_of_an_address_are_counted_for_no_other(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits(address_sockets=Rate(2, 600)))
    for number in range(2, 6):
        with Person(server, address=f"127.0.0.{number}") as person:
            assert opens(person, person.create()["id"])
    server.close()


def opens(person: Person, table: str) -> bool:
    with suppress(ConnectionClosed), person.socket(table) as again:
        answer: str = again.hello()["type"]
        return answer == "snapshot"
    return False


def connection(server: Server, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), WAIT, source_address=(source, 0))


def read_to_end(connected: socket.socket) -> bytes:
    with suppress(ConnectionResetError):
        return b"".join(iter(lambda: connected.recv(4096), b""))
    return b""


@pytest.mark.parametrize(
    ("half", "status"),
    [
        (b"", b"408"),
        (b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n", b"408"),
        (b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n", b"408"),
        (
            b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            b"content-length: 90\r\n\r\n{",
            b"",
        ),
    ],
    ids=["nothing", "a half header", "a half post", "a half body"],
)
def test_who_sends_half_a_request_is_cut_off(limited: Server, half: bytes, status: bytes) -> None:
    with connection(limited, "127.0.0.3") as waiting:
        waiting.sendall(half)
        answer = read_to_end(waiting)

    assert status in answer.rpartition(b"HTTP/1.1")[2]


def test_a_socket_is_no_request_that_takes_long(limited: Server) -> None:
    with Person(limited) as person, person.socket(person.create()["id"]) as quiet:
        time.sleep(1.2)
        assert quiet.hello()["type"] == "snapshot"


def test_an_address_has_so_many_connections_and_another_address_has_its_own(limited: Server) -> None:
    for _ in looking_again():  # idle connections are soon cut off: try again if the test was slow
        with ExitStack() as opened:
            waiting = [opened.enter_context(connection(limited, "127.0.0.2")) for _ in range(25)]
            refused = read_to_end(waiting[-1]).startswith(b"HTTP/1.1 503")
            with Person(limited) as person:
                assert person.get("/games").status_code == 200
        if refused:
            break


def test_who_does_not_read_is_cut_off_and_the_others_play_on(limited: Server) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.bind(("127.0.0.4", 0))
        deaf.connect(("127.0.0.1", limited.port))
        ask = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        deaf.settimeout(WAIT)
        with pytest.raises(ConnectionResetError):
            deaf.sendall(ask * 1_000_000)
    with Person(limited) as person:
        assert person.get("/games").status_code == 200


def test_nothing_of_all_this_is_a_line_of_the_log(limited: Server) -> None:
    with connection(limited) as strange:
        strange.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert read_to_end(strange).startswith(b"HTTP/1.1 400")
    with Person(limited) as person:
        assert json.loads(person.get("/games").text)
    assert limited.said == ""


def test_a_person_whose_page_is_one_too_many_sees_a_page_that_loads_again(tmp_path: Path) -> None:
    limits = Limits(**asdict(NONE) | {"address_requests": Rate(2, 600), "address_assets": Rate(5, 600)})
    server = Server(tmp_path, limits)
    with closing(server), Person(server, session=False) as person:
        page = {"accept": "text/html,application/xhtml+xml;q=0.9"}
        answers = [person.http.get(f"{server.url}/join/abc", headers=page) for _ in range(3)]
        assert [answer.status_code for answer in answers][-1] == 429
        seconds = answers[-1].headers["retry-after"]
        assert f'content="{seconds}"' in answers[-1].text
        assert "One moment" in answers[-1].text
        assert answers[-1].headers["content-type"] == "text/html; charset=utf-8"
        assert person.get("/games").json()["code"] == "too_many"  # a program is told so in JSON
        parts = [person.http.get(f"{server.url}/assets/none.js").status_code for _ in range(6)]
        assert parts == [404] * 5 + [429]
