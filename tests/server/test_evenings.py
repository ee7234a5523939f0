"""Evenings: the same board at all tables at one time, round by round, and who sits where changes."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from csv import DictReader
from io import StringIO
from itertools import combinations
from typing import Any

import pytest

from sevenfold.games import OWN_GAMES
from sevenfold.testing.running import Message, Person, Server, any_move, looking_again, to_act
from tests.server.boards import play_out
from tests.server.test_events import in_days, join, read
from tests.server.together import MakePersons, code_of


def make(host: Person, **wanted: Any) -> Message:
    """An evening of two deals of Lockup, everybody for themselves."""
    answer = host.post(
        "/events", **({"name": "Thursday", "game": "lockup", "kind": "evening", "deals": 2} | wanted)
    )
    assert answer.status_code == 201, answer.text
    event: Message = answer.json()
    return event


def order(person: Person, event: Message, what: str, **how: Any) -> Message:
    answer = person.post(f"/events/{event['id']}/{what}", **how)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def began(host: Person, people: Sequence[Person], **wanted: Any) -> Message:
    """An evening of these people, in its first round."""
    event = make(host, **wanted)
    for number, person in enumerate(people):
        join(person, event, name=f"Person {number}")
    return order(host, event, "begin")


def set_pace(server: Server, table: str, pace: int = 0) -> None:
    """Let the bots of a table that nobody has opened move at once, or after so many ms."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE tables SET pace = ? WHERE id = ?", [pace, table])


def play_on(person: Person, table: str) -> None:
    """Play whatever comes until the round is over."""
    with person.socket(table) as socket:
        message = socket.hello()
        while not message["standing"]["over"]:
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            message = socket.receive("update", "snapshot")


def play_round(server: Server, people: Sequence[Person], event: Message) -> Message:
    """Have all people play the round that is on, and return the event after it."""
    at = [(person, read(person, event)["table"]) for person in people]
    for table in {table for _, table in at}:
        set_pace(server, table)
    with ThreadPoolExecutor(len(at)) as pool:
        list(pool.map(lambda each: play_on(*each), at))
    return read(people[0], event)


def run_clock_out(server: Server, event: Message) -> None:
    """Let the clock of a round have run out a moment ago."""
    with closing(server.database()) as connection, connection:
        connection.execute(
            "UPDATE events SET round_since = round_since - 3600000 WHERE id = ?", [event["id"]]
        )
        connection.execute(
            "UPDATE boards SET closes = closes - 3600000 WHERE closes IS NOT NULL AND id IN"
            " (SELECT board_id FROM event_boards WHERE event_id = ?)",
            [event["id"]],
        )


# --- made and begun ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"minutes": 0}, "option_invalid"),
        ({"minutes": 121}, "option_invalid"),
        ({"movement": "whist"}, "malformed"),
        ({"deals": 25}, "option_invalid"),
    ],
)
def test_what_no_evening_can_be_is_refused(person: Person, wanted: Message, code: str) -> None:
    asked = {"name": "Thursday", "game": "lockup", "kind": "evening", "deals": 2}
    assert code_of(person.post("/events", **(asked | wanted))) == code


