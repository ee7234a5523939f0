"""Nothing waits on an evening longer than its clock: not for who stays away, stalls or leaves."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from msgspec.structs import replace

from sevenfold.testing.running import PATIENT, Message, Person, Server, looking_again
from tests.server.test_evenings import began, finished_rows, make, order, play_on, set_pace, tables_of
from tests.server.test_events import join, read
from tests.server.together import code_of

MISSED = 600
"""How long a table waits here for a person who is not there, in ms."""

AWAY = 600
"""How long the others wait for their host here, in ms."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    timings = replace(PATIENT, missed_after=MISSED, host_away=AWAY)
    running = Server(tmp_path_factory.mktemp("impatient"), timings=timings)
    yield running
    running.close()


@pytest.fixture
def people(impatient: Server) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Person(impatient)) for _ in range(5)]


def in_round(person: Person, event: Message, number: int) -> Message:
    """The evening once it is in this round, or over."""
    for _ in looking_again():
        now = read(person, event)
        if now["round"] == number or now["state"] == "over":
            break
    return now


def people_of(board: Message) -> dict[str, bool]:
    """Whether each person at a board has given it up, by name."""
    return {row["name"]: row["given_up"] for row in board["rows"] if row["bot"] is None}


def is_played_for(server: Server, table: str) -> None:
    """Wait until bots play for all persons of a table."""
    waits = "SELECT count(*) FROM seats WHERE table_id = ? AND person_id IS NOT NULL AND NOT substitute"
    for _ in looking_again():
        with closing(server.database()) as connection:
            if connection.execute(waits, [table]).fetchall()[0][0] == 0:
                break


def test_a_table_to_which_nobody_comes_holds_no_round(impatient: Server, people: list[Person]) -> None:
    host, one, other, *_ = people
    event = began(host, [one, other], deals=2)
    table = read(one, event)["table"]
    set_pace(impatient, table)
    play_on(one, table)
    assert in_round(one, event, 2)["round"] == 2
    first = people_of(finished_rows(one, event, 8)["boards"][0])
    assert first == {"Person 0": False, "Person 1": True}
    second = people_of(finished_rows(one, event, 4, board=1)["boards"][1])
    assert second.keys() == {"Person 0"}  # who has missed a round says first that they are there


def test_who_comes_late_to_their_table_has_the_hand_that_was_dealt_to_them(
    impatient: Server, people: list[Person]
) -> None:
    host, one, other, *_ = people
    event = began(host, [one, other], deals=1)
    table = read(one, event)["table"]
    other_table = read(other, event)["table"]
    set_pace(impatient, other_table)
    set_pace(impatient, table, 100)  # ends not before they have come
    with other.socket(other_table) as socket:
        socket.hello()
        is_played_for(impatient, table)
        play_on(one, table)
    play_on(other, other_table)
    for _ in looking_again():
        after = read(one, event)
        if after["state"] == "over":
            break
    assert [row["given_up"] for row in after["boards"][0]["rows"] if row["you"]] == [False]


def test_who_leaves_the_evening_holds_nobody_at_their_table(people: list[Person]) -> None:
    host, *four = people
    event = began(host, four, deals=1)
    table = read(four[0], event)["table"]
    mates = [person for person in four if read(person, event)["table"] == table]
    assert mates[0].delete(f"/events/{event['id']}/people/me").status_code == 204
    assert code_of(mates[0].get(f"/tables/{table}")) == "not_seated"
    seats = mates[1].get(f"/tables/{table}").json()["seats"]
    assert sum(seat["bot"] is None for seat in seats) == 1


def test_no_table_of_an_evening_is_paused_and_each_has_a_clock(people: list[Person]) -> None:
    host, one, other, *_ = people
    event = began(host, [one, other], deals=1)
    assert event["clock"] == "fast"
    table = read(one, event)["table"]
    assert one.get(f"/tables/{table}").json()["settings"]["clock"] == "fast"
    with one.socket(table) as socket:
        socket.hello()
        assert socket.ask("set_pause", "error", paused=True)["code"] == "at_board"


