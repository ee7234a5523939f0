"""Events at everybody's own time: made, joined, played once, and shown to each as they may know them."""

import asyncio
import json
from contextlib import closing
from csv import DictReader
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.bots.levels import Level
from sevenfold.server.duplicate.new_event import new_event
from sevenfold.server.protocol.events import NewEvent
from sevenfold.server.storage.backup import back_up
from sevenfold.server.storage.move import move
from sevenfold.server.storage.restore import put_back
from sevenfold.server.storage.rows import now
from sevenfold.server.tables.sweep import sweep
from sevenfold.testing.running import Message, Person, Server, looking_again
from tests.server.boards import compared, play_out
from tests.server.in_process import DAY, a_server
from tests.server.test_rounds import HEAD
from tests.server.together import MakePersons, code_of

BOARDS_OF = "SELECT board_id FROM event_boards WHERE event_id = ?"
"""The boards of an event."""


def in_days(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


def make(host: Person, **wanted: Any) -> Message:
    """An event of two deals of Lockup, at everybody's own time."""
    asked = {"name": "Blue November", "game": "lockup", "kind": "own_time", "deals": 2, "until": in_days(2)}
    answer = host.post("/events", **(asked | wanted))
    assert answer.status_code == 201, answer.text
    event: Message = answer.json()
    return event


def join(person: Person, event: Message, **wanted: Any) -> Message:
    answer = person.post(f"/events/{event['id']}/people", **wanted)
    assert answer.status_code == 200, answer.text
    joined: Message = answer.json()
    return joined


def read(person: Person, event: Message) -> Message:
    answer = person.get(f"/events/{event['id']}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def begin(person: Person, event: Message, number: int = 1) -> Message:
    answer = person.post(f"/events/{event['id']}/deals/{number}/tables", pace=0)
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def play(server: Server, person: Person, event: Message, number: int = 1, **how: Any) -> Message:
    """Play a deal of an event to its end."""
    table = begin(person, event, number)
    play_out(server, person, table, **how)
    return table


def end(server: Server, event: Message) -> None:
    """Let an event end now, as if it had been made to."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE events SET closes = 1 WHERE id = ?", [event["id"]])
        connection.execute(f"UPDATE boards SET closes = 1 WHERE id IN ({BOARDS_OF})", [event["id"]])


def bring(server: Server, event: Message, number: int, table: Message, result: int) -> None:
    """Have a deal that was played bring so much: what the cards bring is not known here."""
    with closing(server.database()) as connection, connection:
        connection.execute(
            f"UPDATE results SET result = ? WHERE table_id = ? AND board_id IN ({BOARDS_OF} AND number = ?)",
            [result, table["id"], event["id"], number],
        )


def states(event: Message) -> list[str]:
    return [deal["state"] for deal in event["boards"]]


# --- made and found ----------------------------------------------------------------------------------


def test_an_event_is_made_and_its_link_leads_to_it(persons: MakePersons) -> None:
    host, other = persons(2)
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
    person: Person, wanted: Message, code: str, values: Message
) -> None:
    asked = {"name": "Blue", "game": "lockup", "kind": "own_time", "deals": 2, "until": in_days(2)}
    answer = person.post("/events", **(asked | wanted))
    assert code_of(answer) == code
    assert answer.json()["values"].items() >= values.items()


def test_a_listed_event_is_found_by_everybody_and_others_by_who_has_to_do_with_them(
    server: Server, persons: MakePersons
) -> None:
    host, player, stranger = persons(3)
    listed, by_link = make(host, listed=True), make(host)
    join(player, by_link)

    def found(person: Person) -> set[str]:
        return {each["id"] for each in person.get("/events").json()["events"]}

    both = {listed["id"], by_link["id"]}
    assert (found(host) & both, found(player) & both, found(stranger) & both) == (both, both, {listed["id"]})
    assert player.delete(f"/events/{by_link['id']}/people/me").status_code == 204
    assert by_link["id"] not in found(player)
    end(server, listed)
    assert listed["id"] not in found(stranger)
    assert listed["id"] in found(host)


def test_ones_own_events_come_first_and_others_do_not_push_them_off_the_list(
    server: Server, persons: MakePersons
) -> None:
    host, player, other = persons(3)
    hosted, joined = make(host), make(player)
    join(host, joined)
    others = make(other, listed=True)
    with closing(server.database()) as connection, connection:
        columns = "name, host_id, kind, movement, game, rules, options, players, bots, listed, pseudonym_key"
        connection.executemany(
            f"INSERT INTO events (id, created, closes, {columns})"
            f" SELECT ?, created + 1000, closes, {columns} FROM events WHERE id = ?",
            [[f"{number:04}{others['id'][4:]}", others["id"]] for number in range(120)],
        )

    listed = [each["id"] for each in host.get("/events").json()["events"]]
    assert len(listed) == 100
    assert set(listed[:2]) == {hosted["id"], joined["id"]}
    with closing(server.database()) as connection, connection:
        connection.execute("DELETE FROM events WHERE listed AND name = 'Blue November'", [])


# --- people ------------------------------------------------------------------------------------------


def test_who_joins_twice_takes_part_once(persons: MakePersons) -> None:
    host, player = persons(2)
    event = make(host)
    for name in ("Mei", "Mei Lin"):
        joined = join(player, event, name=name)
    assert (joined["people"], joined["you_in"], [each["name"] for each in joined["standings"]]) == (
        1,
        True,
        ["Mei Lin"],
    )


def test_two_in_an_event_are_not_called_alike(persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = make(host)
    join(one, event, name="Oskar")
    for name, reason in (("Oskar", "taken"), ("0skar", "alike"), ("", "empty")):
        refused = other.post(f"/events/{event['id']}/people", name=name)
        assert (code_of(refused), refused.json()["values"]["reason"]) == ("name_refused", reason)


def test_the_host_removes_somebody_who_cannot_come_back(persons: MakePersons) -> None:
    host, player, other = persons(3)
    event = make(host)
    join(player, event)
    person = read(host, event)["standings"][0]["pseudonym"]
    path = f"/events/{event['id']}/people/{person}"
    assert code_of(other.delete(path)) == code_of(player.delete(path)) == "not_event_host"
    assert host.delete(path).json()["people"] == 0
    assert code_of(host.delete(path)) == "event_person_unknown"
    assert code_of(player.post(f"/events/{event['id']}/people")) == "removed_from_event"
    assert code_of(player.post(f"/events/{event['id']}/deals/1/tables")) == "not_in_event"
    assert code_of(player.delete(f"/events/{event['id']}/people/me")) == "not_in_event"


def test_an_event_is_deleted_by_its_host_before_anybody_has_played(persons: MakePersons) -> None:
    host, player = persons(2)
    event, played = make(host), make(host)
    assert code_of(player.delete(f"/events/{event['id']}")) == "not_event_host"
    join(player, played)
    begin(player, played)
    assert host.delete(f"/events/{event['id']}").status_code == 204
    assert code_of(host.get(f"/events/{event['id']}")) == "event_unknown"
    assert code_of(host.delete(f"/events/{played['id']}")) == "event_played"


# --- played ------------------------------------------------------------------------------------------


def test_each_deal_is_played_once_by_those_who_take_part(server: Server, persons: MakePersons) -> None:
    host, player = persons(2)
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


def test_results_are_compared_by_board_and_seat(server: Server, persons: MakePersons) -> None:
    host, *players = persons(4)
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
    assert {each["name"]: (each["place"], each["ahead"]) for each in mine["standings"]} == {
        "Ann": (1 if sign > 0 else 3, 2 * sign),
        "Bo": (2 if sign > 0 else 1, -sign),
        "Cem": (2 if sign > 0 else 1, -sign),
    }
    assert mine["known"] == 1


def test_who_leaves_and_comes_back_has_what_they_played(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = make(host, game="seven_bridge", players=3, deals=1)
    for player, name in ((one, "Ann"), (other, "Bo")):
        join(player, event, name=name)
        play(server, player, event)
    before = read(other, event)
    assert len(before["standings"]) == 2
    assert one.delete(f"/events/{event['id']}/people/me").status_code == 204
    left = read(other, event)
    assert (left["people"], [each["name"] for each in left["standings"]]) == (1, ["Bo"])
    assert left["boards"] == before["boards"]
    join(one, event, name="Ann")
    assert read(other, event) == before


def test_faces_are_the_same_in_an_event_and_in_its_comparisons(server: Server, persons: MakePersons) -> None:
    host, player = persons(2)
    event = make(host)
    join(player, event)
    boards = [play(server, player, event, number)["board"] for number in (1, 2)]
    named = {compared(player, board)["entries"][0]["pseudonym"] for board in boards}
    assert named == {read(player, event)["standings"][0]["pseudonym"]}


# --- law 9 -------------------------------------------------------------------------------------------


def test_nothing_of_others_is_told_of_a_deal_that_one_may_still_play(
    server: Server, persons: MakePersons
) -> None:
    host, one, other = persons(3)
    event = make(host)
    for player, name in ((one, "Ann"), (other, "Bo")):
        join(player, event, name=name)
    play(server, other, event, 1)
    play(server, other, event, 2)
    for player in (host, one):
        seen = read(player, event)
        assert seen["known"] == 0
        assert [(each["ahead"], each["place"]) for each in seen["standings"]] == [(None, None)] * 2
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
    results = [each["boards"][0]["result"] for each in (seen, theirs)]
    by = {each["name"]: abs(each["ahead"]) for each in seen["standings"]}
    assert by == dict.fromkeys(("Ann", "Bo"), abs(results[0] - results[1]))


def test_others_rounds_open_at_the_end_and_to_nobody_before(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
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


def test_what_is_not_finished_at_the_end_bots_finish(server: Server, persons: MakePersons) -> None:
    host, one, *others = persons(4)
    event = make(host, deals=1)
    for player in (one, *others):
        join(player, event)
    for player, result in zip(others, (4, -6), strict=True):
        bring(server, event, 1, play(server, player, event), result)
    table = begin(one, event)
    end(server, event)
    for _ in looking_again():
        late = read(one, event)
        if late["known"]:
            break
    bring(server, event, 1, table, 9)
    late = read(one, event)
    deal = late["boards"][0]
    assert (deal["state"], deal["result"], deal["ahead"], deal["of"]) == ("given_up", -6, -10, 2)
    standings = sorted((each["place"], each["ahead"], each["given_up"]) for each in late["standings"])
    assert standings == [(1, 10, 0), (2, -10, 0), (2, -10, 1)]
    found = sorted((line["result"], line["given_up"], line["counts_as"]) for line in lines(one, event))
    assert found == [("-6", "", "-6"), ("4", "", "4"), ("9", "yes", "-6")]


@pytest.mark.parametrize("how", [("rules", 0), ("rules", 99), ("game", "old_maid")])
def test_an_event_of_other_rules_takes_no_more_rounds_and_stands_as_it_does(
    server: Server, persons: MakePersons, how: tuple[str, object]
) -> None:
    host, one, other = persons(3)
    event = make(host)
    for player in (one, other):
        join(player, event)
        play(server, player, event)
    before = read(one, event)
    column, value = how
    of_event = {"events": "id = ?", "boards": f"id IN ({BOARDS_OF})", "tables": "event = ?"}
    with closing(server.database()) as connection, connection:
        for kind, where in of_event.items():
            connection.execute(f"UPDATE {kind} SET {column} = ? WHERE {where}", [value, event["id"]])
    after = read(one, event)
    assert (before["rules_changed"], after["rules_changed"]) == (False, True)
    assert {each["pseudonym"]: each["ahead"] for each in after["standings"]} == {
        each["pseudonym"]: each["ahead"] for each in before["standings"]
    }
    assert [deal["result"] for deal in after["boards"]] == [deal["result"] for deal in before["boards"]]
    refused = one.post(f"/events/{event['id']}/deals/2/tables")
    assert code_of(refused) == "rules_changed"
    assert len(lines(one, event)) == 2
    end(server, event)
    assert len(one.get(f"/events/{event['id']}/records").text.splitlines()) == 2


# --- taken away --------------------------------------------------------------------------------------


def lines(person: Person, event: Message) -> list[dict[str, str]]:
    answer = person.get(f"/events/{event['id']}/results.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(DictReader(answer.content.decode("utf-8-sig").splitlines()))


def test_results_are_taken_away_as_far_as_one_may_know_them(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = make(host)
    for player, name in ((one, "=Ann"), (other, "Bo")):
        join(player, event, name=name)
        play(server, player, event, 1)
    play(server, other, event, 2)
    assert lines(host, event) == []
    mine = lines(one, event)
    assert [(each["deal"], each["seat"], each["others"]) for each in mine] == [("1", "0", "1")] * 2
    assert {each["name"] for each in mine} == {"'=Ann", "Bo"}
    assert sum(float(each["ahead"]) for each in mine) == 0
    assert [each["deal"] for each in lines(other, event)] == ["1", "1", "2"]
    end(server, event)
    assert lines(host, event) == lines(other, event)


@pytest.mark.parametrize("game", ["lockup", "lockseven"])
def test_rounds_are_taken_away_as_records_after_the_end(
    server: Server, persons: MakePersons, game: str
) -> None:
    host, one, other = persons(3)
    event = make(host, game=game, deals=1)
    records = f"/events/{event['id']}/records"
    tables = []
    for player in (one, other):
        join(player, event)
        tables.append(play(server, player, event))
    assert code_of(one.get(records)) == "event_not_over"
    end(server, event)
    found = [json.loads(line) for line in host.get(records).text.splitlines()]
    by_hand = [one.get(f"/rounds/{table['id']}.last/record").json() for table in tables]
    for each in by_hand:
        assert any(is_same(each, other) for other in found)
    assert len(found) == 2
    assert host.post("/rounds/open", record=json.dumps(found[0])).status_code == 200
    assert one.delete(f"/tables/{tables[0]['id']}").status_code == 204
    assert len(host.get(records).text.splitlines()) == 1


def is_same(one: Message, other: Message) -> bool:
    """Whether two records are of the same round. One of them may also name options that are as usual."""
    return one | {"options": other["options"] | one["options"]} == other


def test_a_link_says_who_invites_to_what_and_not_how_it_goes(own_server: Server) -> None:
    (own_server.data / "static").mkdir()
    (own_server.data / "static" / "index.html").write_text(HEAD)
    with Person(own_server) as host, Person(own_server) as player:
        event = make(host, host_name="Iris", name="Blue <November>", deals=1)
        before = page(host, event)
        assert "<title>Iris invites you to Blue &lt;November&gt;: Lockup</title>" in before
        assert "Irisさんから「Blue &lt;November&gt;」への招待：ロックアップ" in page(host, event, "?in=ja")
        join(player, event)
        play(own_server, player, event)
        assert page(host, event) == page(host, event, "/board") == before
        assert "<title>Sevenfold</title>" in page(host, {"id": "x" * 22})


def page(person: Person, event: Message, more: str = "") -> str:
    answer = person.http.get(f"{person.url.removesuffix('/api')}/event/{event['id']}{more}")
    assert answer.headers["x-robots-tag"] == "noindex"
    return answer.text


# --- kept --------------------------------------------------------------------------------------------


def test_results_need_no_tables(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
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
    with Person(own_server) as host, Person(own_server) as one, Person(own_server) as other:
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


def test_events_are_backed_up_put_back_and_carried_over(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "kept.db"
    for folder in (here, there):
        folder.mkdir()
    with closing(Server(here)) as server, Person(server) as host, Person(server) as player:
        event = make(host)
        join(player, event)
        play(server, player, event)
        before = read(player, event)
        back_up(here, file)
        cookies = dict(player.http.cookies)
        play(server, player, event, 2)  # what comes after the backup is gone with it
    put_back(here, file)
    move(f"sqlite:{here}/sevenfold.db", f"sqlite:{there}/sevenfold.db")
    with closing(Server(there)) as server, Person(server, session=False) as player:
        player.http.cookies.update(cookies)
        assert read(player, event) == before


def test_a_killed_server_has_kept_the_result_of_every_round_that_is_over(own_server: Server) -> None:
    with Person(own_server) as host, Person(own_server) as player:
        event = make(host, deals=1)
        join(player, event)
        play(own_server, player, event)
        own_server.kill()
        own_server.start()
        assert states(read(player, event)) == ["finished"]


def test_an_event_that_nobody_plays_is_swept_and_its_boards_after_it(tmp_path: Path) -> None:
    async def swept() -> list[bool]:
        async with a_server(tmp_path) as server:
            events, boards = server.store.events, server.store.boards
            browser = await server.browser("one")
            asked = NewEvent(name="One", game="lockup", kind="own_time", deals=1, until=in_days(2))
            ids = []
            for ends, created in ((1, 1), (1, 1), (now(), 1), (None, now() - 8 * DAY), (None, 1)):
                event, (board,) = new_event(browser.person.id, asked, Level.MEDIUM)
                board = msgspec.structs.replace(board, created=1)
                event = msgspec.structs.replace(event, closes=ends, created=created)
                await events.add(event, [board.id], boards.adding([board]))
                ids.append((event.id, board))
            _, board = ids[0]
            await server.tables.begin_at(browser.person.id, board, 0, 0, None)
            await sweep(server.store, server.tables)
            return [
                await events.find(event, 0) is not None and await boards.find(board.id) is not None
                for event, board in ids
            ]

    assert asyncio.run(swept()) == [True, False, True, True, False]
