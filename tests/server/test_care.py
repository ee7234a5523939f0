"""Commands for a server in its host's care, at one process with SQLite and at two with PostgreSQL."""

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.core.log import Dealt
from sevenfold.testing.running import WINDOW, Message, Person, Server, looking_again, to_act
from tests.server import test_evenings as evening
from tests.server.conftest import KINDS, SitTogether, a_database
from tests.server.test_claims import DEALER, NINES, UPCARD, WATCHER, look_with_the_other
from tests.server.test_events import join
from tests.server.test_going_on import go_on, has_ended, ready, result_shown
from tests.server.together import (
    MakePersons,
    code_of,
    look,
    look_until,
    seats_of,
    start_with,
    table_until,
    to_act_again,
    wait_table,
)

COMMANDS = {"tables", "persons", "say", "close", "open", "remove", "block", "export", "forget", "acts"}
PAGE = Path(__file__).parents[2] / "docs/hosting.md"
SHOWN = re.compile(rf"^\| `sevenfold ((?:{'|'.join(COMMANDS)})\b[^`]*)` \|", re.MULTILINE)


def sevenfold(server: Server, *arguments: object, fails: int = 0) -> str:
    """What a command prints for a server."""
    where = ["--data", str(server.data)]
    if server.database_url is not None:
        where += ["--database", server.database_url]
    result = CliRunner().invoke(app, [*map(str, arguments), *where], terminal_width=200)
    assert result.exit_code == fails, result.output
    return result.output


def listed(server: Server, *arguments: object) -> list[Message]:
    """The same as JSON."""
    return [json.loads(line) for line in sevenfold(server, *arguments, "--json").splitlines()]


def number(server: Server, table: str, seat: int) -> int:
    """The number of the person at a seat."""
    with closing(server.database()) as connection:
        rows = connection.execute(
            "SELECT person_id FROM seats WHERE table_id = ? AND seat = ?", [table, seat]
        ).fetchall()
    found: int = rows[0][0]
    return found


def until(holds: Any) -> None:
    """Wait until the processes have taken up what a command has done."""
    for _ in looking_again():
        if holds():
            return


@contextmanager
def opened(server: Server) -> Iterator[None]:
    """Leave a server that others use too open and unblocked."""
    try:
        yield
    finally:
        sevenfold(server, "open")
        for each in listed(server, "block", "--list"):
            sevenfold(server, "block", "--end", each["id"])
        for process in {server.next_process(), server.next_process()}:
            with httpx.Client(base_url=process.url) as http:
                until(lambda http=http: http.get("/api/notice").json().get("closing", "blocked") is None)


def is_closing(person: Person) -> bool:
    return person.get("/notice").json()["closing"] is not None


# --- lists ------------------------------------------------------------------------------------------


def test_tables_are_listed_by_game_state_name_and_person(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    playing = start_with(host, friend, name="Ottoline")
    waiting = wait_table(host, game="trump7", name="Ottoline")["id"]
    mine = number(server, playing, 0)

    def ids(*arguments: object) -> set[str]:
        return {each["id"] for each in listed(server, "tables", "--person", mine, *arguments)}

    assert ids() == {playing, waiting}
    assert ids("--state", "waiting") == ids("--game", "trump7") == {waiting}
    assert ids("--name", "OTTO", "--since", "1h") == {playing, waiting}
    assert ids("--name", "100%") == set()
    assert "Ottoline" in sevenfold(server, "tables", "--state", "waiting", "--person", mine)
    assert len(listed(server, "tables", "--most", "1")) == 1


def test_persons_are_listed_by_name_and_table(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, name="Quirin")
    found = listed(server, "persons", "--table", table)
    assert {each["name"] for each in found} == {"Quirin", "Friend 1"}
    (quirin,) = listed(server, "persons", "--name", "quir", "--since", "2h")
    assert (quirin["id"], quirin["tables"], quirin["blocked"]) == (number(server, table, 0), 1, False)
    assert f"{quirin['id']}" in sevenfold(server, "persons", "--name", "Quirin")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tables", "--game", "whist"], "--game whist: it takes"),
        (["tables", "--state", "gone"], "it takes waiting, playing, over"),
        (["tables", "--since", "yesterday"], "minutes, hours or days"),
        (["remove", "Ann", "--yes"], "sevenfold persons --name"),
        (["remove", "999999"], "there is no person 999999"),
        (["forget", "-"], "there is no person -"),
        (["export", "99999999999"], "there is no person"),
        (["close", "--in", "soon"], "minutes, hours or days"),
        (["say"], "or --end"),
        (["say", "x" * 281], "1 to 280 characters"),
        (["say", "two\nlines"], "write one line"),
        (["block"], "say whom"),
        (["block", "everybody"], "203.0.113.0/24"),
        (["block", "203.0.113.7", "--until", "2001-01-01"], "a later day or time"),
        (["block", "--end", "99999"], "block --list"),
    ],
)
def test_what_cannot_be_meant_is_one_line_with_the_way_out(
    server: Server, arguments: list[str], said: str
) -> None:
    output = sevenfold(server, *arguments, fails=2)
    assert said in output
    assert len(output.strip().splitlines()) == 1


