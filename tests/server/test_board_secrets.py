"""Law 9: whoever may still play a board is told nothing of it by any other table."""

import json
import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest

from sevenfold.testing.running import Message, Person, Server, any_move, looking_again, to_act
from tests.server.boards import again, at_door, compared, doors, offer, play_out, take
from tests.server.test_events import begin, end, join, make, play, read
from tests.server.test_playing_on import play_on
from tests.server.test_rounds import finished, replay
from tests.server.together import MakePersons, code_of
from tests.server.together import join as sit_down

OWN = re.compile(
    r'"(created|since|until|id|expires|person)":("[^"]*"|null)|\d{4}-\d\d-\d\dT[0-9:.]+Z|[0-9a-f]{12}\.\d+'
)
"""What differs from table to table anyway."""

MOVES = 4
"""So many moves are made; then everything is asked for that there is."""


def told_of_cards(person: Person, key: str) -> list[str]:
    """Everything that a person is told who plays the cards of a link, before and while they play."""
    return told(person, lambda: take(person, key), f"/cards/{key}")


def told(person: Person, begin_table: Callable[[], Message], *paths: str) -> list[str]:
    """Everything that is told whoever begins a table, before and while they play; at these paths, too."""
    answers: list[httpx.Response] = [person.get(path) for path in paths]
    table = begin_table()
    name, board = table["id"], table["board"]
    texts = [json.dumps(table, separators=(",", ":"))]
    with person.socket(name) as socket:
        socket.send("hello", version=None)
        moves = MOVES
        while moves >= 0:
            text = socket.receive_raw().decode()
            texts.append(text)
            message: Message = json.loads(text)
            if not (message["type"] in ("snapshot", "update") and to_act(message)):
                continue
            if moves:
                socket.send("play", version=message["version"], move=any_move(message))
            moves -= 1
    answers += [
        person.get(path)
        for path in (
            "/tables",
            "/tables?over=true",
            "/open_tables",
            f"/tables/{name}",
            *paths,
            f"/boards/{board}",
            f"/boards/{board}?seat=1",
            f"/rounds/{name}.last",
            f"/rounds/{name}.1",
        )
    ]
    answers.append(person.post(f"/rounds/{name}.last/link"))
    answers += [person.http.get(f"{person.url.removesuffix('/api')}{path}") for path in paths]
    texts += [f"{answer.status_code} {answer.text}" for answer in answers]
    return [OWN.sub("", text.replace(name, "TABLE")) for text in texts]


@pytest.mark.parametrize("otherwise", [False, True])
def test_another_table_of_the_board_changes_no_message(
    server: Server, persons: MakePersons, otherwise: bool
) -> None:
    maker, one, other, two = persons(4)
    key = offer(maker, f"{finished(server, maker)}.1")
    before = told_of_cards(one, key)
    play_out(server, other, take(other, key), otherwise=otherwise)
    assert told_of_cards(two, key) == before


FINISHED = re.compile(r'"finished":\d+')
"""How many deals of an event others have finished, which everybody is told."""


@pytest.mark.parametrize("otherwise", [False, True])
def test_another_table_of_an_event_changes_no_message(
    server: Server, persons: MakePersons, otherwise: bool
) -> None:
    host, one, other, two = persons(4)
    event = make(host)
    here = f"/events/{event['id']}"
    for player in (one, other, two):
        join(player, event)

    def of_event(player: Person) -> list[str]:
        paths = ("/events", here, f"{here}/results.csv", f"{here}/records")
        found = told(player, lambda: begin(player, event), *paths)
        return [FINISHED.sub("", text.replace('"you":true', '"you":false')) for text in found]

    before = of_event(one)
    for number in (1, 2):
        play(server, other, event, number, otherwise=otherwise)
    assert of_event(two) == before


