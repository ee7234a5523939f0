"""Tables of several persons: from a link to a seat, the host, leaving."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest

from sevenfold.server.limits import Limits
from sevenfold.testing.running import Person, Server, any_move, play_round
from tests.server.test_routes import routes
from tests.server.together import (
    MakePersons,
    code_of,
    join,
    look,
    play_until,
    seats_of,
    show_there,
    start_with,
    table_where,
    wait_table,
)

# --- from a link to a seat --------------------------------------------------------------------------


def test_a_table_of_friends_waits_with_free_seats(persons: MakePersons) -> None:
    (host,) = persons(1)
    table = wait_table(host, name="Ann")

    assert not table["started"]
    assert seats_of(table, "name") == ["Ann", None, None, None]
    assert seats_of(table, "free") == [False, True, True, True]
    assert seats_of(table, "host") == [True, False, False, False]
    assert len(table["link"]) == 22
    assert len(table["code"]) == 9
    assert host.get("/session").json()["name"] == "Ann"
    with host.socket(table["id"]) as socket:
        socket.send("hello")
        assert socket.receive()["table"]["link"] == table["link"]
        assert socket.ask("play", "error", version=1, move="AS")["code"] == "not_started"


@pytest.mark.parametrize("kind", ["link", "code"])
def test_a_link_shows_the_table_and_changes_nothing_until_a_seat_is_tapped(
    server: Server, persons: MakePersons, kind: str
) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    before = server.kept(table["id"])

    shown = friend.get(f"/invitations/{table[kind]}").json()

    assert server.kept(table["id"]) == before
    assert (shown["kind"], shown["here"], shown["name"]) == ("seat", None, None)
    assert seats_of(shown["table"], "open") == [False, True, True, True]
    assert shown["table"]["link"] is shown["table"]["code"] is None
    joined = join(friend, table[kind], 2, "Bea").json()
    assert seats_of(joined, "name") == ["Host", None, "Bea", None]
    assert seats_of(joined, "you") == [False, False, True, False]
    assert friend.get(f"/invitations/{table[kind]}").json()["here"] == "seated"


def test_who_may_sit_is_told_how_to_watch_where_one_may(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    assert friend.get(f"/invitations/{table['link']}").json()["watch"] is None
    watched = wait_table(host, settings={"watching": True})
    key = friend.get(f"/invitations/{watched['link']}").json()["watch"]
    assert key == watched["watch_link"]
    to_watch = friend.get(f"/invitations/{key}").json()
    assert (to_watch["kind"], to_watch["watch"]) == ("watch", None)


def test_whoever_is_there_sees_who_comes(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    with host.socket(table["id"]) as socket:
        socket.send("hello")
        join(friend, table["link"], 1, "Bea")
        told = table_where(socket, lambda table: table["seats"][1]["name"] == "Bea")
        assert not told["seats"][1]["connected"]
        with friend.socket(table["id"]):
            table_where(socket, lambda table: table["seats"][1]["connected"])
        table_where(socket, lambda table: not table["seats"][1]["connected"])


@pytest.mark.parametrize(
    ("seat", "name", "code"),
    [
        (0, "Bea", "seat_taken"),
        (4, "Bea", "no_such_seat"),
        (-1, "Bea", "no_such_seat"),
        (None, "Bea", "no_such_seat"),
        (1, "Host", "name_refused"),
        (1, "Ноst", "name_refused"),
        (1, "\u202eBea", "name_refused"),
    ],
)
def test_who_cannot_sit_down_is_told_why(
    server: Server, persons: MakePersons, seat: int | None, name: str, code: str
) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    before = server.kept(table["id"])

    assert code_of(join(friend, table["link"], seat, name)) == code
    assert server.kept(table["id"]) == before


def test_nobody_has_two_seats(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host, settings={"watching": True})
    join(friend, table["link"], 1, "Bea").raise_for_status()

    assert code_of(join(friend, table["link"], 2, "Bea")) == "already_there"
    assert code_of(join(friend, table["watch_link"])) == "already_there"
    assert code_of(join(host, table["link"], 2)) == "already_there"


def test_of_twenty_who_race_for_a_seat_one_gets_it(persons: MakePersons) -> None:
    host, *friends = persons(21)
    table = wait_table(host)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda person: join(person, table["link"], 1), friends))

    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
    assert {code_of(answer) for answer in answers if answer.status_code == 409} == {"seat_taken"}
    assert [len(person.get("/tables").json()) for person in friends].count(1) == 1


@pytest.mark.parametrize("zero", ["0", "０", "٠", "۰", "०", "𝟎"])
def test_a_code_leads_to_its_table_in_any_digits(persons: MakePersons, zero: str) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    code = "".join(chr(ord(zero) + int(digit)) for digit in table["code"])
    assert friend.get(f"/invitations/{code}").json()["table"]["id"] == table["id"]
    assert join(friend, code, 1, "Bea").json()["seats"][1]["you"]


def test_a_code_that_is_wrong_is_told_and_soon_no_code_is_heard(tmp_path: Path) -> None:
    running = Server(tmp_path, Limits())
    try:
        with Person(running) as host, Person(running) as guesser:
            table = wait_table(host)
            wrong = [f"{(int(table['code']) + 1 + n) % 10**9:09}" for n in range(11)]
            codes = [code_of(guesser.get(f"/invitations/{code}")) for code in wrong]
            assert codes == ["link_unknown"] * 10 + ["too_many"]
            assert code_of(guesser.get(f"/invitations/{table['code']}")) == "too_many"
            assert guesser.get(f"/invitations/{table['link']}").status_code == 200
            assert code_of(guesser.get("/invitations/nothing-of-the-sort")) == "link_unknown"
    finally:
        running.close()


def test_a_name_can_be_changed(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    join(friend, table["link"], 1, "Bea").raise_for_status()
    with friend.socket(table["id"]) as socket:
        socket.send("hello")
        assert socket.ask("set_name", "error", name="H0st")["values"]["reason"] == "alike"
        socket.send("set_name", name="Bee")
        table_where(socket, lambda table: table["seats"][1]["name"] == "Bee")
    assert friend.put("/session", name="Beatrice").json()["name"] == "Beatrice"
    assert code_of(friend.put("/session", name="")) == "name_refused"


# --- start ------------------------------------------------------------------------------------------


def test_the_host_changes_options_adds_bots_and_starts(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host, game="seven_bridge", players=3)
    join(friend, table["link"], 2, "Cem").raise_for_status()
    with host.socket(table["id"]) as one, friend.socket(table["id"]) as two:
        one.send("hello")
        two.send("hello")
        assert two.ask("start", "error")["code"] == "not_host"
        assert one.ask("start", "error")["code"] == "seats_free"
        one.send("set_bot", seat=1, bot="easy")
        table_where(two, lambda table: table["seats"][1]["bot"] == "easy")
        one.send("set_options", preset=None, options={}, players=4)
        told = table_where(two, lambda table: table["players"] == 4)
        assert seats_of(told, "free") == [False, False, False, True]
        two.send("take_seat", seat=3)
        table_where(one, lambda table: table["seats"][-1]["name"] == "Cem" and table["players"] == 4)
        one.send("set_options", preset=None, options={}, players=2)
        told = table_where(two, lambda table: table["players"] == 2)
        assert seats_of(told, "name") == ["Host", "Cem"]
        one.send("start")
        snapshots = [socket.receive("snapshot") for socket in (one, two)]
        assert [snapshot["view"]["seat"] for snapshot in snapshots] == [0, 1]
        assert one.ask("start", "error")["code"] == "already_started"
        problem = one.ask("set_options", "error", preset=None, options={}, players=3)
        assert problem["code"] == "already_started"


def test_what_differs_from_the_preset_is_told(persons: MakePersons) -> None:
    (host,) = persons(1)
    table = wait_table(host, preset="author", options={"target": 3})

    assert (table["preset"], table["nearest"], table["differs"]) == (None, "author", ["target"])
    table = wait_table(host, preset="author")
    assert (table["preset"], table["nearest"], table["differs"]) == ("author", "author", [])


# --- a bot's seat in play ---------------------------------------------------------------------------


def test_a_bots_seat_is_taken_between_rounds(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host)
    key = host.get(f"/tables/{table}").json()["link"]
    assert code_of(join(friend, key, 1, "Bea")) == "seat_closed"
    with host.socket(table) as socket:
        play_round(socket, socket.hello())
        joined = join(friend, key, 1, "Bea").json()
        assert seats_of(joined, "name") == ["Host", "Bea", None, None]
        with friend.socket(table) as other:
            assert other.hello()["view"]["seat"] == 1
            show_there(socket, 2)
            for each in (socket, other):
                each.send("next_round", version=look(each)["version"])
            assert other.receive("update")["standing"]["round"] == 2


def test_a_bots_seat_is_taken_at_once_where_the_host_allows_it(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, settings={"joining": "at_once"})
    key = host.get(f"/tables/{table}").json()["link"]

    joined = join(friend, key, 1, "Bea").json()

    assert seats_of(joined, "open") == [False, False, True, True]
    with friend.socket(table) as socket:
        message = socket.hello()
        assert message["view"]["seat"] == 1
        assert len(message["view"]["hand"]) > 0


def test_a_newcomer_who_comes_while_the_round_starts_sits_or_is_told(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host)
    key = host.get(f"/tables/{table}").json()["link"]
    with host.socket(table) as socket, ThreadPoolExecutor(1) as pool:
        end = play_round(socket, socket.hello())[-1]
        coming = pool.submit(join, friend, key, 1, "Bea")
        socket.send("next_round", version=end["version"])
        answer = coming.result()
        seated = host.get(f"/tables/{table}").json()["seats"][1]
        if answer.status_code == 200:
            assert seated["name"] == "Bea"
        else:
            assert code_of(answer) == "seat_closed"
            assert seated["bot"] == "medium"
        assert socket.hello()["standing"]["round"] == 2


def test_a_table_made_to_play_alone_is_closed_until_its_host_opens_it(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = host.create()
    assert table["link"] is None
    with host.socket(table["id"]) as socket:
        socket.hello()
        socket.send("set_open", open=True)
        key = table_where(socket, lambda table: table["link"] is not None)["link"]
        assert friend.get(f"/invitations/{key}").json()["table"]["id"] == table["id"]
        socket.send("set_open", open=False)
        table_where(socket, lambda table: table["link"] is None)
    assert code_of(join(friend, key, 1)) == "link_unknown"


def test_the_host_alone_says_how_fast_and_how_well_bots_play(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    with host.socket(table) as one, friend.socket(table) as two:
        look(one), look(two)
        assert two.ask("set_pace", "error", pace=300)["code"] == "not_host"
        assert two.ask("set_bot", "error", seat=2, bot="easy")["code"] == "not_host"
        one.send("set_pace", pace=300)
        table_where(one, lambda table: table["pace"] == 300)


# --- removed, gone, the host's role -----------------------------------------------------------------


def test_who_is_removed_in_the_middle_of_their_turn_cannot_come_back(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, settings={"watching": True, "joining": "at_once"})
    with host.socket(table) as one, friend.socket(table) as two:
        play_until(1, [one, two])
        key = look(one)["table"]["link"]
        one.send("remove", seat=1)
        assert two.receive("error")["code"] == "removed"
        assert two.close_code == 4403
        told = table_where(one, lambda table: table["seats"][1]["bot"] is not None)
        assert told["link"] != key
        assert code_of(join(friend, key, 1)) == "link_unknown"
        assert code_of(join(friend, told["link"], 1)) == "removed"
        assert code_of(join(friend, told["watch_link"])) == "removed"
        updates = play_round(one, look(one))  # the bot plays on
        assert updates[-1]["standing"]["result"] is not None


def test_when_the_host_leaves_who_has_sat_longest_is_the_host(persons: MakePersons) -> None:
    host, early, late = persons(3)
    table = wait_table(host)
    join(early, table["link"], 3, "Early").raise_for_status()
    join(late, table["link"], 1, "Late").raise_for_status()

    host.post(f"/tables/{table['id']}/leave").raise_for_status()

    assert host.get(f"/tables/{table['id']}").json()["code"] == "not_seated"
    left = early.get(f"/tables/{table['id']}").json()
    assert seats_of(left, "host") == [False, False, False, True]
    assert seats_of(left, "free") == [True, False, True, False]
    with early.socket(table["id"]) as socket:
        socket.send("hello")
        socket.send("pass_host", seat=1)
        table_where(socket, lambda table: table["seats"][1]["host"])
        assert socket.ask("set_open", "error", open=False)["code"] == "not_host"


def test_the_last_person_takes_the_table_with_them(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    host.post(f"/tables/{table}/leave").raise_for_status()
    assert seats_of(friend.get(f"/tables/{table}").json(), "bot") == ["medium", None, "medium", "medium"]
    friend.post(f"/tables/{table}/leave").raise_for_status()
    assert server.kept(table) == [[], [], []]


def test_who_deletes_their_data_leaves_and_destroys_nobodys_game(
    server: Server, persons: MakePersons
) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    logged = server.kept(table)[2]

    assert friend.delete("/session").status_code == 204

    assert code_of(friend.get("/tables")) == "session_unknown"
    left = host.get(f"/tables/{table}").json()
    assert seats_of(left, "name") == ["Host", None, None, None]
    assert server.kept(table)[2][: len(logged)] == logged
    with host.socket(table) as socket:
        assert play_round(socket, socket.hello())[-1]["standing"]["result"] is not None


# --- a seat is its person's -------------------------------------------------------------------------


def test_no_route_makes_a_link_to_a_friends_seat(persons: MakePersons) -> None:
    """So was a seat stolen: whoever sat there made such a link once the friend was away for a moment."""
    host, friend, private = persons(3)
    table = start_with(host, friend, settings={"joining": "at_once", "watching": True})
    info = host.get(f"/tables/{table}").json()
    assert not [path for path in routes("POST") if "seat" in path]

    asked = [
        path.removeprefix("/api") for path in routes("POST") if "{table:str}" in path and "leave" not in path
    ]
    answers = [host.post(path.replace("{table:str}", table)) for path in asked]
    told = [text for answer in answers if answer.content for text in strings(answer.json())]
    for key in {*told, info["link"], info["watch_link"], info["code"]}:
        for seat in (None, 1):
            join(private, quote(key, safe=""), seat, "Somebody")

    assert not seats_of(host.get(f"/tables/{table}").json(), "connected")[1]
    with friend.socket(table) as socket:
        assert socket.hello()["view"]["seat"] == 1
    assert not any(
        seats_of(each, "you")[1] for each in [private.get(f"/tables/{table}").json()] if "seats" in each
    )


def strings(value: object) -> list[str]:
    """All texts in an answer."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in strings(each)]
    if isinstance(value, list):
        return [text for each in value for text in strings(each)]
    return [value] if isinstance(value, str) and value else []


