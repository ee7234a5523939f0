"""The result of a round stays until all who are there have seen it, or until it was shown long enough."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.server.protocol.table import Pause
from sevenfold.server.storage.rows import Ready, TableRow, now
from sevenfold.server.tables.play import results
from sevenfold.server.tables.seating.plan import replace
from sevenfold.server.tables.sent.presence import not_dealt
from sevenfold.testing.running import (
    PATIENT,
    Message,
    Person,
    Server,
    Socket,
    any_move,
    looking_again,
    to_act,
)
from tests.server.together import (
    MakePersons,
    all_there,
    look,
    look_until,
    start_with,
    table_until,
    table_where,
)


def play_round(sockets: list[Socket]) -> Message:
    """These persons play to the end of the round."""
    for _ in looking_again():
        for socket in sockets:
            if to_act(message := look(socket)):
                socket.send("play", version=message["version"], move=any_move(message))
        if has_ended(message) or message["standing"]["over"]:
            break
    return message


@contextmanager
def result_shown(persons: list[Person], table: str) -> Iterator[list[Socket]]:
    """All of these persons are at a table whose round has ended."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(person.socket(table)) for person in persons]
        for socket in sockets:
            socket.hello()
        all_there(*sockets)
        play_round(sockets)
        yield sockets


def go_on(socket: Socket) -> None:
    socket.send("next_round", version=look(socket)["version"])


def has_ended(message: Message) -> bool:
    return message["standing"]["next_first"] is not None


def ready(*seats: int) -> Callable[[Message], bool]:
    return lambda table: table["going_on"] is not None and table["going_on"]["seats"] == list(seats)


def test_each_sees_the_result_until_they_go_on(persons: MakePersons) -> None:
    friends = persons(3)
    table = start_with(*friends, pace=0)
    with result_shown(friends, table) as sockets:
        for seat, socket in enumerate(sockets[:2]):
            go_on(socket)
            for other in sockets:
                table_until(other, ready(*range(seat + 1)))
                assert has_ended(look(other))
        go_on(sockets[1])  # once more changes nothing
        go_on(sockets[2])
        for socket in sockets:
            message = look_until(socket, lambda message: message["standing"]["round"] == 2)
            assert message["table"]["going_on"] is None


def test_all_are_told_at_once_who_has_gone_on(persons: MakePersons) -> None:
    friends = persons(2)
    table = start_with(*friends, pace=0)
    with result_shown(friends, table) as sockets:
        go_on(sockets[0])
        for socket in sockets:
            assert table_where(socket, lambda table: table["going_on"] is not None)["going_on"]["seats"] == [
                0
            ]


def test_who_is_not_there_holds_nobody_up(persons: MakePersons) -> None:
    friends = persons(3)
    table = start_with(*friends, pace=0)
    with result_shown(friends, table) as (one, two, three):
        go_on(one)
        go_on(two)
        table_until(one, ready(0, 1))
        assert has_ended(look(three))
        three.leave()
        for socket in (one, two):  # the last who had not gone on is gone
            look_until(socket, lambda message: message["standing"]["round"] == 2)


@pytest.mark.parametrize("how", ["leave", "remove"])
def test_a_bot_in_the_place_of_a_person_holds_nobody_up(persons: MakePersons, how: str) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with result_shown([host, friend], table) as (one, _):
        go_on(one)
        table_until(one, ready(0))
        if how == "leave":
            friend.post(f"/tables/{table}/leave").raise_for_status()
        else:
            one.send("remove", seat=1)
        look_until(one, lambda message: message["standing"]["round"] == 2)


def test_one_person_goes_on_at_once(person: Person) -> None:
    table = person.create(pace=0)["id"]
    with person.socket(table) as socket:
        socket.hello()
        message = play_round([socket])
        assert socket.ask("next_round", "update", version=message["version"])["standing"]["round"] == 2