def test_who_plays_a_deal_of_an_event_is_shown_it_nowhere(server: Server, persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = make(host, deals=1)
    for player in (one, other):
        join(player, event)
    table = play(server, other, event)
    begin(one, event)
    theirs = f"{table['id']}.last"

    def is_told_nothing(player: Person, code: str) -> None:
        for door in doors():
            assert (door, code_of(at_door(player, theirs, door))) == (door, code)
        assert code_of(player.get(f"/boards/{table['board']}")) == "board_in_play"
        assert read(player, event)["known"] == 0
        assert len(player.get(f"/events/{event['id']}/results.csv").text.splitlines()) == 1

    is_told_nothing(host, "not_seated")
    is_told_nothing(one, "round_in_play")
    end(server, event)
    for _ in looking_again():  # bots finish what was in play
        if read(one, event)["known"]:
            break
    assert one.get(f"/rounds/{theirs}").status_code == host.get(f"/rounds/{theirs}").status_code == 200


def test_who_plays_the_cards_is_shown_them_nowhere(server: Server, persons: MakePersons) -> None:
    maker, one, other = persons(3)
    old = finished(server, maker)
    link = maker.post(f"/rounds/{old}.1/link").json()["key"]
    key = offer(maker, f"{old}.1")
    theirs = take(other, key)
    play_out(server, other, theirs)
    shared = other.post(f"/rounds/{theirs['id']}.last/link").json()["key"]
    with maker.socket(old) as socket:
        socket.hello()
        socket.send("set_open", open=True)
        open_to = socket.receive("table")["table"]["link"]
    played_on = play_on(maker, f"{old}.1", at=0, seat=0, friends=True)["link"]
    table = take(one, key)
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("get", f"/rounds/{link}?from=open", {}),
        ("get", f"/invitations/{open_to}", {}),
        ("post", f"/invitations/{open_to}", {"seat": 1, "name": "Mei"}),
        ("get", f"/invitations/{played_on}", {}),
        ("post", f"/invitations/{played_on}", {"seat": 1, "name": "Mei"}),
    ]
    for method, path, body in asked:
        answer = one.get(path) if method == "get" else one.post(path, **body)
        assert (path, code_of(answer)) == (path, "round_in_play")
    for way in (f"{old}.1", f"{theirs['id']}.last", link, shared):
        for door in doors():
            answer = at_door(one, way, door)
            if way in (link, shared) and door[1] == "/again":  # it leads to where they play
                assert answer.json()["id"] == table["id"]
            else:
                assert (way, door, code_of(answer)) == (way, door, "round_in_play")
    results = [str(moment) for moment in replay(maker, f"{old}.1")["rounds"][0]["result"]]
    for way in (link, shared):
        head = one.http.get(f"{one.url.removesuffix('/api')}/round/{way}").text.partition("</head>")[0]
        assert " · ".join(results) not in re.sub(r"[^0-9·]+", " ", head)
    play_out(server, one, table)
    assert one.get(f"/rounds/{link}").status_code == one.get(f"/rounds/{shared}").status_code == 200
    assert sit_down(one, open_to, seat=1, name="Mei").status_code == 200


# --- boards of a day ---------------------------------------------------------------------------------


def today(server: Server, board: str, closes: int | None = None) -> None:
    """Make a board one of a day, over at this time, in ms since 1970; None is in a hundred years."""
    with closing(server.database()) as connection, connection:
        connection.execute(
            "UPDATE boards SET kind = 'day', table_id = NULL, deal = NULL, closes = ? WHERE id = ?",
            [closes if closes is not None else 5_000_000_000_000, board],
        )
        connection.execute("DELETE FROM results WHERE board_id = ? AND number = 0", [board])


def test_a_round_of_today_is_looked_at_by_its_own_player_alone(server: Server, persons: MakePersons) -> None:
    maker, one, other = persons(3)
    key = offer(maker, f"{finished(server, maker)}.1")
    tables = [take(each, key) for each in (one, other)]
    board = tables[0]["board"]
    today(server, board)
    for each, table in zip((one, other), tables, strict=True):
        play_out(server, each, table)
    own, others = (f"/rounds/{table['id']}.last" for table in tables)
    assert one.get(own).status_code == 200
    assert code_of(one.get(others)) == "not_seated"
    for path, body in (("link", {}), ("cards", {}), ("again", {}), ("tables", {"at": 0, "seat": 0})):
        assert code_of(one.post(f"{own}/{path}", **body)) == "round_in_play"
    entries = compared(one, board)["entries"]
    people = [each for each in entries if not each["bot"]]
    assert [(each["you"], bool(each["round"]), bool(each["line"])) for each in people] == [
        (True, True, True),
        (False, False, False),
    ]
    assert [each["diverged"] for each in entries] == [None] * len(entries)
    assert take(one, key)["id"] == tables[0]["id"]
    today(server, board, closes=1)
    assert one.get(others).status_code == 200
    assert [each["round"] for each in compared(one, board)["entries"] if not each["bot"]] == [
        f"{table['id']}.last" for table in tables
    ]
    assert one.post(f"{own}/link").status_code == 200
    assert code_of(maker.post(f"/cards/{key}/tables")) == "board_closed"
    assert again(one, f"{tables[0]['id']}.last")["board"] != board


def test_who_leaves_a_deal_of_today_has_played_it(
    server: Server, person: Person, other_person: Person
) -> None:
    key = offer(person, f"{finished(server, person)}.1")
    table = take(other_person, key)
    today(server, table["board"])
    assert other_person.delete(f"/tables/{table['id']}").status_code == 204
    assert code_of(other_person.post(f"/cards/{key}/tables")) == "board_played"
