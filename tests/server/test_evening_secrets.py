"""Law 9 on an evening: nobody learns of another table's play of a board until the round is over for all."""

import re

from sevenfold.testing.running import Message, Person, Server, any_move, looking_again, to_act
from tests.server.test_evenings import began, order, play_on, set_pace
from tests.server.test_events import read
from tests.server.together import MakePersons, code_of

TOLD_TO_ALL = re.compile(r'"(finished|done|created|since)":("[^"]*"|\d+|true|false)')
"""That a table is done, and how many deals somebody has finished: never what they brought."""


def asked(person: Person, event: Message, board: str, tables: list[str]) -> dict[str, str]:
    """All that a person is told, wherever they ask."""
    here = f"/events/{event['id']}"
    paths = [
        "/tables",
        "/tables?over=true",
        "/open_tables",
        "/events",
        here,
        f"{here}/results.csv",
        f"{here}/records",
    ]
    paths += [f"/boards/{board}", *(f"/boards/{board}?seat={seat}" for seat in range(4))]
    for table in tables:
        paths += [
            f"/tables/{table}",
            f"/rounds/{table}.last",
            f"/rounds/{table}.1",
            f"/rounds/{table}.1/record",
        ]
    answers = {path: person.get(path) for path in paths}
    for table in tables:
        for way in ("link", "cards", "again", "review", "tables"):
            path = f"/rounds/{table}.last/{way}"
            answers[f"POST {path}"] = person.post(path, **({"at": 0, "seat": 0} if way == "tables" else {}))
    page = person.url.removesuffix("/api")
    for path in (f"/event/{event['id']}", f"/event/{event['id']}/board", f"/same/{board}"):
        answers[page + path] = person.http.get(page + path)
    return {path: f"{each.status_code} {TOLD_TO_ALL.sub('', each.text)}" for path, each in answers.items()}


def test_what_is_played_at_one_table_changes_nothing_that_anybody_else_is_told(
    server: Server, persons: MakePersons
) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other])
    tables = [str(read(person, event)["table"]) for person in (one, other)]
    board = one.get(f"/tables/{tables[0]}").json()["board"]
    for table in tables:
        set_pace(server, table)
    with one.socket(tables[0]) as socket:
        message = socket.hello()
        while not to_act(message):
            message = socket.receive("update")
        before = [asked(person, event, board, tables) for person in (one, host)]
        play_on(other, tables[1])
        assert [asked(person, event, board, tables) for person in (one, host)] == before
        socket.send("play", version=message["version"], move=any_move(message))
        assert socket.receive("update", "refused")["type"] == "update"  # and nothing came before it
    now = read(one, event)
    assert (now["known"], now["boards"][0]["rows"], now["boards"][0]["of"]) == (0, [], 0)
    assert code_of(one.get(f"/rounds/{tables[1]}.last")) in ("not_seated", "round_in_play")


def test_who_is_done_is_told_nothing_of_a_table_that_still_plays(
    server: Server, persons: MakePersons
) -> None:
    host, one, other, third = persons(4)
    event = began(host, [one, other, third])
    tables = {person: str(read(person, event)["table"]) for person in (one, other, third)}
    alone = next(person for person, table in tables.items() if list(tables.values()).count(table) == 1)
    watching = next(person for person in (one, other, third) if tables[person] != tables[alone])
    board = alone.get(f"/tables/{tables[alone]}").json()["board"]
    set_pace(server, tables[alone])
    play_on(alone, tables[alone])
    mine = read(alone, event)["boards"][0]
    assert (mine["state"], mine["rows"], mine["ahead"], mine["of"]) == ("finished", [], None, 0)
    assert alone.get(f"/rounds/{tables[alone]}.last").status_code == 200
    assert code_of(alone.post(f"/rounds/{tables[alone]}.last/link")) == "round_in_play"
    for person in (alone, watching, host):
        assert code_of(person.get(f"/boards/{board}?seat={0}")) == "board_in_play"
        assert person.get(f"/events/{event['id']}/results.csv").text.count("\n") == 1
    order(host, event, "next", round=1)
    rows = read(host, event)["boards"][0]["rows"]
    assert {row["table"] for row in rows} == {next(row["table"] for row in rows)}
    assert host.get(f"/boards/{board}?seat=0").status_code == 200
    assert host.get(f"/rounds/{tables[alone]}.last").status_code == 200
    for _ in looking_again():  # bots finish what they had not
        answer = watching.get(f"/rounds/{tables[alone]}.last")
        if answer.status_code == 200:
            break
        assert code_of(answer) == "round_in_play"


def test_nobody_comes_to_a_table_of_an_evening_or_watches_it(persons: MakePersons) -> None:
    host, one, other = persons(3)
    event = began(host, [one, other])
    table = read(one, event)["table"]
    shown = one.get(f"/tables/{table}").json()
    assert (shown["link"], shown["code"], shown["watch_link"]) == (None, None, None)
    for person in (host, other):
        assert code_of(person.get(f"/tables/{table}")) == "not_seated"
    with one.socket(table) as socket:
        socket.hello()
        for message, fields in (
            ("set_open", {"open": True}),
            ("say", {"text": "hearts", "kind": "text"}),
            ("ask_hint", {"version": 1}),
        ):
            socket.send(message, **fields)
            assert socket.receive("error")["code"] in ("at_board", "malformed", "stale")