def test_who_comes_back_alone_sees_the_result(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with result_shown([host, friend], table) as (one, two):
        go_on(one)
        table_until(two, ready(0))
        one.leave()
        table_until(two, lambda table: not table["seats"][0]["connected"])
        assert has_ended(look(two))
        go_on(two)
        look_until(two, lambda message: message["standing"]["round"] == 2)


def test_a_pause_keeps_the_result(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with result_shown([host, friend], table) as (one, two):
        go_on(one)
        table_until(two, ready(0))
        two.send("set_pause", paused=True)
        table_until(two, lambda table: table["pause"] is not None)
        assert two.ask("next_round", "error", version=look(two)["version"])["code"] == "paused"
        assert has_ended(look(two))
        two.send("set_pause", paused=False)
        table_until(two, lambda table: table["pause"] is None)
        go_on(two)
        look_until(one, lambda message: message["standing"]["round"] == 2)


def test_a_round_that_was_dealt_meanwhile_is_no_error(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with result_shown([host, friend], table) as (one, two):
        version = look(two)["version"]
        go_on(one)
        go_on(two)
        look_until(two, lambda message: message["standing"]["round"] == 2)
        two.send("next_round", version=version)
        assert two.ask("hello", "snapshot", "error", version=None)["type"] == "snapshot"


@pytest.mark.parametrize("draw", [False, True])
def test_a_rematch_too_waits_for_all_who_are_there(persons: MakePersons, draw: bool) -> None:
    friends = persons(2)
    table = start_with(*friends, pace=0, options={"target": 1})
    with result_shown(friends, table) as sockets:
        while not look(sockets[0])["standing"]["over"]:
            for socket in sockets:
                go_on(socket)
            look_until(sockets[0], lambda message: not has_ended(message))
            play_round(sockets)
        sockets[0].send("rematch", draw=draw)
        found = table_until(sockets[1], ready(0))
        assert found["rematch"] is None
        sockets[1].send("rematch")
        again = {table_until(each, lambda table: table["rematch"] is not None)["rematch"] for each in sockets}
    (rematch,) = again
    assert friends[1].get(f"/tables/{rematch}").json()["started"]


def test_the_others_see_the_result_no_longer_than_they_may(tmp_path: Path) -> None:
    server = Server(tmp_path, timings=msgspec.structs.replace(PATIENT, result_shown=700))
    try:
        with ExitStack() as stack:
            friends = [stack.enter_context(Person(server)) for _ in range(2)]
            table = start_with(*friends, pace=0)
            with result_shown(friends, table) as (one, two):
                go_on(one)
                look_until(two, lambda message: message["standing"]["round"] == 2)
            with result_shown(friends, table) as (one, _):
                go_on(one)
                table_until(one, ready(0))
            server.kill()
            server.start()
            with result_shown(friends, table) as (one, two):  # a restarted server goes on with it
                look_until(two, lambda message: message["standing"]["round"] == 3)
    finally:
        server.close()


# --- without a server -------------------------------------------------------------------------------


def row_with(ready: Ready | None, **changed: Any) -> TableRow:
    row = TableRow(
        id="t", game="lockup", rules=1, options={}, players=4, seed=b"", pseudonym_key="", pace=0, created=0,
        standing=not_dealt(4), waits_for=0, seats=(), ready=ready,
    )  # fmt: skip
    return msgspec.structs.replace(row, **changed)


def said(*seats: int, ago: int = 0, version: int = 9) -> Ready:
    return Ready(version=version, since=now() - ago, draw=False, seats=frozenset(seats))


LONG = 20_000
"""How long a result is shown here, in ms."""


@pytest.mark.parametrize(
    ("seats", "ago", "version", "here", "due"),
    [
        ((), 0, 9, {0, 1}, False),
        ((0,), 0, 9, {0}, True),
        ((0,), 0, 9, {0, 1}, False),
        ((0, 1), 0, 9, {0, 1}, True),
        ((0, 1), 0, 9, {0, 1, 2}, False),
        ((0, 1, 3), 0, 9, {0, 3}, True),  # who has gone on may have left
        ((0,), 0, 9, {1}, False),  # who comes back alone sees the result
        ((0,), 0, 9, set(), False),
        ((0,), LONG, 9, {0, 1}, True),
        ((0,), LONG - 9000, 9, {0, 1}, False),
        ((0,), LONG, 9, {1}, False),
        ((0, 1), 0, 8, {0, 1}, False),  # of another result
    ],
)
def test_when_a_table_goes_on(
    seats: tuple[int, ...], ago: int, version: int, here: set[int], due: bool
) -> None:
    row = row_with(said(*seats, ago=ago, version=version) if seats else None)
    assert results.is_due(row, 9, here, LONG) == due
    assert not results.is_due(replace(row, pause=Pause(0, "asked")), 9, here, LONG)
    assert not results.is_due(replace(row, rematch="again"), 9, here, LONG)


def test_the_first_sets_the_time_and_the_draw() -> None:
    row = results.with_ready(row_with(said(3, version=8)), 1, 9, draw=True)
    first = row.ready
    assert first is not None
    assert (first.seats, first.draw) == (frozenset({1}), True)
    second = results.with_ready(row, 0, 9).ready
    assert second == msgspec.structs.replace(first, seats=frozenset({0, 1}))
