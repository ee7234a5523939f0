"""Whoever looks at an event is sent it anew when it has changed, by whichever process."""

from collections.abc import Callable

from websockets.exceptions import ConnectionClosed

from sevenfold.testing.running import Message, Person, Server
from tests.server.test_evenings import began, make, order, play_on, play_round, set_pace
from tests.server.test_events import join, read
from tests.server.together import MakePersons


def test_who_looks_at_an_evening_is_told_of_people_rounds_and_tables_that_are_done(
    server: Server, persons: MakePersons
) -> None:
    host, one, other, onlooker = persons(4)
    event = make(host)
    with onlooker.watching(event["id"]) as told:
        assert told() == event | {"you_host": False}
        join(one, event, name="Ann")
        assert told()["people"] == 1
        join(other, event, name="Bo")
        assert told()["people"] == 2
        order(host, event, "begin")
        begun = told()
        assert (begun["round"], begun["state"], begun["table"]) == (1, "running", None)
        table = read(one, event)["table"]
        set_pace(server, table)
        play_on(one, table)
        assert [each["done"] for each in told()["seats_now"]].count(True) == 1


def test_each_who_looks_is_sent_what_they_alone_may_know(server: Server, persons: MakePersons) -> None:
    host, *people = persons(3)
    event = began(host, people)
    with people[0].watching(event["id"]) as told:
        before = told()
        assert before == read(people[0], event)
        assert before["table"] is not None
        play_round(server, people, event)
        after = before
        while after["round"] == 1:
            after = told()
        assert (after["known"], after["boards"][0]["state"]) == (1, "finished")
        assert after["table"] not in (None, before["table"])


def until_closed(told: Callable[[], Message]) -> int | None:
    """With what code a socket is closed after all that it is sent."""
    while True:
        try:
            told()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else None


def closed_with(person: Person, event: str) -> int | None:
    with person.watching(event) as told:
        return until_closed(told)


def test_there_is_nothing_to_look_at_without_an_event_or_a_session(server: Server, person: Person) -> None:
    assert closed_with(person, "nowhere") == 4404
    with Person(server, session=False) as stranger:
        assert closed_with(stranger, make(person)["id"]) == 4401


def test_who_looks_is_cut_off_as_their_session_ends(person: Person) -> None:
    event = make(person)
    with person.watching(event["id"]) as told:
        told()
        person.delete("/session").raise_for_status()
        assert until_closed(told) == 4401


def test_who_looks_is_told_when_the_event_is_deleted(persons: MakePersons) -> None:
    host, onlooker = persons(2)
    event = make(host)
    with onlooker.watching(event["id"]) as told:
        told()
        assert host.delete(f"/events/{event['id']}").status_code == 204
        assert told()["code"] == "event_unknown"