def test_the_host_begins_an_evening_once_two_have_come(persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = make(host, minutes=10)
    assert (event["state"], event["round"], event["rounds"], event["movement"]) == (
        "open",
        0,
        2,
        "individual",
    )
    join(one, event)
    assert code_of(host.post(f"/events/{event['id']}/begin")) == "too_few_in_event"
    join(other, event)
    for what in ("begin", "next", "end"):
        assert code_of(one.post(f"/events/{event['id']}/{what}")) == "not_event_host"
    begun = order(host, event, "begin")
    assert (begun["state"], begun["round"], begun["table"]) == ("running", 1, None)
    assert begun["round_ends"] is not None
    assert order(host, event, "begin")["round"] == 1
    tables = {read(person, event)["table"] for person in (one, other)}
    assert len(tables) == 2  # there is nothing to compare at one


def test_an_event_at_ones_own_time_has_no_rounds(person: Person) -> None:
    asked = {"name": "Blue", "game": "lockup", "kind": "own_time", "deals": 2, "until": in_days(2)}
    event = person.post("/events", **asked).json()
    for what in ("begin", "next", "end"):
        assert code_of(person.post(f"/events/{event['id']}/{what}")) == "event_not_evening"


def test_two_teams_are_filled_evenly_and_hold_a_person_for_each_seat(persons: MakePersons) -> None:
    host, *people = persons(10)
    event = make(host, movement="teams")
    assert [join(person, event)["team"] for person in people[:4]] == [0, 1, 0, 1]
    assert [join(person, event, team=1)["team"] for person in people[4:6]] == [1, 1]
    assert code_of(people[6].post(f"/events/{event['id']}/people", team=1)) == "full"
    assert [join(person, event)["team"] for person in people[6:8]] == [0, 0]
    assert code_of(people[8].post(f"/events/{event['id']}/people")) == "full"


# --- played ------------------------------------------------------------------------------------------


def test_eight_people_play_an_evening_of_two_deals_at_two_tables(
    server: Server, persons: MakePersons
) -> None:
    host, *people = persons(9)
    event = began(host, people)
    together: Counter[frozenset[str]] = Counter()
    for number in (1, 2):
        now = read(people[0], event)
        assert (now["round"], len(now["seats_now"])) == (number, 2)
        for table in now["seats_now"]:
            together.update(frozenset(pair) for pair in combinations(table["people"], 2))
        after = play_round(server, people, now)
        rows = after["boards"][number - 1]["rows"]
        seats = [(row["table"], row["seat"]) for row in rows]
        assert seats == [(table, seat) for table in (1, 2) for seat in range(4)]
    assert max(together.values()) == 2
    assert (after["state"], after["known"], after["seats_now"], after["table"]) == ("over", 2, [], None)
    assert [each["finished"] for each in after["standings"]] == [2] * 8
    assert sum(each["ahead"] for each in after["standings"]) == pytest.approx(0)
    for deal in after["boards"]:
        mine = next(row for row in deal["rows"] if row["you"])
        other = next(row for row in deal["rows"] if row["seat"] == mine["seat"] and not row["you"])
        assert (deal["state"], deal["result"]) == ("finished", mine["result"])
        assert abs(deal["ahead"]) == abs(mine["result"] - other["result"])
        assert people[0].get(f"/rounds/{other['round']}").status_code == 200


def test_people_come_late_and_go_and_bots_have_the_other_seats(server: Server, persons: MakePersons) -> None:
    host, one, other, late = persons(4)
    event = began(host, [one, other], deals=3)
    join(late, event, name="Late")
    assert read(late, event)["table"] is None
    event = play_round(server, [one, other], event)
    assert read(late, event)["table"] is not None
    set_pace(server, read(one, event)["table"])  # to leave it opens it
    assert one.delete(f"/events/{event['id']}/people/me").status_code == 204
    event = play_round(server, [late, other], event)
    assert (read(one, event)["table"], event["round"]) == (None, 3)
    names = [name for table in event["seats_now"] for name in table["people"] if name is not None]
    assert sorted(names) == ["Late", "Person 1"]
    assert [deal["state"] for deal in read(late, event)["boards"]] == ["missed", "finished", "running"]
    assert {row["bot"] is None for row in event["boards"][0]["rows"]} == {True, False}


def test_two_teams_change_seats_at_the_second_table(server: Server, persons: MakePersons) -> None:
    host, *people = persons(5)
    event = began(host, people, movement="teams", deals=1)
    after = play_round(server, people, event)
    rows = after["boards"][0]["rows"]
    teams = {(row["table"], row["seat"]): row["team"] for row in rows}
    assert all(teams[1, seat] != teams[2, seat] for seat in range(4))
    sums = [sum(row["result"] for row in rows if row["team"] == team) for team in (0, 1)]
    assert [team["total"] for team in after["teams"]] == [sums[0] - sums[1], sums[1] - sums[0]]


def test_teams_have_the_names_that_their_maker_gives(persons: MakePersons) -> None:
    host, *people = persons(3)
    named = began(host, people, movement="teams", team_names=["  Night  Owls", None])
    assert [team["name"] for team in named["teams"]] == ["Night Owls", None]
    plain = began(host, people, movement="teams", team_names=["", " "])
    assert [team["name"] for team in plain["teams"]] == [None, None]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["x" * 21, None], "long"),
        (["Owls", "Owls"], "taken"),
        (["Owls", "0wls"], "alike"),
        ([None, "\u202eslwO"], "characters"),
    ],
)
def test_a_name_that_no_team_can_have_is_refused(
    person: Person, names: list[str | None], reason: str
) -> None:
    asked = {"name": "Thursday", "game": "lockup", "kind": "evening", "deals": 2, "movement": "teams"}
    refused = person.post("/events", **asked, team_names=names).json()
    assert (refused["code"], refused["values"]["of"]) == ("name_refused", "teams")
    assert refused["values"]["reason"] == reason


