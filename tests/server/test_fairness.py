"""A table promises its deals before it knows the salts of its players, and shows each deal's key after it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.core.promise import DealTerms, root_from
from sevenfold.core.records import Record
from sevenfold.core.verifying import Point, verify
from sevenfold.games import load_game
from sevenfold.server.tables.seating import promises, rematch
from sevenfold.testing.running import Message, Person, Server, Socket, any_move, play_round, to_act
from tests.server.in_process import a_server, without_threads
from tests.server.together import (
    MakePersons,
    all_there,
    code_of,
    join,
    look,
    look_until,
    play_match,
    start_with,
    table_where,
    wait_table,
)

SALT, OTHER = "0123456789abcdef" * 2, "f0" * 16


def terms_in(table: Message) -> DealTerms:
    return DealTerms.read(table["promise"]["terms"])


def begin(person: Person, salt: str | None = SALT, **wanted: Any) -> Message:
    """A table for one, made and then started with a salt. Returns it as it waited."""
    table = person.create(wait=True, **wanted)
    person.post(f"/tables/{table['id']}/start", salt=salt).raise_for_status()
    return table


def leads(key: Message, promise: Message) -> bool:
    """Whether a key leads to the promise."""
    path = [bytes.fromhex(each) for each in key["path"]]
    root = root_from(key["deal"], bytes.fromhex(key["key"]), path)
    return root.hex() == str(promise["root"])


def record_of(person: Person, round_id: str) -> Record:
    answer = person.get(f"/rounds/{round_id}/record")
    return msgspec.json.decode(answer.content, type=Record)


def check(record: Record) -> None:
    """The record's deal is the one promised, and its round is as the game's rules say."""
    assert record.fair is not msgspec.UNSET
    checked = list(verify(record, record.fair, load_game(record.game)))
    assert {each.point for each in checked if each.holds is not True} <= {Point.FIRST}
    assert all(each.holds is not False for each in checked)


def ended(socket: Socket, message: Message) -> Message:
    """Play to the end of the round. No key is told before it."""
    *updates, last = play_round(socket, message)
    assert not any(update["keys"] for update in updates)
    return last


# --- one person -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_a_table_for_one_is_promised_before_its_salt_and_shows_the_key_afterwards(
    person: Person, game: str
) -> None:
    waiting = begin(person, game=game)
    assert (waiting["started"], waiting["link"]) == (False, None)
    assert terms_in(waiting).seats[0] == "none"
    with person.socket(waiting["id"]) as socket:
        first = socket.hello()
        promise = first["table"]["promise"]
        assert promise["root"] == waiting["promise"]["root"]
        terms = terms_in(first["table"])
        assert terms.seats == (SALT, *["bot"] * (len(terms.seats) - 1))
        assert msgspec.structs.replace(terms, seats=terms_in(waiting).seats) == terms_in(waiting)
        last = ended(socket, first)
        (key,) = last["keys"]
        assert (key["deal"] >= key["round"], key["round"], leads(key, promise)) == (True, 1, True)
        assert look(socket)["keys"] == last["keys"]
    fair = person.get(f"/rounds/{waiting['id']}.last").json()["fair"]
    assert (fair["promise"], fair["terms"]) == (promise["root"], promise["terms"])
    assert (fair["key"], fair["path"]) == (key["key"], key["path"])
    check(record_of(person, f"{waiting['id']}.last"))


def test_a_table_that_is_dealt_at_once_promises_nothing(person: Person) -> None:
    table = person.create()
    assert table["promise"] is None
    with person.socket(table["id"]) as socket:
        assert ended(socket, socket.hello())["keys"] == []
    assert person.get(f"/rounds/{table['id']}.last").json()["fair"] is None
    assert record_of(person, f"{table['id']}.last").fair is msgspec.UNSET


def test_a_seat_without_a_salt_is_written_down_and_holds_nobody_up(person: Person) -> None:
    table = begin(person, None)
    assert terms_in(person.get(f"/tables/{table['id']}").json()).seats == ("none", "bot", "bot", "bot")
    with person.socket(table["id"]) as socket:
        ended(socket, socket.hello())
    check(record_of(person, f"{table['id']}.1"))


@pytest.mark.parametrize(
    "salt", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, 7, {"a": 1}, "0" * 31 + "\n", "0" * 32 + "\n"]
)
def test_a_salt_that_is_none_is_refused_and_nothing_begins(person: Person, salt: object) -> None:
    table = person.create(wait=True)
    answer = person.post(f"/tables/{table['id']}/start", salt=salt)
    assert (answer.status_code, code_of(answer)) == (400, "malformed")
    assert not person.get(f"/tables/{table['id']}").json()["started"]


def test_only_the_host_starts_and_only_once(person: Person, other_person: Person) -> None:
    table = person.create(wait=True)
    assert code_of(other_person.post(f"/tables/{table['id']}/start")) == "not_seated"
    assert code_of(person.post("/tables/nowhere/start")) == "table_unknown"
    person.post(f"/tables/{table['id']}/start").raise_for_status()
    assert code_of(person.post(f"/tables/{table['id']}/start", salt=SALT)) == "already_started"
    assert terms_in(person.get(f"/tables/{table['id']}").json()).seats[0] == "none"


def test_a_table_with_free_seats_does_not_start_so(person: Person) -> None:
    table = wait_table(person)
    assert code_of(person.post(f"/tables/{table['id']}/start", salt=SALT)) == "seats_free"


# --- friends ----------------------------------------------------------------------------------------


def test_friends_add_their_salts_while_they_wait_and_who_is_silent_has_none(persons: MakePersons) -> None:
    host, friend, silent = persons(3)
    table = wait_table(host)
    join(friend, table["link"], 1).raise_for_status()
    join(silent, table["link"], 3).raise_for_status()
    with host.socket(table["id"]) as one, friend.socket(table["id"]) as two, silent.socket(table["id"]):
        one.send("hello")
        two.send("hello")
        one.send("add_salt", salt=OTHER)
        one.send("add_salt", salt=SALT)
        table_where(one, lambda now: terms_in(now).seats[0] == SALT)
        two.send("add_salt", salt=OTHER)
        seen = table_where(one, lambda now: terms_in(now).seats[1] == OTHER)
        assert terms_in(seen).seats == (SALT, OTHER, "free", "none")
        two.send("take_seat", seat=2)
        seen = table_where(one, lambda now: terms_in(now).seats[2] == OTHER)
        assert terms_in(seen).seats == (SALT, "free", OTHER, "none")
        one.send("set_options", options={"target": 1})
        changed = table_where(two, lambda now: terms_in(now).options["target"] == "1")
        assert changed["promise"]["root"] == table["promise"]["root"]
        one.send("start", fill="easy")
        begun = one.receive("snapshot")["table"]
        assert terms_in(begun).seats == (SALT, "bot", OTHER, "none")
        two.receive("snapshot")
        two.send("add_salt", salt=SALT)
        assert two.ask("add_salt", "error", salt="short")["code"] == "malformed"
        assert look(two)["table"]["promise"] == begun["promise"]


def test_somebody_who_leaves_takes_their_salt_along(persons: MakePersons) -> None:
    host, friend, next_friend = persons(3)
    table = wait_table(host)
    join(friend, table["link"], 1).raise_for_status()
    with host.socket(table["id"]) as one, friend.socket(table["id"]) as two:
        one.send("hello")
        two.send("hello")
        two.send("add_salt", salt=SALT)
        table_where(one, lambda now: terms_in(now).seats[1] == SALT)
        friend.post(f"/tables/{table['id']}/leave").raise_for_status()
        table_where(one, lambda now: terms_in(now).seats[1] == "free")
        join(next_friend, table["link"], 1).raise_for_status()
        table_where(one, lambda now: terms_in(now).seats[1] == "none")


def test_strangers_and_lists_are_told_of_no_promise(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    assert friend.get(f"/invitations/{table['link']}").json()["table"]["promise"] is None
    assert [each["promise"] for each in host.get("/tables").json()] == [None]


def round_over(one: Socket, two: Socket) -> Message:
    """Both play any move until the round is over."""
    while (message := look(one))["standing"]["result"] is None:
        for socket in (one, two):
            shown = look(socket)
            if to_act(shown):
                socket.send("play", version=shown["version"], move=any_move(shown))
    return message


@pytest.mark.parametrize("rounds", ["at_once", "match_end", "never"])
def test_the_key_is_told_when_the_round_may_be_looked_at(persons: MakePersons, rounds: str) -> None:
    host, friend, watcher = persons(3)
    settings = {"rounds": rounds, "watching": True}
    table = start_with(host, friend, pace=0, options={"target": 14}, settings=settings)
    watch = host.get(f"/tables/{table}").json()["watch_link"]
    join(watcher, watch).raise_for_status()
    with host.socket(table) as one, friend.socket(table) as two:
        first = round_over(one, two)
        told = [key["deal"] for key in first["keys"]]
        assert told == ([1] if rounds == "at_once" else [])
        assert not first["standing"]["over"]
        with watcher.socket(table) as third:
            assert look(third)["keys"] == first["keys"]
        last = first
        while not last["standing"]["over"]:
            for socket in (one, two):
                socket.send("next_round", version=look(socket)["version"])
            look_until(one, lambda now: now["standing"]["result"] is None)
            last = round_over(one, two)
        number = last["standing"]["round"]
        expected = {"at_once": [number], "match_end": list(range(1, number + 1)), "never": []}[rounds]
        assert [key["deal"] for key in last["keys"]] == expected
        assert all(leads(key, last["table"]["promise"]) for key in last["keys"])


def test_a_link_to_a_round_tells_its_key_alone(persons: MakePersons) -> None:
    host, stranger = persons(2)
    table = begin(host)
    with host.socket(table["id"]) as socket:
        ended(socket, socket.hello())
    link = host.post(f"/rounds/{table['id']}.1/link").json()["key"]
    fair = stranger.get(f"/rounds/{link}").json()["fair"]
    assert (fair["deal"], fair["promise"]) == (1, table["promise"]["root"])
    assert "keys" not in fair


# --- what lasts -------------------------------------------------------------------------------------


def test_the_promise_holds_after_a_restart(own_server: Server) -> None:
    with Person(own_server) as person:
        table = begin(person, options={"target": 200})
        with person.socket(table["id"]) as socket:
            ended(socket, socket.hello())
        own_server.stop()
        own_server.start()
        with person.socket(table["id"]) as socket:
            over = socket.hello()
            assert [key["deal"] for key in over["keys"]] == [1]
            socket.send("next_round", version=over["version"])
            dealt = socket.receive("update")
            while not to_act(dealt):
                dealt = socket.receive("update")
            (key,) = ended(socket, dealt)["keys"]
            assert (key["deal"], leads(key, table["promise"])) == (2, True)
        for deal in (1, 2):
            check(record_of(person, f"{table['id']}.{deal}"))


@pytest.mark.parametrize("draw", [False, True])
def test_a_rematch_is_promised_before_its_salts(persons: MakePersons, draw: bool) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0, options={"target": 1})
    assert host.get(f"/tables/{table}").json()["rematch_promise"] is None
    with host.socket(table) as one, friend.socket(table) as two:
        play_match(one, two)
    coming = host.get(f"/tables/{table}").json()["rematch_promise"]
    with host.socket(table) as one, friend.socket(table) as two:
        assert look(one)["table"]["rematch_promise"] == coming
        all_there(one, two)
        one.send("rematch", salt=SALT, draw=draw)
        two.send("rematch")
        again = table_where(two, lambda now: now["rematch"] is not None)
        assert again["rematch_promise"] is None
    found = host.get(f"/tables/{again['rematch']}").json()
    assert found["promise"]["root"] == coming["root"]
    before, terms = DealTerms.read(coming["terms"]), terms_in(found)
    assert msgspec.structs.replace(terms, seats=before.seats) == before
    assert terms.table == found["id"]
    assert sorted(terms.seats) == sorted((SALT, "none", "bot", "bot"))
    you = next(seat["seat"] for seat in found["seats"] if seat["you"])
    assert terms.seats[you] == SALT
    with host.socket(found["id"]) as one, friend.socket(found["id"]) as two:
        (key,) = round_over(one, two)["keys"]
    assert leads(key, coming)
    check(record_of(host, f"{found['id']}.1"))


def test_a_rematch_that_was_made_before_somebody_could_tell_of_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process was faster, or died between the two writes."""
    without_threads(monkeypatch)

    async def play() -> None:
        async with a_server(tmp_path) as server:
            ann = await server.browser("Ann")
            made = await ann.create(game="lockup", options={"target": 1}, pace=0)
            window = await ann.open(made.id)
            await window.ask("start", fill="easy")
            while not (await server.match(made.id)).over:
                told: Any = window.game
                match = await server.match(made.id)
                if match.round_over:
                    window.send("next_round", version=told["version"])
                elif told["view"]["acting"] == [0]:
                    window.send("play", version=told["version"], move=any_move(told))
                await server.quiet()
                await asyncio.sleep(0.002)
            row = await server.row(made.id)
            coming = promises.rematch_of(row)
            other = rematch.again(row, range(4))
            await server.tables._add_dealt(other)
            window.send("rematch")
            await server.quiet()
            await asyncio.sleep(0.05)
            await server.quiet()
            assert (await server.row(made.id)).rematch == other.id == coming[0]
            assert (await server.row(other.id)).promise == promises.promised(other).promise

    asyncio.run(play())