def test_two_tabs_that_play_the_same_card_play_it_once(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0)
    with host.socket(table) as one, host.socket(table) as two, friend.socket(table) as other:
        message = play_until(0, [one, other])
        two.hello()
        move = any_move(message)
        for socket in (one, two):
            socket.send("play", version=message["version"], move=move)
        for socket in (one, two):
            while socket.receive("update")["version"] <= message["version"]:
                pass
    with host.socket(table) as fresh:
        events = fresh.hello()["events"]
    assert [event["seat"] for event in events if event["move"] == move] == [0]


# --- the rest ---------------------------------------------------------------------------------------


def test_a_listed_table_is_found_until_it_starts(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host, settings={"listed": True})
    hidden = wait_table(host)

    found = {each["table"]["id"]: each["key"] for each in friend.get("/open_tables").json()}

    assert found[table["id"]] == table["link"]
    assert hidden["id"] not in found
    with host.socket(table["id"]) as socket:
        socket.send("hello")
        socket.send("start", fill="medium")
        socket.receive("snapshot")
    assert table["id"] not in {each["table"]["id"] for each in friend.get("/open_tables").json()}


def test_a_qr_code_is_a_path_in_its_square(persons: MakePersons) -> None:
    (person,) = persons(1)
    code = person.post("/qr", text="https://room.example/join/abcdefghijklmnopqrstuv").json()

    assert code["size"] == 29 + 4 * 2 + 4
    assert code["path"].startswith("M4 4.5h7")
    assert code_of(person.post("/qr", text="x" * 301)) == "option_invalid"