def test_the_table_of_results_says_for_which_team_each_was_played(
    server: Server, persons: MakePersons
) -> None:
    host, *people = persons(3)
    event = began(host, people, movement="teams", team_names=["Owls", None], deals=1)
    after = play_round(server, people, event)
    teams = {(row["seat"], row["result"], ("Owls", "B")[row["team"]]) for row in after["boards"][0]["rows"]}
    text = host.get(f"/events/{event['id']}/results.csv").text.removeprefix("\ufeff")
    assert {
        (int(row["seat"]), int(row["result"]), row["team"]) for row in DictReader(StringIO(text))
    } == teams


# --- whose results are ---------------------------------------------------------------------------------


def test_who_gives_up_with_few_cards_left_has_the_worse_result(server: Server, persons: MakePersons) -> None:
    host, one, other, third, fourth = persons(5)
    event = began(host, [one, other, third, fourth])
    tables = [read(person, event)["table"] for person in (one, other, third, fourth)]
    for table in set(tables):
        set_pace(server, table)
    table = tables[0]
    with ThreadPoolExecutor(3) as pool:
        waits = zip((other, third, fourth), tables[1:], strict=True)
        others = [pool.submit(play_on, person, at) for person, at in waits]
        with one.socket(table) as socket:
            message = socket.hello()
            while len(message["view"]["hand"]) > 6 or not to_act(message):  # a lockup costs cards, unasked
                if to_act(message):
                    socket.send("play", version=message["version"], move=any_move(message))
                message = socket.receive("update")
        one.post(f"/tables/{table}/leave").raise_for_status()
        for each in others:
            each.result()
    deal = read(one, event)["boards"][0]
    assert [(row["name"], row["given_up"]) for row in deal["rows"] if row["you"]] == [("Person 0", True)]
    assert [row["name"] for row in deal["rows"] if row["given_up"]] == ["Person 0"]
    same = [row["result"] for row in deal["rows"] if row["seat"] == seat_at(deal) and not row["given_up"]]
    assert deal["result"] == min(*same, *(row["result"] for row in deal["rows"] if row["you"]))
    assert deal["state"] == "given_up"
    names = sorted(row["name"] for row in deal["rows"] if row["bot"] is None)
    assert names == [f"Person {number}" for number in range(4)]


def seat_at(deal: Message) -> int:
    """The seat that the asker had."""
    seat: int = next(row["seat"] for row in deal["rows"] if row["you"])
    return seat


