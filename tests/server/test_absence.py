"""A person who goes is shown as absent; what happens then depends on the table's settings."""

import base64
import socket as sockets
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from sevenfold.testing.running import PATIENT, Person, Server, Socket, any_move, play_round, to_act
from tests.server.together import (
    MakePersons,
    all_there,
    look,
    look_until,
    play_until,
    start_with,
    table_until,
    table_where,
)


def fall_silent(server: Server, person: Person, table: str) -> sockets.socket:
    """Open a socket, say hello, and never answer or read again, as a phone that sleeps."""
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    silent = sockets.create_connection(("127.0.0.1", server.port))
    key = base64.b64encode(b"0123456789abcdef").decode()
    silent.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Cookie: {cookies}\r\n\r\n".encode()
    )
    return silent


def settle(one: Socket, two: Socket, absence: str) -> None:
    """Have the host set what happens when somebody goes, once both are there: earlier, one may seem gone."""
    all_there(one, two)
    one.send("set_settings", settings={"absence": absence, "grace": 0})
    for socket in (one, two):
        table_until(socket, lambda table: table["settings"]["absence"] == absence)


def test_who_falls_silent_is_shown_as_absent(tmp_path: Path, where: Path | str) -> None:
    url = where if isinstance(where, str) else None
    with ExitStack() as stack:
        # as on a host's server: a ping every two seconds, and two and a half seconds for the answer
        server = Server(tmp_path, database_url=url, timings=replace(PATIENT, pong_within=2.5))
        stack.callback(server.close)
        host, friend = (stack.enter_context(Person(server)) for _ in range(2))
        table = start_with(host, friend)
        socket = stack.enter_context(host.socket(table))
        socket.hello()
        stack.enter_context(fall_silent(server, friend, table))
        table_where(socket, lambda table: table["seats"][1]["connected"])
        table_where(socket, lambda table: not table["seats"][1]["connected"])


def test_nothing_is_played_for_an_absent_person_unless_their_table_says_so(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with host.socket(table) as one:
        with friend.socket(table) as two:
            all_there(one, two)
            play_until(1, [one, two])
        told = table_until(one, lambda table: not table["seats"][1]["connected"])
        assert told["settings"]["absence"] == "wait"
        assert not told["seats"][1]["substitute"]
        assert told["pause"] is None
    with friend.socket(table) as two:
        assert to_act(look(two))


def test_a_bot_plays_for_an_absent_person_until_they_are_back_and_they_are_told(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with host.socket(table) as one:
        with friend.socket(table) as two:
            settle(one, two, "bot")
            play_until(1, [one, two])
        told = table_where(
            one, lambda table: table["seats"][1]["substitute"] and not table["seats"][1]["connected"]
        )
        assert told["seats"][1]["name"] == "Friend 1"
        end = play_round(one, look(one))[-1]
        moves = [event for event in look(one)["events"] if event["kind"] == "move" and event["seat"] == 1]
        marked = {mark["version"] for mark in end["marks"]}
        assert {mark["by"] for mark in end["marks"]} == {"substitute"}
        assert marked <= {event["version"] for event in moves}
        with friend.socket(table) as two:
            two.send("hello")
            away = two.receive("while_away")
            assert (away["moves"], away["tricks"]) == (len(marked), len(marked))
            assert not look(two)["table"]["seats"][1]["substitute"]
        with friend.socket(table) as two:  # it is told once
            two.send("hello")
            two.send("select", version=end["version"], cards=[])
            assert two.receive("while_away", "choices")["type"] == "choices"


def test_a_table_is_paused_for_an_absent_person_and_goes_on_when_they_are_back(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with host.socket(table) as one:
        with friend.socket(table) as two:
            settle(one, two, "pause")
            play_until(1, [one, two])
        told = table_where(one, lambda table: table["pause"] is not None)
        assert told["pause"] == {"seat": 1, "why": "absent"}
        version = look(one)["version"]
        assert one.ask("play", "error", version=version, move="AS")["code"] == "paused"
        with friend.socket(table) as two:
            table_until(one, lambda table: table["pause"] is None)
            message = look_until(two, lambda message: message["table"]["pause"] is None)
            two.ask("play", "update", version=message["version"], move=any_move(message))


def test_anybody_pauses_the_table_and_anybody_goes_on(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with host.socket(table) as one, friend.socket(table) as two:
        look(two)
        message = play_until(0, [one, two])
        two.send("set_pause", paused=True)
        told = table_where(one, lambda table: table["pause"] is not None)
        assert told["pause"] == {"seat": 1, "why": "asked"}
        problem = one.ask("play", "error", version=message["version"], move=any_move(message))
        assert problem["code"] == "paused"
        one.send("set_pause", paused=False)
        table_until(two, lambda table: table["pause"] is None)
        one.ask("play", "update", version=message["version"], move=any_move(message))


def test_a_server_that_is_killed_loses_nothing_of_several_persons(own_server: Server) -> None:
    with ExitStack() as stack:
        host, friend = (stack.enter_context(Person(own_server)) for _ in range(2))
        table = start_with(host, friend, pace=0)
        with host.socket(table) as one, friend.socket(table) as two:
            message = play_until(1, [one, two])
            two.send("play", version=message["version"], move=any_move(message))
            while two.receive("update")["version"] <= message["version"]:
                pass
            own_server.kill()
        before = own_server.kept(table)
        own_server.start()
        assert own_server.kept(table) == before
        with host.socket(table) as one, friend.socket(table) as two:
            message = play_until(0, [one, two])
            assert message["table"]["seats"][1]["name"] == "Friend 1"
            one.send("play", version=message["version"], move=any_move(message))
            while one.receive("update")["version"] <= message["version"]:
                pass


def test_a_bot_that_stands_in_does_so_after_the_server_was_killed(own_server: Server) -> None:
    with ExitStack() as stack:
        host, friend = (stack.enter_context(Person(own_server)) for _ in range(2))
        table = start_with(host, friend, pace=0)
        with host.socket(table) as one:
            with friend.socket(table) as two:
                settle(one, two, "bot")
                play_until(1, [one, two])
            table_where(one, lambda table: table["seats"][1]["substitute"])
            own_server.kill()
        own_server.start()
        with host.socket(table) as one:
            assert look(one)["table"]["seats"][1]["substitute"]
            play_round(one, look(one))
            with friend.socket(table) as two:
                two.send("hello")
                assert two.receive("while_away")["moves"] > 0
                assert not look(two)["table"]["seats"][1]["substitute"]