def test_an_evening_is_played_without_anybody_only_for_a_round(
    impatient: Server, people: list[Person]
) -> None:
    """Nobody comes: the round is given up, and the next waits until two are there, or one for long."""
    host, one, other, *_ = people
    event = began(host, [one, other], deals=3)
    for _ in looking_again():
        if read(one, event)["known"] == 1:
            break
    now = read(one, event)
    assert (now["round"], now["you_here"], now["state"]) == (1, False, "running")
    order(one, event, "people/me/here")
    assert order(other, event, "people/me/here")["you_here"]
    assert in_round(one, event, 2)["table"] is not None
    assert tables_of(impatient, event) == [(1, 1), (1, 2), (2, 1), (2, 2)]


# --- who is here -------------------------------------------------------------------------------------


def test_who_said_long_ago_that_they_come_is_not_seated_before_they_say_so_again(
    impatient: Server, people: list[Person]
) -> None:
    host, one, other, third, _ = people
    event = make(host)
    for number, person in enumerate((one, other, third)):
        join(person, event, name=f"Person {number}")
    with closing(impatient.database()) as connection, connection:
        connection.execute("UPDATE event_people SET here = here - 8000000 WHERE event_id = ?", [event["id"]])
    assert not read(one, event)["you_here"]
    assert code_of(host.post(f"/events/{event['id']}/begin")) == "too_few_in_event"
    for person in (one, other):
        assert order(person, event, "people/me/here")["you_here"]
    assert code_of(host.post(f"/events/{event['id']}/people/me/here")) == "not_in_event"
    here = {each["name"]: each["here"] for each in read(host, event)["standings"]}
    assert here == {"Person 0": True, "Person 1": True, "Person 2": False}
    order(host, event, "begin")
    assert [read(person, event)["table"] is None for person in (one, other, third)] == [False, False, True]


# --- without the host --------------------------------------------------------------------------------


def lose_host(server: Server, event: Message) -> None:
    """Let the host have been seen for the last time long ago."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE events SET host_seen = host_seen - 60000 WHERE id = ?", [event["id"]])


def test_whoever_is_there_for_longest_stands_in_for_a_host_who_is_lost(
    impatient: Server, people: list[Person]
) -> None:
    host, one, other, third, _ = people
    event = make(host)
    read(host, event)
    join(one, event, name="One")
    lose_host(impatient, event)
    for _ in range(3):
        assert not read(one, event)["you_host"]  # alone, nobody needs a host
    join(other, event, name="Other")
    join(third, event, name="Third")
    for _ in looking_again():
        if read(one, event)["you_host"]:
            break
    assert [read(person, event)["second"] for person in (one, other, third)] == ["One"] * 3
    assert code_of(other.post(f"/events/{event['id']}/begin")) == "not_event_host"
    assert order(one, event, "begin")["round"] == 1
    assert order(host, event, "next", round=1)["round"] == 2  # the host is still the host


def test_the_host_names_a_second_who_may_do_all_that_they_may(people: list[Person]) -> None:
    host, one, other, third, _ = people
    event = make(host)
    for number, person in enumerate((one, other, third)):
        join(person, event, name=f"Person {number}")
    named = {each["name"]: each["pseudonym"] for each in read(host, event)["standings"]}
    assert code_of(one.post(f"/events/{event['id']}/second", pseudonym=named["Person 0"])) == "not_event_host"
    assert code_of(host.post(f"/events/{event['id']}/second", pseudonym="nobody")) == "event_person_unknown"
    assert order(host, event, "second", pseudonym=named["Person 1"])["second"] == "Person 1"
    assert order(other, event, "begin")["round"] == 1
    assert order(host, event, "second", pseudonym=None)["second"] is None
    assert code_of(other.post(f"/events/{event['id']}/end")) == "not_event_host"