def test_rows_of_an_evening_lead_to_no_round_whose_table_is_gone(
    server: Server, persons: MakePersons
) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other], deals=1)
    table = read(one, event)["table"]
    event = play_round(server, [one, other], event)
    with closing(server.database()) as connection, connection:
        connection.execute("DELETE FROM tables WHERE id = ?", [table])
    before, after = event["boards"][0], read(one, event)["boards"][0]
    assert [row["result"] for row in after["rows"]] == [row["result"] for row in before["rows"]]
    assert [row["round"] is None for row in after["rows"]] == [
        row["round"] == f"{table}.last" for row in before["rows"]
    ]
    assert (after["state"], after["result"], after["round"]) == ("finished", before["result"], None)


# --- how a round ends --------------------------------------------------------------------------------


def test_when_the_clock_has_run_out_bots_finish_and_who_did_not_come_is_given_up(
    server: Server, persons: MakePersons
) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other], minutes=10)
    table = read(one, event)["table"]
    run_clock_out(server, event)
    assert read(other, event)["round"] == 2
    after = finished_rows(one, event, 8)
    assert [row["given_up"] for row in after["boards"][0]["rows"]] == [
        row["bot"] is None for row in after["boards"][0]["rows"]
    ]
    assert (after["boards"][0]["state"], after["known"]) == ("given_up", 1)
    assert after["table"] != table


def test_at_the_end_of_a_round_who_is_waited_for_is_given_up_and_who_played_is_not(
    server: Server, persons: MakePersons
) -> None:
    """Everybody else at the table keeps what came out, marked, and is compared with all that did."""
    host, *people = persons(5)
    event = began(host, people, deals=2, minutes=10)
    one, table = people[0], read(people[0], event)["table"]
    set_pace(server, table)
    seats = persons_at(server, table)
    with one.socket(table) as socket:
        message = socket.hello()
        while to_act(message) or not seats.intersection(message["view"]["acting"]):
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            message = socket.receive("update")
        run_clock_out(server, event)
        after = finished_rows(one, event, 8)["boards"][0]
    given_up = {row["name"] for row in after["rows"] if row["given_up"]}
    assert given_up == {f"Person {number}" for number in (1, 2, 3)}
    assert {row["name"] for row in after["rows"] if row["bots_finished"]} == {"Person 0"}
    in_csv = DictReader(StringIO(one.get(f"/events/{event['id']}/results.csv").text.lstrip("\ufeff")))
    assert {line["name"] for line in in_csv if line["bots_finished"]} == {"Person 0"}
    entries = one.get(f"/boards/{after['board']}").json()["entries"]
    assert [(each["name"], each["you"]) for each in entries if each["bots_finished"]] == [("Person 0", True)]
    mine = next(row["result"] for row in after["rows"] if row["you"])
    same = [row["result"] for row in after["rows"] if row["seat"] == seat_at(after) and not row["you"]]
    assert (after["state"], after["result"], after["of"]) == ("finished", mine, 1)
    assert after["ahead"] == mine - same[0]
    row = next(row for row in after["rows"] if row["name"] == "Person 1")
    theirs = read(people[1], event)["boards"][0]
    there = [each for each in after["rows"] if each["seat"] == row["seat"]]
    finished = [each["result"] for each in there if not each["given_up"]]
    assert theirs["result"] == min((row["result"], *finished))
    other = next(each["result"] for each in there if each["table"] != row["table"])
    assert theirs["ahead"] == theirs["result"] - other


def persons_at(server: Server, table: str) -> set[int]:
    """The seats of persons."""
    found = "SELECT seat FROM seats WHERE table_id = ? AND person_id IS NOT NULL"
    with closing(server.database()) as connection:
        return {row[0] for row in connection.execute(found, [table]).fetchall()}


def finished_rows(person: Person, event: Message, rows: int, board: int = 0) -> Message:
    """An evening, once so many results of a deal are there."""
    for _ in looking_again():
        found = read(person, event)
        if len(found["boards"][board]["rows"]) == rows:
            break
    return found


