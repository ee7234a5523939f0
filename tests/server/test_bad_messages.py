"""A bad socket or message is answered with a clear problem, and changes nothing."""

import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from sevenfold.testing.running import Message, Person, Server, any_move, play_round, to_act, wait_for_turn
from tests.server.test_http import expire, forge, lose

# --- at the door ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spoil", [forge, expire, lose])
def test_without_a_good_cookie_there_is_no_seat(server: Server, person: Person, spoil: Any) -> None:
    table = person.create()["id"]
    spoil(server, person)
    with person.socket(table) as socket:
        assert socket.receive() == {"type": "error", "code": "session_unknown", "values": {}}
        assert socket.close_code == 4401


def test_an_unknown_table_is_named(person: Person) -> None:
    with person.socket("000000000000") as socket:
        assert socket.receive() == {
            "type": "error",
            "code": "table_unknown",
            "values": {"table": "000000000000"},
        }
        assert socket.close_code == 4404


def test_at_somebody_elses_table_one_hears_and_does_nothing(server: Server, person: Person) -> None:
    table = person.create()["id"]
    before = server.kept(table)
    with Person(server) as somebody_else, somebody_else.socket(table) as socket:
        assert socket.receive() == {"type": "error", "code": "not_seated", "values": {"table": table}}
        assert socket.close_code == 4403
    assert server.kept(table) == before


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "", "http://"])
def test_a_page_of_another_site_cannot_open_a_socket(person: Person, origin: str) -> None:
    table = person.create()["id"]
    with pytest.raises(InvalidStatus, match="403"), person.socket(table, Origin=origin):
        pass


def test_our_own_page_can_open_a_socket(person: Person) -> None:
    with person.socket(person.create()["id"], Origin=person.url) as socket:
        assert socket.hello()["type"] == "snapshot"


def test_a_table_played_by_other_rules_says_so(server: Server, person: Person) -> None:
    table = person.create()["id"]
    connection = server.database()
    with connection:
        connection.execute("UPDATE tables SET rules = 0 WHERE id = ?", [table])
    connection.close()

    with person.socket(table) as socket:
        assert socket.receive()["code"] == "rules_changed"
        assert socket.close_code == 4409
    assert person.get(f"/tables/{table}").status_code == 200


# --- messages -------------------------------------------------------------------------------------

MALFORMED = [
    ("", "$"),
    ("{", "$"),
    ("[]", "$"),
    ("null", "$"),
    ("\x00", "$"),
    (b"\x00\xff", "$"),
    ("[" * 4000, "$"),
    ('{"type": "play", "version": ' + "[" * 4000, "$.version"),
    ("{}", "$"),
    ('{"type": "resign"}', "$.type"),
    ('{"type": 1}', "$.type"),
    ('{"type": "play", "version": 1}', "$"),
    ('{"type": "play", "version": "1", "move": "QH"}', "$.version"),
    ('{"type": "play", "version": 1.5, "move": "QH"}', "$.version"),
    ('{"type": "play", "version": 1, "move": 12}', "$.move"),
    ('{"type": "play", "version": 1, "move": "QH", "seat": 2}', "$"),
    ('{"type": "play", "version": 1, "move": "\\ud800"}', "$"),
    ('{"type": "select", "version": 1, "cards": "QH"}', "$.cards"),
    ('{"type": "select", "version": 1, "cards": [1]}', "$.cards[0]"),
    ('{"type": "set_pace", "pace": null}', "$.pace"),
    ('{"type": "hello", "version": -0.5}', "$.version"),
]


@pytest.mark.parametrize(("message", "at"), MALFORMED)
def test_a_malformed_message_changes_nothing_and_the_socket_goes_on(
    server: Server, person: Person, message: str | bytes, at: str
) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        snapshot = wait_for_turn(socket, socket.hello())
        before = server.kept(table)

        socket.send_raw(message)

        assert socket.receive("error") == {"type": "error", "code": "malformed", "values": {"at": at}}
        assert server.kept(table) == before
        assert socket.hello()["version"] == snapshot["version"]


@pytest.mark.parametrize("filling", [" " * 5000, "七" * 1500], ids=["characters", "bytes"])
def test_an_oversized_message_is_refused_unread(server: Server, person: Person, filling: str) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        socket.send_raw(json.dumps({"type": "set_pace", "pace": 1}) + filling)
        assert socket.receive("error") == {
            "type": "error",
            "code": "too_large",
            "values": {"limit": "4096"},
        }
    assert server.kept(table) == before