def test_a_folder_without_a_server_is_named(tmp_path: Path) -> None:
    for command in (["tables"], ["say", "hello"], ["close"], ["block", "12"], ["forget", "1", "--yes"]):
        result = CliRunner().invoke(app, [*command, "--data", str(tmp_path)], terminal_width=200)
        assert result.exit_code == 2
        assert "no Sevenfold of this version has served from it yet" in result.output


# --- say --------------------------------------------------------------------------------------------


def test_what_is_said_is_told_at_tables_and_elsewhere(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    with host.socket(table) as one, friend.socket(table) as two, opened(server):
        for socket in (one, two):
            socket.hello()
        sevenfold(server, "say", "The pizza is here <b>")
        for socket in (one, two):
            assert socket.receive("notice")["said"]["words"] == "The pizza is here <b>"
        for person in (host, friend):
            until(lambda person=person: person.get("/notice").json()["said"] is not None)
        with friend.socket(table) as later:  # whoever comes is told too
            later.hello()
            assert later.receive("notice")["said"]["words"] == "The pizza is here <b>"
        sevenfold(server, "say", "--end")
        for socket in (one, two):
            assert socket.receive("notice")["said"] is None


# --- close and open ---------------------------------------------------------------------------------


def test_a_closing_server_lets_rounds_end_and_begins_nothing(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table, waits = start_with(host, friend), wait_table(host)["id"]
    with host.socket(table) as socket, opened(server):
        socket.hello()
        sevenfold(server, "close", "--in", "10m", "--message", "New cables")
        closing = socket.receive("notice")["closing"]
        assert closing["words"] == "New cables"
        for person in (host, friend):
            until(lambda person=person: is_closing(person))
            answer = person.post("/tables", game="lockup")
            assert (answer.status_code, answer.json()["values"]) == (409, closing)
            assert code_of(answer) == "closing"
            assert person.http.get(f"{person.url}/readyz").json()["closing"]
        assert code_of(host.post(f"/tables/{waits}/start", salt=None)) == "closing"
        assert look(socket)["view"]["seat"] == 0
        sevenfold(server, "open")
        assert socket.receive("notice")["closing"] is None
        for person in (host, friend):
            until(lambda person=person: not is_closing(person))
            person.create()


def test_once_it_is_closed_rounds_in_play_end_and_the_next_waits_until_it_is_open(
    server: Server, persons: MakePersons
) -> None:
    people = persons(2)
    table = start_with(*people)
    with opened(server), result_shown(people, table) as sockets:
        sevenfold(server, "close")
        for person in people:
            until(lambda person=person: is_closing(person))
        for socket in sockets:
            go_on(socket)
        for socket in sockets:
            table_until(socket, ready(0, 1))
            assert has_ended(look(socket))
        sevenfold(server, "open")
        for socket in sockets:
            look_until(socket, lambda message: not has_ended(message))


def test_an_evening_begins_no_more_but_plays_its_rounds(server: Server, persons: MakePersons) -> None:
    host, one, two = persons(3)
    begun, event = evening.began(host, [one, two]), evening.make(host)
    for person in (one, two):
        join(person, event)
    with opened(server):
        sevenfold(server, "close", "--in", "3h")
        until(lambda: is_closing(host))
        assert code_of(host.post(f"/events/{event['id']}/begin")) == "closing"
        assert evening.order(host, begun, "next", round=1)["round"] == 2
    evening.order(host, event, "begin")


def test_closed_while_it_is_closing_says_so_and_has_the_new_time(
    server: Server, persons: MakePersons
) -> None:
    (person,) = persons(1)
    with opened(server):
        assert "It closes at" in sevenfold(server, "close", "--in", "3h")
        until(lambda: is_closing(person))
        first = person.get("/notice").json()["closing"]["at"]
        assert "It was to close at" in sevenfold(server, "close", "--in", "10m", "--message", "Earlier")
        until(lambda: person.get("/notice").json()["closing"]["words"] == "Earlier")
        assert person.get("/notice").json()["closing"]["at"] < first
        assert "It is open again" in sevenfold(server, "open")
        assert "It was open, and is" in sevenfold(server, "open")


def test_it_is_closed_after_a_restart_too(own_server: Server) -> None:
    sevenfold(own_server, "close", "--message", "Holidays")
    own_server.stop()
    own_server.start()
    with Person(own_server) as newcomer:
        assert newcomer.get("/notice").json()["closing"]["words"] == "Holidays"
        assert code_of(newcomer.post("/tables", game="lockup")) == "closing"
    sevenfold(own_server, "open")


# --- remove -----------------------------------------------------------------------------------------


def test_somebody_is_removed_and_the_others_play_on(server: Server, persons: MakePersons) -> None:
    host, friend, third = persons(3)
    table = start_with(host, friend, third)
    who = number(server, table, 1)
    with host.socket(table) as socket, friend.socket(table) as gone:
        socket.hello()
        gone.hello()
        planned = sevenfold(server, "remove", who, "--dry-run")
        assert "a bot takes their seat, 2 others play on" in planned
        assert seats_of(host.get(f"/tables/{table}").json(), "bot")[1] is None
        assert "nothing is done yet" in sevenfold(server, "remove", who, fails=2)
        assert "removed from 1 place" in sevenfold(server, "remove", who, "--yes")
        assert gone.close_code == 4403
        table_until(socket, lambda shown: shown["seats"][1]["bot"] is not None)
    assert code_of(friend.get(f"/tables/{table}")) == "removed"
    assert f"person {who} is not at a table" in sevenfold(server, "remove", who, fails=2)
    (act,) = (
        each
        for each in listed(server, "acts")
        if (each["kind"], each["about"].get("person")) == ("remove", who)
    )
    assert act["outcome"] == "removed from 1 place"
    assert act["who"]


@pytest.mark.parametrize("answered", [False, True])
def test_somebody_removed_amid_a_claim_window_leaves_the_table_sound(
    server: Server, sit_together: SitTogether, person: Person, other_person: Person, answered: bool
) -> None:
    """A bot takes the seat that is asked and answers for it, and the round goes on."""
    hands = {"0": WATCHER, "1": NINES, "2": DEALER}
    table = sit_together("seven_bridge", Dealt(0, hands, f"{UPCARD} 4C 3S 7D"), joker="no")
    who = number(server, table, 1)
    with server.clock.stopped(), person.socket(table) as one, other_person.socket(table) as asked:
        snapshot = look_with_the_other(one)
        assert asked.hello()["view"]["acting"] == [1]
        if answered:
            asked.send("play", version=snapshot["version"], move="pass")
        sevenfold(server, "remove", who, "--table", table, "--yes")
        assert asked.close_code == 4403
        shown = table_until(one, lambda shown: shown["seats"][1]["bot"] is not None)
        assert shown["seats"][0]["you"]
        server.clock.go_on(WINDOW + 1)
    with person.socket(table) as one:
        turn = look_until(one, to_act)
        for move in ("draw", "discard KS", "draw"):
            one.send("play", version=turn["version"], move=move)
            turn = look_until(one, to_act_again(turn))


def test_whoever_sits_alone_leaves_a_table_that_is_deleted(server: Server, persons: MakePersons) -> None:
    (person,) = persons(1)
    one, two = person.create()["id"], person.create(game="trump7")["id"]
    who = number(server, one, 0)
    assert "nobody else sits there" in sevenfold(server, "remove", who, "--table", one, "--yes")
    until(lambda: code_of(person.get(f"/tables/{one}")) == "table_unknown")
    assert person.get(f"/tables/{two}").status_code == 200


# --- block ------------------------------------------------------------------------------------------


def test_a_blocked_person_is_out_at_once_and_told_why(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    who = number(server, table, 1)
    with host.socket(table) as socket, friend.socket(table) as out, opened(server):
        socket.hello()
        out.hello()
        assert "1 page of" in sevenfold(server, "block", who, "--dry-run")
        assert friend.get("/session").status_code == 200
        reason = "Shouting <i>"
        assert "Blocked until" in sevenfold(server, "block", who, "--until", "7d", "--reason", reason)
        assert out.close_code == 4403
        until(lambda: friend.get("/session").status_code == 403)
        problem = friend.get("/me").json()
        assert (problem["code"], problem["values"]["reason"]) == ("blocked", reason)
        page = friend.http.get(f"{friend.url}/", headers={"accept": "text/html"})
        assert page.status_code == 403
        for text in ("Shouting &lt;i&gt;", "The host of this server", "本站管理员", "このサーバーの管理者"):
            assert text in page.text
        assert look(socket)["view"]["seat"] == 0
        assert [each["blocked"] for each in listed(server, "persons", "--name", "Friend 1")][:1] == [True]
    until(lambda: friend.get("/session").status_code == 200)


def test_a_block_goes_with_its_person_whose_number_somebody_else_may_get(
    server: Server, persons: MakePersons
) -> None:
    (gone,) = persons(1)
    who = number(server, gone.create()["id"], 0)
    sevenfold(server, "block", who)
    sevenfold(server, "forget", who, "--yes")
    until(lambda: listed(server, "block", "--list") == [])
    for newcomer in persons(4):
        until(lambda newcomer=newcomer: newcomer.get("/session").status_code == 200)


def test_a_block_of_addresses_meets_those_alone(server: Server) -> None:
    with (
        Person(server, address="127.0.0.2") as one,
        Person(server, address="127.0.0.3") as other,
        opened(server),
    ):
        with one.socket(one.create()["id"]) as here, other.socket(other.create()["id"]) as there:
            here.hello()
            there.hello()
            assert "Blocked for good" in sevenfold(server, "block", "127.0.0.2/32")
            assert here.close_code == 4403
            until(lambda: one.get("/games").status_code == 403)
            assert other.get("/games").status_code == 200
            assert look(there)["view"]["seat"] == 0
            assert one.http.get(f"{one.url}/healthz").status_code == 200
        (block,) = listed(server, "block", "--list")
        assert block["network"] == "127.0.0.2/32"
        ended = sevenfold(server, "block", "--end", block["id"])
        assert f"Block {block['id']} is ended" in str(ended)
        until(lambda: one.get("/games").status_code == 200)


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0", "127.0.0.0/8"])
def test_a_block_of_everybody_is_refused_without_a_yes(
    server: Server, person: Person, everybody: str
) -> None:
    with person.socket(person.create()["id"]) as socket:
        socket.hello()
        assert "that would block everybody" in sevenfold(server, "block", everybody, fails=2)
        assert "that would block everybody" in sevenfold(server, "block", everybody, "--dry-run", fails=2)
        assert look(socket)["view"]["seat"] == 0
    assert listed(server, "block", "--list") == []


def test_with_a_yes_everybody_is_out(server: Server, person: Person) -> None:
    with opened(server):
        sevenfold(server, "block", "127.0.0.0/8", "--yes", "--until", "1h")
        until(lambda: person.get("/games").status_code == 403)
    until(lambda: person.get("/games").status_code == 200)


# --- export and forget ------------------------------------------------------------------------------


def test_an_export_is_what_they_get_themselves(server: Server, persons: MakePersons, tmp_path: Path) -> None:
    from tests.server.test_me import archive, rows

    host, friend = persons(2)
    table = start_with(host, friend)
    file = tmp_path / "kept.zip"
    assert str(file) in sevenfold(server, "export", number(server, table, 0), file)
    from zipfile import ZipFile

    own = archive(host)
    with ZipFile(file) as given:
        assert set(given.namelist()) == set(own.namelist())
        assert rows(given, "persons") == rows(own, "persons")
        assert rows(given, "seats") == rows(own, "seats")
    assert file.stat().st_mode & 0o077 == 0
    assert "replace it with --force" in sevenfold(server, "export", number(server, table, 0), file, fails=2)


def test_somebody_is_forgotten_as_on_their_own_page(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    who = number(server, table, 1)
    assert "nothing is done yet" in sevenfold(server, "forget", who, fails=2)
    assert "forgotten" in sevenfold(server, "forget", who, "--yes")
    until(lambda: friend.get("/session").status_code == 401)
    until(lambda: seats_of(host.get(f"/tables/{table}").json(), "name")[1] != "Friend 1")
    assert f"there is no person {who}" in sevenfold(server, "forget", who, "--yes", fails=2)


# --- without a server -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["postgresql" if kind == "two" else kind for kind in KINDS])
def test_where_no_server_runs_the_command_does_it_itself(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with a_database(kind, request) as url:
        server = Server(tmp_path, database_url=url)
        try:
            with Person(server) as host, Person(server) as friend:
                table = start_with(host, friend)
                one, two = (number(server, table, seat) for seat in (0, 1))
                server.stop()
                assert "removed from 1 place" in sevenfold(server, "remove", two, "--yes")
                assert "forgotten" in sevenfold(server, "forget", one, "--yes")
                assert "0 pages of 0" in sevenfold(server, "block", two)
                sevenfold(server, "close")
                server.start()
                assert host.get("/session").status_code == 401
                assert friend.get("/session").status_code == 403
        finally:
            server.close()


# --- the page for hosts -----------------------------------------------------------------------------


def test_the_page_for_hosts_shows_the_commands_as_they_are(
    server: Server, persons: MakePersons, tmp_path: Path
) -> None:
    """All of its table, in order: whoever is named leaves at its end."""
    host, friend = persons(2)
    table = start_with(host, friend)
    meant = {"PERSON": str(number(server, table, 1)), "FILE": str(tmp_path / "person.zip")}
    shown = SHOWN.findall(PAGE.read_text(encoding="utf-8"))
    assert {shlex.split(each)[0] for each in shown} == COMMANDS
    with opened(server):
        for command in shown:
            sevenfold(server, *(meant.get(each, each) for each in shlex.split(command)))
        sevenfold(server, "say", "--end")
    assert (tmp_path / "person.zip").is_file()
    until(lambda: friend.get("/session").status_code == 401)
