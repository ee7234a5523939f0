"""My page: what a person has played, as they alone see it, and all that is kept of them in one ZIP."""

import json
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import LargeBinary

from sevenfold.core.duplicate import interval_of_few
from sevenfold.core.records import read_records
from sevenfold.server.limits import Limits
from sevenfold.server.storage.own import LEFT_OUT
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.schema import persons as persons
from sevenfold.testing.running import Message, Person, Server, looking_again
from tests.server.boards import again, play_out
from tests.server.test_browsers import attach
from tests.server.test_events import begin, join, make
from tests.server.test_pages_of_tables import pages
from tests.server.test_played import end_match, keep_rounds, played
from tests.server.test_rounds import finished, match_after
from tests.server.together import MakePersons, code_of, start_with


def me(person: Person) -> Message:
    answer = person.get("/me")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def kept(server: Server, table: str, rounds: int = 1) -> None:
    """Wait until the finished rounds of a table are kept, which is some seconds after their end."""
    for _ in looking_again():
        with closing(server.database()) as connection:
            count = "SELECT count(*) FROM kept_rounds WHERE table_id = ?"
            if connection.execute(count, [table]).fetchone()[0] >= rounds:
                break


def finish(server: Server, person: Person, game: str = "lockup") -> str:
    """A table of one person with bots, whose first round is over and kept."""
    table = finished(server, person, game)
    keep_rounds(server, table, match_after(game, 1))
    return table


def change(server: Server, sql: str, *values: object) -> None:
    with closing(server.database()) as connection, connection:
        connection.execute(sql, list(values))


def number_of(person: Person) -> int:
    """The number of a person, as their export has it."""
    (row,) = json.loads(archive(person).read("persons.json"))
    number: int = row["id"]
    return number


# --- what one has played ------------------------------------------------------------------------------


def test_whoever_has_played_nothing_is_told_so(person: Person) -> None:
    found = me(person)
    assert (found["name"], found["games"], found["has_key"], found["tables"]) == (None, [], False, 0)
    assert [each["this"] for each in found["browsers"]] == [True]


def test_a_round_is_theirs_who_had_the_seat_at_its_end(server: Server, persons: MakePersons) -> None:
    host, friend, third, late = persons(4)
    table = start_with(host, friend, third, late)
    one = played(server, table, 1)
    change(
        server,
        "UPDATE tenures SET seq = ? WHERE table_id = ? AND seat = 3",
        len(one.entries) + 1,
        table,
    )
    played(server, table, 2)
    assert [(each["game"], each["rounds"]) for each in me(host)["games"]] == [("lockup", 2)]
    assert [each["rounds"] for each in me(late)["games"]] == [1]


def sets_results(server: Server, person: Person, by: list[int | None], kind: str, **more: Any) -> None:
    """Boards at which somebody was ahead of Medium by so much; None where it is not known."""
    who, closes = number_of(person), more.get("closes", 1)
    with closing(server.database()) as connection, connection:
        for number, ahead in enumerate(by):
            board = f"{kind}{who}-{number}"
            connection.execute(
                "INSERT INTO boards (id, kind, game, rules, options, players, seed, dealt, round, bots,"
                " created, closes) VALUES (?, ?, 'lockup', 1, '{}', 4, ?, '{}', 1, 'medium', 0, ?)",
                [board, kind, b"s" * 32, closes],
            )
            connection.execute(
                "INSERT INTO results (board_id, seat, table_id, person_id, number, counts, begun, ended,"
                " result) VALUES (?, 0, 'gone', ?, 1, ?, 1, 2, ?)",
                [board, who, more.get("counts", True), 5 + (ahead or 0)],
            )
            if ahead is not None:
                connection.execute(
                    "INSERT INTO board_bots (board_id, seat, level, result, line)"
                    " VALUES (?, 0, 'medium', 5, '[]')",
                    [board],
                )


def test_the_mean_beside_medium_has_an_interval_from_six_results_on(server: Server, person: Person) -> None:
    sets_results(server, person, [1, 2, 0, -1, 3, None, None], "day")
    (game,) = me(person)["games"]
    assert (game["game"], game["rounds"], game["results"], game["beside"]) == ("lockup", 7, 7, 5)
    assert game["ahead"] is None
    sets_results(server, person, [4], "event")
    (game,) = me(person)["games"]
    expected = interval_of_few([1, 2, 0, -1, 3, 4])
    assert expected is not None
    assert (game["results"], game["beside"]) == (8, 6)
    assert game["ahead"]["mean"] == pytest.approx(expected.mean)
    assert game["ahead"]["reach"] == pytest.approx(expected.reach)


def test_only_what_counts_and_may_be_told_is_compared(server: Server, person: Person) -> None:
    sets_results(server, person, [1] * 6, "day", counts=False)
    sets_results(server, person, [1] * 6, "again")
    sets_results(server, person, [1] * 6, "evening", closes=2**50)
    assert [(each["results"], each["ahead"]) for each in me(person)["games"]] == [(0, None)]
    change(server, "UPDATE boards SET closes = 1 WHERE kind = 'evening' AND closes = ?", 2**50)
    (game,) = me(person)["games"]
    assert (game["results"], game["beside"]) == (6, 6)


def test_finished_games_are_listed_by_game(server: Server, person: Person) -> None:
    tables = {game: finish(server, person, game) for game in ("lockup", "trump7")}
    for table in tables.values():
        end_match(server, table)
    for game, table in tables.items():
        found = [each["id"] for page in pages(person, f"?over=true&game={game}") for each in page]
        assert found == [table]
    assert code_of(person.get("/tables?over=true&game=none")) == "game_unknown"


