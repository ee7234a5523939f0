"""Playing over the socket: whole matches, several connections, choices, hints and the bots' pace."""

from itertools import pairwise

from sevenfold.core.log import Dealt
from sevenfold.testing.running import Message, Person, Server, any_move, play_round, to_act, wait_for_turn
from tests.server.conftest import SitTogether
from tests.server.together import look, table_where


def test_a_whole_match_is_played_to_its_winner(person: Person) -> None:
    table = person.create()
    with person.socket(table["id"]) as socket:
        message = socket.hello()
        while not message["standing"]["over"]:
            message = [message, *play_round(socket, message)][-1]
            if not message["standing"]["over"]:
                message = socket.ask("next_round", "update", version=message["version"])

        standing = message["standing"]
        totals = [sum(round_[seat] for round_ in standing["results"]) for seat in range(4)]
        assert standing["scores"] == totals
        assert standing["winners"] == [totals.index(max(totals))]
        assert max(totals) >= table["options"]["target"]

        problem = socket.ask("next_round", "error", version=message["version"])
        assert problem["code"] == "match_over"

    assert person.get(f"/tables/{table['id']}").json()["standing"] == standing


def test_every_version_of_a_round_is_told_once(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        snapshot = socket.hello()
        updates = play_round(socket, snapshot)

    assert [update["since"] for update in updates] == [
        message["version"] for message in [snapshot, *updates[:-1]]
    ]
    told = [event for message in [snapshot, *updates] for event in message["events"]]
    moves = [event["version"] for event in told if event["kind"] in ("move", "chance")]
    assert moves == list(range(2, updates[-1]["version"] + 1))
    assert told[-1]["kind"] == "round"
    assert told[-1]["scores"] == updates[-1]["standing"]["result"]


def test_a_new_round_is_an_update_that_begins_with_the_deal(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        end = play_round(socket, socket.hello())[-1]
        update = socket.ask("next_round", "update", version=end["version"])

    assert update["since"] == end["version"]
    assert (update["events"][0]["kind"], update["events"][0]["count"]) == ("deal", 2)
    assert update["events"][0]["seat"] == end["standing"]["next_first"]
    assert update["standing"]["scores"] == end["standing"]["result"]
    assert update["standing"]["result"] is None


def test_two_sockets_of_one_person_are_told_the_same(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as one, person.socket(table) as two:
        snapshot = one.hello()
        two.hello()
        updates = play_round(one, snapshot)
        seen: list[Message] = []
        while not seen or seen[-1]["version"] < updates[-1]["version"]:
            seen.append(two.receive("update"))

    assert seen[-1] | {"since": 0, "events": []} == updates[-1] | {"since": 0, "events": []}
    assert [event for update in seen for event in update["events"]][-1]["kind"] == "round"


def test_either_socket_of_a_person_may_play(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as one, person.socket(table) as two:
        message = one.hello()
        two.hello()
        for socket in (two, one, two):
            message = wait_for_turn(one, message)
            socket.send("play", version=message["version"], move=any_move(message))
            message = one.receive("update")
            assert (message["events"][0]["kind"], message["events"][0]["seat"]) == ("move", 0)


def test_a_selection_is_answered_with_what_may_become_of_it(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        version, card = message["version"], message["choices"]["cards"][0]

        choices = socket.ask("select", "choices", version=version, cards=[card])

    assert choices == {
        "type": "choices",
        "version": version,
        "chosen": [card],
        "cards": [],
        "moves": [{"text": card, "kind": "play", "cards": [card], "arg": None}],
        "parts": [],
    }


def test_a_hint_is_a_move_that_is_accepted(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())

        hint = socket.ask("ask_hint", "hint", version=message["version"])

        text = hint["move"]["text"]
        assert text in message["choices"]["cards"]
        update = socket.ask("play", "update", version=message["version"], move=text)
        assert update["events"][0]["move"] == text


def test_the_pace_is_kept_with_the_table_and_told_to_every_socket(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as one, person.socket(table) as two:
        one.hello()
        two.hello()
        one.send("set_pace", pace=300)
        for socket in (one, two):
            table_where(socket, lambda table: table["pace"] == 300)

    assert person.get(f"/tables/{table}").json()["pace"] == 300


def test_bots_with_a_pace_move_one_at_a_time(server: Server, person: Person) -> None:
    with server.clock.stopped(), person.socket(person.create(pace=300)["id"]) as socket:
        told = [look(socket)]
        while moves_in(told[-1]) < 8:
            if to_act(told[-1]):
                socket.send("play", version=told[-1]["version"], move=any_move(told[-1]))
            else:
                server.clock.go_on(200)
            told.append(look(socket))

    assert {moves_in(after) - moves_in(before) for before, after in pairwise(told)} == {0, 1}


def moves_in(snapshot: Message) -> int:
    return sum(event["kind"] == "move" for event in snapshot["events"])


def test_bots_wait_until_somebody_is_connected(server: Server, person: Person) -> None:
    table = person.create()["id"]

    assert len(server.kept(table)[2]) == 1
    with person.socket(table) as socket:
        wait_for_turn(socket, socket.hello())


def test_a_table_tells_who_is_connected(person: Person) -> None:
    table = person.create()["id"]
    assert not person.get(f"/tables/{table}").json()["seats"][0]["connected"]

    with person.socket(table) as socket:
        assert socket.hello()["table"]["seats"][0]["connected"]
        assert person.get(f"/tables/{table}").json()["seats"][0]["connected"]


def test_who_leaves_is_no_longer_connected(
    sit_together: SitTogether, person: Person, other_person: Person
) -> None:
    deal = Dealt(0, {"0": "AS KS", "1": "QS JS", "2": "TS 9S", "3": "8S 7S"}, "")
    table = sit_together("lockup", deal)
    with person.socket(table) as stays:
        stays.hello()
        with other_person.socket(table):
            table_where(stays, lambda table: table["seats"][1]["connected"])
        table_where(stays, lambda table: not table["seats"][1]["connected"])
        assert stays.hello()["table"]["seats"][0]["connected"]


def test_a_change_of_the_table_is_told_once(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        version = message["version"]
        socket.send("set_pace", pace=300)
        table_where(socket, lambda table: table["pace"] == 300)
        told = []
        for _ in range(3):
            socket.send("hello", version=version)
            told.append(socket.receive("update")["type"])
            assert socket.receive()["type"] == "talk"  # what was said, all of it anew
    assert told == ["update"] * 3