def test_a_huge_message_closes_the_socket(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        socket.send_raw(" " * 1_000_000)
        assert socket.close_code == 1009
    assert server.kept(table) == before


@pytest.mark.parametrize(
    "message",
    [
        {"type": "play", "version": 1, "move": "QH"},
        {"type": "select", "version": 1, "cards": []},
        {"type": "ask_hint", "version": 1},
        {"type": "next_round", "version": 1},
        {"type": "set_pace", "pace": 5},
    ],
    ids=lambda message: message["type"],
)
def test_the_first_message_is_hello(server: Server, person: Person, message: Message) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        socket.send_raw(json.dumps(message))
        assert socket.receive()["code"] == "hello_expected"
        wait_for_turn(socket, socket.hello())

    assert person.get(f"/tables/{table}").json()["pace"] == 0
    assert not any('"seat":"0"' in entry for _, _, entry, _ in server.kept(table)[2])


# --- moves ----------------------------------------------------------------------------------------


def test_a_move_out_of_turn_is_refused_by_the_rules(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        socket.send("set_pace", pace=10_000)
        message = socket.ask("play", "update", version=message["version"], move=any_move(message))
        while to_act(message):  # the trick was ours, and we lead
            message = socket.ask("play", "update", version=message["version"], move=any_move(message))
        before = server.kept(table)

        refused = socket.ask("play", "refused", version=message["version"], move=message["view"]["hand"][0])

        assert refused["rule"] == "not_your_turn"
        assert refused["choices"]["cards"] == []
        problem = socket.ask("ask_hint", "error", version=message["version"])
        assert problem["code"] == "not_your_turn"
        assert server.kept(table) == before


def test_a_move_against_the_rules_is_refused_with_its_rule_and_what_would_do(
    server: Server, person: Person
) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = socket.hello()
        while not to_act(message) or set(message["choices"]["cards"]) == set(message["view"]["hand"]):
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            message = socket.receive("update")
            if message["standing"]["result"] is not None:
                message = socket.ask("next_round", "update", version=message["version"])
        illegal = (set(message["view"]["hand"]) - set(message["choices"]["cards"])).pop()
        before = server.kept(table)

        refused = socket.ask("play", "refused", version=message["version"], move=illegal)

        assert refused["rule"] in ("LU-2.1", "LU-3.1")
        assert refused["details"]["card"] == illegal
        assert refused["choices"] == message["choices"]
        assert refused["would_do"] == message["choices"]["cards"]
        assert (refused["version"], refused["move"]) == (message["version"], illegal)
        assert server.kept(table) == before


@pytest.mark.parametrize(
    ("move", "violation"),
    [("", "malformed"), ("ZZ", "malformed"), ("AS AS", "malformed"), ("x" * 3000, "malformed")],
)
def test_what_is_no_move_is_refused(server: Server, person: Person, move: str, violation: str) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        assert socket.ask("play", "refused", version=message["version"], move=move)["rule"] == violation
        assert server.kept(table) == before


def test_a_player_cannot_move_for_chance_or_another_seat(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        for move in ("0 lose AS", "2 lose AS"):
            assert socket.ask("play", "refused", version=message["version"], move=move)["rule"] == "malformed"
        assert server.kept(table) == before


@pytest.mark.parametrize("offset", [-1, 1, -(10**6), 2**70])
@pytest.mark.parametrize(
    ("type_", "fields"),
    [("play", {"move": "AS"}), ("select", {"cards": []}), ("ask_hint", {}), ("next_round", {})],
)
def test_an_old_version_is_stale_and_then_brought_up_to_date(
    server: Server, person: Person, type_: str, fields: Message, offset: int
) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        before = server.kept(table)

        problem = socket.ask(type_, "error", version=message["version"] + offset, **fields)

        assert problem["code"] == "stale"
        again = socket.receive("snapshot", "update")
        assert again["view"] == message["view"]
        assert again["version"] == message["version"]
        assert server.kept(table) == before


def test_no_deal_before_the_round_is_over(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        problem = socket.ask("next_round", "error", version=message["version"])
        assert problem["code"] == "round_not_over"
        assert server.kept(table) == before


def test_no_move_after_the_round_is_over(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        end = play_round(socket, socket.hello())[-1]
        before = server.kept(table)
        refused = socket.ask("play", "refused", version=end["version"], move="AS")
        assert refused["rule"] == "over"
        assert server.kept(table) == before


@pytest.mark.parametrize("pace", [-1, 10_001, 2**70])
def test_a_pace_out_of_range_changes_nothing(server: Server, person: Person, pace: int) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        wait_for_turn(socket, socket.hello())
        before = server.kept(table)
        problem = socket.ask("set_pace", "error", pace=pace)
        assert problem["code"] == "option_invalid"
        assert problem["values"] == {"name": "pace", "value": str(pace), "range": "0 to 10000"}
        assert server.kept(table) == before


@pytest.mark.parametrize("cards", [["ZZ"], ["AS", "AS"], [""], ["AS"] * 300])
def test_a_choice_of_cards_that_do_not_exist_is_malformed(person: Person, cards: list[str]) -> None:
    with person.socket(person.create()["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        problem = socket.ask("select", "error", version=message["version"], cards=cards)
        assert problem == {"type": "error", "code": "malformed", "values": {"at": "$.cards"}}
