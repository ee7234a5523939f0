"""Back to an evening without one's session: the host's yes is enough (docs/playing.md, An evening)."""

import pytest

from sevenfold.testing.running import Message, Person
from tests.server.test_evenings import began, make, order
from tests.server.test_events import in_days, join, read
from tests.server.together import MakePersons, code_of


def named(event: Message) -> dict[str, str]:
    """The pseudonyms of those who take part, by name."""
    return {each["name"]: each["pseudonym"] for each in event["standings"]}


def ask(newcomer: Person, event: Message, whose: str) -> str:
    """Say whose place is one's own. Return as whom one asks."""
    asked = join(newcomer, event, in_place_of=named(read(newcomer, event))[whose])
    assert not asked["you_in"]
    [found] = [each for each in asked["asking"] if each["you"]]
    assert found["whose"] == whose
    pseudonym: str = found["pseudonym"]
    return pseudonym


def answer(host: Person, event: Message, asks: str, agree: bool) -> Message:
    return order(host, event, f"asking/{asks}", agree=agree)


def seated(event: Message, *people: Person) -> list[bool]:
    """Who of these has a seat in the round that is played."""
    return [read(person, event)["table"] is not None for person in people]


def test_with_the_hosts_yes_a_newcomer_plays_from_the_next_round_on(persons: MakePersons) -> None:
    host, one, other, third, newcomer = persons(5)
    event = began(host, [one, other, third], deals=2)
    table = read(one, event)["table"]
    asks = ask(newcomer, event, "Person 0")
    assert [each["whose"] for each in read(host, event)["asking"]] == ["Person 0"]
    assert read(other, event)["asking"] == []
    after = answer(host, event, asks, agree=True)
    assert after["asking"] == []
    assert named(after)["Person 0"] == asks  # somebody new in the standings
    assert [read(person, event)["you_in"] for person in (one, newcomer)] == [False, True]
    assert code_of(one.get(f"/tables/{table}")) == "not_seated"
    assert seated(event, newcomer) == [False]
    order(host, event, "next")
    assert seated(event, one, other, third, newcomer) == [False, True, True, True]


def test_a_no_ends_it(persons: MakePersons) -> None:
    host, one, other, newcomer = persons(4)
    event = began(host, [one, other])
    asks = ask(newcomer, event, "Person 0")
    answer(host, event, asks, agree=False)
    assert read(newcomer, event)["asking"] == []
    assert code_of(host.post(f"/events/{event['id']}/asking/{asks}", agree=True)) == "event_person_unknown"
    assert read(one, event)["you_in"]
    assert seated(event, one) == [True]
    assert join(newcomer, event, name="Newcomer")["you_in"]  # as anybody may


def test_who_comes_back_with_their_session_has_their_place_again(persons: MakePersons) -> None:
    host, one, other, newcomer = persons(4)
    event = began(host, [one, other], deals=2)
    answer(host, event, ask(newcomer, event, "Person 0"), agree=True)
    assert join(one, event, name="Person 0")["you_in"]
    assert not read(newcomer, event)["you_in"]
    order(host, event, "next")
    assert seated(event, one, other, newcomer) == [True, True, False]
    assert join(newcomer, event, name="Newcomer")["you_in"]
    assert read(one, event)["you_in"]  # both are there, as two


def test_who_is_seen_again_has_not_lost_their_session(persons: MakePersons) -> None:
    host, one, other, newcomer = persons(4)
    event = began(host, [one, other])
    asks = ask(newcomer, event, "Person 0")
    order(one, event, "people/me/here")
    assert [read(person, event)["asking"] for person in (host, newcomer)] == [[], []]
    assert code_of(host.post(f"/events/{event['id']}/asking/{asks}", agree=True)) == "event_person_unknown"


def test_the_place_in_a_full_team_is_theirs(persons: MakePersons) -> None:
    host, newcomer, *six = persons(8)
    event = make(host, game="trump7", movement="teams", players=3)
    for number, person in enumerate(six):
        join(person, event, name=f"Person {number}", team=number % 2)
    full = newcomer.post(f"/events/{event['id']}/people", name="Newcomer")
    assert code_of(full) == "full"
    answer(host, event, ask(newcomer, event, "Person 1"), agree=True)
    assert (read(newcomer, event)["team"], read(six[1], event)["you_in"]) == (1, False)
    assert order(host, event, "begin")["round"] == 1
    assert seated(event, newcomer, six[1]) == [True, False]


def test_only_the_host_and_their_second_answer(persons: MakePersons) -> None:
    host, one, other, newcomer = persons(4)
    event = began(host, [one, other])
    asks = ask(newcomer, event, "Person 0")
    for person in (other, newcomer):
        refused = person.post(f"/events/{event['id']}/asking/{asks}", agree=True)
        assert code_of(refused) == "not_event_host"
    order(host, event, "second", pseudonym=named(event)["Person 1"])
    assert "Person 0" in named(answer(other, event, asks, agree=True))


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [("evening", {}, "event_person_unknown"), ("own_time", {"until": in_days(2)}, "event_not_evening")],
)
def test_a_place_that_nobody_has_is_no_place(
    persons: MakePersons, kind: str, more: Message, code: str
) -> None:
    host, newcomer = persons(2)
    event = make(host, kind=kind, **more)
    assert code_of(newcomer.post(f"/events/{event['id']}/people", in_place_of="nobody")) == code
