"""Events at everybody's own time: made, joined, played once, and shown to each as they may know them."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sevenfold.testing.running import Guest, Message, Server
from tests.server.boards import compared, play_out
from tests.server.together import MakeGuests, code_of


def in_days(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


def make(host: Guest, **wanted: Any) -> Message:
    """An event of two deals of Lockup, at everybody's own time."""
    asked = {"name": "Blue November", "game": "lockup", "kind": "own_time", "deals": 2, "until": in_days(2)}
    answer = host.post("/events", **(asked | wanted))
    assert answer.status_code == 201, answer.text
    event: Message = answer.json()
    return event


def join(guest: Guest, event: Message, **wanted: Any) -> Message:
    answer = guest.post(f"/events/{event['id']}/people", **wanted)
    assert answer.status_code == 200, answer.text
    joined: Message = answer.json()
    return joined


def read(guest: Guest, event: Message) -> Message:
    answer = guest.get(f"/events/{event['id']}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def begin(guest: Guest, event: Message, number: int = 1) -> Message:
    answer = guest.post(f"/events/{event['id']}/deals/{number}/tables", pace=0)
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def play(server: Server, guest: Guest, event: Message, number: int = 1, **how: Any) -> Message:
    """Play a deal of an event to its end."""
    table = begin(guest, event, number)
    play_out(server, guest, table, **how)
    return table


def end(server: Server, event: Message) -> None:
    """Let an event end now, as if it had been made to."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE events SET closes = 1 WHERE id = ?", [event["id"]])
        connection.execute(
            "UPDATE boards SET closes = 1 WHERE id IN (SELECT board_id FROM event_boards WHERE event_id = ?)",
            [event["id"]],
        )


def bring(server: Server, event: Message, number: int, table: Message, result: int) -> None:
    """Have a deal that was played bring so much: what the cards bring is not known here."""
    with closing(server.database()) as connection, connection:
        connection.execute(
            "UPDATE event_results SET result = ? WHERE event_id = ? AND number = ? AND table_id = ?",
            [result, event["id"], number, table["id"]],
        )


def states(event: Message) -> list[str]:
    return [deal["state"] for deal in event["boards"]]


# --- made and found ----------------------------------------------------------------------------------


def test_an_event_is_made_and_its_link_leads_to_it(guests: MakeGuests) -> None:
    host, other = guests(2)
    event = make(host, host_name="Iris")
    assert (event["host"], event["you_host"], event["you_in"], event["people"]) == ("Iris", True, False, 0)
    assert (event["state"], event["deals"], states(event)) == ("running", 2, ["open", "open"])
    found = read(other, event)
    assert (found["name"], found["host"], found["you_host"]) == ("Blue November", "Iris", False)
    assert code_of(other.get("/events/unknown")) == "event_unknown"


@pytest.mark.parametrize(
    ("wanted", "code", "values"),
    [
        ({"deals": 0}, "option_invalid", {"name": "deals", "value": "0", "range": "1 to 24"}),
        ({"deals": 25}, "option_invalid", {"name": "deals", "value": "25", "range": "1 to 24"}),
        ({"until": None}, "end_refused", {"reason": "missing"}),
        ({"until": "soon"}, "end_refused", {"reason": "unreadable"}),
        ({"until": "2026-11-29T22:00:00"}, "end_refused", {"reason": "unreadable"}),
        ({"until": "2026-11-27T22:00:00Z"}, "end_refused", {"reason": "past"}),
        ({"until": "0001-01-01T00:00:00+14:00"}, "end_refused", {}),
        ({"until": "9999-12-31T23:59:59-14:00"}, "end_refused", {}),
        ({"until": in_days(61)}, "end_refused", {"reason": "far"}),
        ({"name": " "}, "name_refused", {"reason": "empty"}),
        ({"name": "x" * 41}, "name_refused", {"reason": "long", "most": "40"}),
        ({"name": "a\u202eb"}, "name_refused", {"reason": "characters"}),
        ({"host_name": "x" * 25}, "name_refused", {"reason": "long", "most": "24"}),
        ({"game": "poker"}, "game_unknown", {"game": "poker"}),
        ({"preset": "none"}, "preset_unknown", {"preset": "none"}),
        ({"players": 99}, "option_invalid", {"name": "players"}),
        ({"kind": "weekly"}, "malformed", {"at": "$.kind"}),
    ],
)
def test_what_no_event_can_be_is_refused_by_name(
    guest: Guest, wanted: Message, code: str, values: Message
) -> None:
    asked = {"name": "Blue", "game": "lockup", "kind": "own_time", "deals": 2, "until": in_days(2)}
    answer = guest.post("/events", **(asked | wanted))
    assert code_of(answer) == code
    assert answer.json()["values"].items() >= values.items()


def test_a_listed_event_is_found_by_everybody_and_others_by_who_has_to_do_with_them(
    server: Server, guests: MakeGuests
) -> None:
    host, player, stranger = guests(3)
    listed, by_link = make(host, listed=True), make(host)
    join(player, by_link)

    def found(guest: Guest) -> set[str]:
        return {each["id"] for each in guest.get("/events").json()["events"]}

    both = {listed["id"], by_link["id"]}
    assert (found(host) & both, found(player) & both, found(stranger) & both) == (both, both, {listed["id"]})
    assert player.delete(f"/events/{by_link['id']}/people/me").status_code == 204
    assert by_link["id"] not in found(player)
    end(server, listed)
    assert listed["id"] not in found(stranger)
    assert listed["id"] in found(host)


# --- people ------------------------------------------------------------------------------------------


def test_who_joins_twice_takes_part_once(guests: MakeGuests) -> None:
    host, player = guests(2)
    event = make(host)
    for name in ("Mei", "Mei Lin"):
        joined = join(player, event, name=name)
    assert (joined["people"], joined["you_in"], [each["name"] for each in joined["standings"]]) == (
        1,
        True,
        ["Mei Lin"],
    )


def test_two_in_an_event_are_not_called_alike(guests: MakeGuests) -> None:
    host, one, other = guests(3)
    event = make(host)
    join(one, event, name="Oskar")
    for name, reason in (("Oskar", "taken"), ("0skar", "alike"), ("", "empty")):
        refused = other.post(f"/events/{event['id']}/people", name=name)
        assert (code_of(refused), refused.json()["values"]["reason"]) == ("name_refused", reason)


def test_the_host_removes_somebody_who_cannot_come_back(guests: MakeGuests) -> None:
    host, player, other = guests(3)
    event = make(host)
    join(player, event)
    person = read(host, event)["standings"][0]["person"]
    path = f"/events/{event['id']}/people/{person}"
    assert code_of(other.delete(path)) == code_of(player.delete(path)) == "not_event_host"
    assert host.delete(path).json()["people"] == 0
    assert code_of(host.delete(path)) == "event_person_unknown"
    assert code_of(player.post(f"/events/{event['id']}/people")) == "removed_from_event"
    assert code_of(player.post(f"/events/{event['id']}/deals/1/tables")) == "not_in_event"
    assert code_of(player.delete(f"/events/{event['id']}/people/me")) == "not_in_event"


def test_an_event_is_deleted_by_its_host_before_anybody_has_played(guests: MakeGuests) -> None:
    host, player = guests(2)
    event, played = make(host), make(host)
    assert code_of(player.delete(f"/events/{event['id']}")) == "not_event_host"
    join(player, played)
    begin(player, played)
    assert host.delete(f"/events/{event['id']}").status_code == 204
    assert code_of(host.get(f"/events/{event['id']}")) == "event_unknown"
    assert code_of(host.delete(f"/events/{played['id']}")) == "event_played"


# --- played ------------------------------------------------------------------------------------------


def test_each_deal_is_played_once_by_those_who_take_part(server: Server, guests: MakeGuests) -> None:
    host, player = guests(2)
    event = make(host)
    assert code_of(player.post(f"/events/{event['id']}/deals/1/tables")) == "not_in_event"
    join(player, event, name="Mei")
    assert code_of(player.post(f"/events/{event['id']}/deals/3/tables")) == "event_deal_unknown"
    assert code_of(player.post(f"/events/{event['id']}/deals/0/tables")) == "event_deal_unknown"
    table = begin(player, event)
    assert (table["event"], table["seats"][0]["name"]) == (event["id"], "Mei")
    assert begin(player, event)["id"] == table["id"]
    assert states(read(player, event)) == ["begun", "open"]
    play_out(server, player, table)
    assert begin(player, event)["id"] == table["id"]
    deal = read(player, event)["boards"][0]
    assert (deal["state"], deal["table"], deal["round"]) == ("finished", table["id"], f"{table['id']}.last")
    assert (deal["ahead"], deal["of"]) == (None, 0)
    assert player.delete(f"/tables/{begin(player, event, 2)['id']}").status_code == 204
    assert states(read(player, event)) == ["finished", "given_up"]
    assert code_of(player.post(f"/events/{event['id']}/deals/2/tables")) == "board_played"


def test_results_are_compared_by_board_and_seat(server: Server, guests: MakeGuests) -> None:
    host, *players = guests(4)
    event = make(host)
    tables = []
    for player, name in zip(players, ("Ann", "Bo", "Cem"), strict=True):
        join(player, event, name=name)
        tables.append(play(server, player, event))
    for table, result in zip(tables, (3, 1, 1), strict=True):
        bring(server, event, 1, table, result)
    mine = read(players[0], event)
    sign = {"highest": 1, "lowest": -1}[tables[0]["best_total"]]
    assert (mine["boards"][0]["ahead"], mine["boards"][0]["of"]) == (2 * sign, 2)
    assert {each["name"]: (each["place"], each["ahead"], each["total"]) for each in mine["standings"]} == {
        "Ann": (1 if sign > 0 else 3, 2 * sign, 3),
        "Bo": (2 if sign > 0 else 1, -sign, 1),
        "Cem": (2 if sign > 0 else 1, -sign, 1),
    }
    assert mine["known"] == 1


def test_faces_are_the_same_in_an_event_and_in_its_comparisons(server: Server, guests: MakeGuests) -> None:
    host, player = guests(2)
    event = make(host)
    join(player, event)
    boards = [play(server, player, event, number)["board"] for number in (1, 2)]
    persons = {compared(player, board)["entries"][0]["person"] for board in boards}
    assert persons == {read(player, event)["standings"][0]["person"]}


# --- law 9 -------------------------------------------------------------------------------------------


def test_nothing_of_others_is_told_of_a_deal_that_one_may_still_play(
    server: Server, guests: MakeGuests
) -> None:
    host, one, other = guests(3)
    event = make(host)
    for player, name in ((one, "Ann"), (other, "Bo")):
        join(player, event, name=name)
    play(server, other, event, 1)
    play(server, other, event, 2)
    for player in (host, one):
        seen = read(player, event)
        assert seen["known"] == 0
        assert [(each["ahead"], each["place"], each["total"]) for each in seen["standings"]] == [
            (None, None, 0)
        ] * 2
        assert sorted(each["finished"] for each in seen["standings"]) == [0, 2]
        assert [(each["board"], each["of"], each["result"]) for each in seen["boards"]] == [
            (None, 0, None)
        ] * 2
    table = begin(one, event)
    assert read(one, event)["known"] == 0
    play_out(server, one, table)
    seen = read(one, event)
    assert (seen["known"], [each["of"] for each in seen["boards"]]) == (1, [1, 0])
    theirs = read(other, event)
    assert theirs["known"] == 2
    mine = {each["name"]: each["total"] for each in seen["standings"]}
    assert mine["Ann"] == seen["boards"][0]["result"]
    assert mine["Bo"] == theirs["boards"][0]["result"]


def test_others_rounds_open_at_the_end_and_to_nobody_before(server: Server, guests: MakeGuests) -> None:
    host, one, other = guests(3)
    event = make(host, deals=1)
    tables = []
    for player in (one, other):
        join(player, event)
        tables.append(play(server, player, event))
    own, theirs = (f"/rounds/{table['id']}.last" for table in tables)
    assert one.get(own).status_code == 200
    assert code_of(one.get(theirs)) == "not_seated"
    assert code_of(one.post(f"{own}/link")) == "round_in_play"
    assert code_of(host.get(f"/boards/{tables[0]['board']}")) == "board_in_play"
    entries = compared(one, tables[0]["board"])["entries"]
    assert [bool(each["round"]) for each in entries if not each["bot"]] == [True, False]
    end(server, event)
    assert one.get(theirs).status_code == host.get(theirs).status_code == 200
    assert read(host, event)["known"] == 1
    assert read(host, event)["boards"][0]["board"] == tables[0]["board"]
    assert states(read(host, event)) == ["missed"]
    assert code_of(host.post(f"/events/{event['id']}/people")) == "event_over"


def test_what_is_not_finished_at_the_end_does_not_count(server: Server, guests: MakeGuests) -> None:
    host, one, other = guests(3)
    event = make(host, deals=1)
    for player in (one, other):
        join(player, event)
    play(server, other, event)
    table = begin(one, event)
    end(server, event)
    late = read(one, event)
    assert (states(late), late["known"]) == (["late"], 0)
    play_out(server, one, table)
    late = read(one, event)
    assert (states(late), late["boards"][0]["result"], late["known"]) == (["late"], None, 1)
    assert sorted(each["finished"] for each in late["standings"]) == [0, 1]


# --- kept --------------------------------------------------------------------------------------------


def test_results_need_no_tables(server: Server, guests: MakeGuests) -> None:
    host, one, other = guests(3)
    event = make(host, deals=1)
    tables = []
    for player in (one, other):
        join(player, event)
        tables.append(play(server, player, event))
    before = read(one, event)
    assert other.delete(f"/tables/{tables[1]['id']}").status_code == 204
    assert read(one, event) == before
    assert states(read(other, event)) == ["finished"]


def test_who_deletes_their_data_leaves_a_result_of_somebody(own_server: Server) -> None:
    with Guest(own_server) as host, Guest(own_server) as one, Guest(own_server) as other:
        event = make(host, deals=1, host_name="Iris")
        for player, name in ((one, "Ann"), (other, "Bo")):
            join(player, event, name=name)
            play(own_server, player, event)
        before = read(one, event)
        assert other.delete("/session").status_code == 204
        assert host.delete("/session").status_code == 204
        after = read(one, event)
        assert after["boards"] == before["boards"]
        mine = [each for each in before["standings"] if each["you"]]
        assert [each["ahead"] for each in after["standings"]] == [each["ahead"] for each in mine]
        assert (after["people"], after["host"]) == (1, None)
        assert "Bo" not in str(after)