def test_the_host_goes_on_and_ends_and_to_ask_twice_skips_no_round(persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other], deals=3)
    for _ in range(2):
        assert order(host, event, "next", round=1)["round"] == 2
    over = order(host, event, "end")
    states = [deal["state"] for deal in read(one, over)["boards"]]
    assert over["state"] == "over"
    assert states[2] == "missed"
    assert finished_rows(one, event, 8)["boards"][0]["state"] == "given_up"
    for what in ("begin", "next", "end"):
        assert code_of(host.post(f"/events/{event['id']}/{what}")) == "event_over"


def test_many_notice_at_once_that_a_round_is_over_and_one_round_begins(
    server: Server, persons: MakePersons
) -> None:
    host, *people = persons(5)
    event = began(host, people, deals=8, minutes=10)
    run_clock_out(server, event)
    with ThreadPoolExecutor(5) as pool:
        rounds = list(pool.map(lambda person: read(person, event)["round"], [host, *people]))
    assert set(rounds) == {2}
    assert tables_of(server, event) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_an_evening_goes_on_after_a_restart_by_itself(own_server: Server) -> None:
    with ExitStack() as stack:
        host, one, other = (stack.enter_context(Person(own_server)) for _ in range(3))
        event = began(host, [one, other], minutes=10)
        own_server.stop()
        run_clock_out(own_server, event)
        own_server.start()
        for _ in looking_again():
            if len(tables_of(own_server, event)) == 4:
                break


def test_of_two_teams_one_person_plays_on_alone(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other], movement="teams", deals=3)
    assert one.delete(f"/events/{event['id']}/people/me").status_code == 204
    assert order(host, event, "next", round=1)["round"] == 2
    assert tables_of(server, event) == [(1, 1), (1, 2), (2, 1)]
    assert read(other, event)["table"] is not None


def tables_of(server: Server, event: Message) -> list[tuple[int, int]]:
    """The round and the number of each table that an evening has had."""
    found = "SELECT round, table_number FROM event_tables WHERE event_id = ? ORDER BY round, table_number"
    with closing(server.database()) as connection:
        return [tuple(row) for row in connection.execute(found, [event["id"]]).fetchall()]


# --- at one's own time -------------------------------------------------------------------------------


def test_three_people_and_three_simulated_ones_play_an_event_at_their_own_time(
    server: Server, persons: MakePersons
) -> None:
    host, *people = persons(7)
    wanted = {"kind": "own_time", "deals": 1, "until": in_days(1)}
    event = make(host, **wanted)
    for person in people:
        join(person, event)

    def play(person: Person) -> None:
        play_on(person, person.post(f"/events/{event['id']}/deals/1/tables", pace=0).json()["id"])

    with ThreadPoolExecutor(3) as pool:  # at the same time
        list(pool.map(play, people[:3]))
    for person in people[3:]:  # one after the other, as Medium plays
        play_out(server, person, person.post(f"/events/{event['id']}/deals/1/tables", pace=0).json())
    stood = [read(person, event)["standings"] for person in people]
    assert all(len(each) == 6 and {row["finished"] for row in each} == {1} for each in stood)
    ahead = {row["pseudonym"]: row["ahead"] for row in stood[0]}
    assert all({row["pseudonym"]: row["ahead"] for row in each} == ahead for each in stood)
    assert sum(ahead.values()) == pytest.approx(0)
    assert (
        len({row["result"] for row in medium_rows(people[3:], event)}) == 1
    )  # the same play, the same answers


def medium_rows(people: Sequence[Person], event: Message) -> list[Message]:
    """The first deal as each of these stands to it."""
    return [read(person, event)["boards"][0] for person in people]


# --- what its maker is told --------------------------------------------------------------------------


def test_whoever_makes_an_event_is_told_how_many_deals_tell_who_plays_better(person: Person) -> None:
    enough = person.get("/events/advice").json()["enough"]
    assert {(each["game"], each["kind"]) for each in enough} >= {
        (game, kind) for game in OWN_GAMES for kind in ("own_time", "evening")
    }
    assert all(each["deals"] is None or each["deals"] > 1 for each in enough)