# --- all that is kept ---------------------------------------------------------------------------------


def archive(person: Person) -> ZipFile:
    answer = person.get("/me/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    found = ZipFile(BytesIO(answer.content))
    assert found.testzip() is None
    return found


def rows(found: ZipFile, table: str) -> list[Message]:
    read: list[Message] = json.loads(found.read(f"{table}.json"))
    return read


def records(found: ZipFile, folder: Path) -> list[Any]:
    """The records of an export; each is played again as it is read."""
    file = folder / "records.jsonl"
    file.write_bytes(found.read("records.jsonl"))
    return [record for _, record in read_records(file)] if file.stat().st_size else []


def left_out(found: ZipFile) -> dict[str, str]:
    return {each["round"]: each["why"] for each in json.loads(found.read("left_out.json"))}


NAMING = {
    table.name: {
        column.name
        for column in table.c
        if str(column) not in LEFT_OUT and not isinstance(column.type, LargeBinary)
    }
    for table in metadata.sorted_tables
    if table is persons or any(column.references(persons.c.id) for column in table.c)
}
"""The tables of the schema that name persons, with all that is to be exported of them."""


def test_whatever_table_names_a_person_is_in_their_export(persons: MakePersons) -> None:
    (person, friend) = persons(2)
    table = start_with(person, friend)
    with person.socket(table) as socket:
        socket.hello()
        socket.send("say", phrase="hello")
        socket.receive("talk")
    person.post(f"/tables/{table}/reports", words="Look at that").raise_for_status()
    found = archive(person)
    assert set(found.namelist()) == {f"{name}.json" for name in NAMING} | {"records.jsonl", "left_out.json"}
    for name, columns in NAMING.items():
        for row in rows(found, name):
            assert set(row) == columns, name
    assert [each["name"] for each in rows(found, "persons")] == ["Host"]
    assert [each["line"]["phrase"] for each in rows(found, "talk")] == ["hello"]
    assert [each["file"] for each in rows(found, "reports")] == ["Look at that"]
    assert len(rows(found, "sessions")) == len(rows(found, "seats")) == 1
    assert rows(archive(friend), "talk") == []


def test_an_export_has_their_rounds_as_records(server: Server, person: Person, tmp_path: Path) -> None:
    tables = [finish(server, person, game) for game in ("lockup", "seven_bridge")]
    found = archive(person)
    assert [each.game for each in records(found, tmp_path)] == ["seven_bridge", "lockup"]
    assert left_out(found) == {}
    alone = person.get(f"/rounds/{tables[0]}.1/record").content
    assert alone in found.read("records.jsonl")


def test_no_round_in_play_nor_board_under_way_is_in_an_export(
    server: Server, persons: MakePersons, tmp_path: Path
) -> None:
    person, friend, watcher = persons(3)
    event = make(person)
    join(person, event)
    own = begin(person, event)
    play_out(server, person, own)
    begin(person, event, 2)
    source = finish(server, person)
    together = start_with(person, friend, settings={"rounds": "match_end", "watching": True})
    played(server, together, 1)
    kept(server, own["id"])
    board = again(person, f"{source}.1")
    found = archive(person)
    assert len(records(found, tmp_path)) == 1  # the source, whose cards are played again
    closed = {f"{own['id']}.1", f"{together}.1"}
    assert left_out(found) == dict.fromkeys(closed, "round_in_play")
    play_out(server, person, board)
    end_match(server, together)
    change(server, "UPDATE boards SET closes = 1 WHERE kind = 'event'")
    kept(server, board["id"])
    for _ in looking_again():  # the other process may have the table in memory as it was
        found = archive(person)
        if not left_out(found) and len(records(found, tmp_path)) == 5:  # bots finish what was begun
            break
    assert records(archive(watcher), tmp_path) == []


def test_an_export_ends_with_its_session(own_server: Server) -> None:
    with Person(own_server) as person, Person(own_server) as phone:
        attach(person, phone)
        (ended,) = [each["id"] for each in me(person)["browsers"] if not each["this"]]
        assert me(phone)["browsers"]
        person.delete(f"/browsers/{ended}").raise_for_status()
        assert code_of(phone.get("/me/export")) == "session_unknown"


def test_whoever_goes_while_an_export_is_sent_ends_it(own_server: Server) -> None:
    """The server's log has nothing of it, which is looked at when it ends."""
    with Person(own_server) as person:
        for _ in range(3):
            finish(own_server, person)
        with person.http.stream("GET", f"{person.url}/api/me/export") as answer:
            assert answer.status_code == 200
        assert me(person)["games"][0]["rounds"] == 3


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, Limits())
    yield running
    running.close()


def test_a_person_is_given_few_exports_an_hour(limited: Server) -> None:
    with Person(limited) as person:
        assert [person.get("/me/export").status_code for _ in range(4)] == [200] * 3 + [429]


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}])
def test_another_sites_page_begins_no_export(limited: Server, headers: dict[str, str]) -> None:
    with Person(limited) as person:
        for _ in range(4):
            refused = person.http.get(f"{person.url}/api/me/export", headers=headers)
            assert code_of(refused) == "cross_site"
        archive(person)


def test_nobody_is_told_of_others(persons: MakePersons) -> None:
    (person,) = persons(1)
    person.http.cookies.clear()
    for path in ("/me", "/me/export"):
        assert code_of(person.get(path)) == "session_unknown"
