"""A member sees all of their tables, a hundred at a time, and first those that go on."""

from contextlib import closing
from typing import Any

import pytest

from sevenfold.testing.running import Message, Person, Server
from tests.server.together import OVER, code_of


def copies(server: Server, table: str, number: int, over: set[int]) -> list[str]:
    """Other tables like this one, the oldest first, some of them at the same moment; some are over."""
    with closing(server.database()) as connection, connection:
        for copy in range(number):
            name = f"{table}{copy:03}"
            columns = "game, rules, options, players, seed, pace, host, standing, over"
            connection.execute(
                f"INSERT INTO tables (id, created, {columns}) SELECT ?, created - 1000000 + ?,"
                f" {columns} FROM tables WHERE id = ?",
                [name, copy // 3, table],
            )
            if copy in over:
                connection.execute(f"UPDATE tables SET {OVER} WHERE id = ?", [name])
            others = "seat, person_id, bot, name"
            connection.execute(
                f"INSERT INTO seats (table_id, {others}) SELECT ?, {others} FROM seats WHERE table_id = ?",
                [name, table],
            )
    return [f"{table}{copy:03}" for copy in range(number)]


def pages(person: Person, query: str = "") -> list[list[Message]]:
    """All pages, by the links from one to the next."""
    found = []
    path: Any = f"/tables{query}"
    while path is not None:
        answer = person.get(path)
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
        path = answer.links["next"]["url"].removeprefix("/api") if answer.links else None
    return found


def test_all_tables_are_listed_page_by_page_each_once(server: Server, person: Person) -> None:
    first = person.create()["id"]
    over = set(range(0, 230, 2))
    made = copies(server, first, 230, over)

    everything = pages(person)
    assert [len(page) for page in everything] == [100, 100, 31]
    listed = [table["id"] for page in everything for table in page]
    assert sorted(listed) == sorted([first, *made])
    assert listed[0] == first
    created = [table["created"] for page in everything for table in page]
    assert created == sorted(created, reverse=True)

    for wanted in (False, True):
        found = pages(person, f"?over={str(wanted).lower()}")
        tables = [table for page in found for table in page]
        assert {table["standing"]["over"] for table in tables} == {wanted}
        assert len({table["id"] for table in tables}) == len(tables) == (115 if wanted else 116)
        assert [len(page) for page in found] == ([100, 15] if wanted else [100, 16])


def test_the_next_page_is_there_though_its_place_is_gone_or_a_table_is_damaged(own_server: Server) -> None:
    with Person(own_server) as person:
        first = person.create()["id"]
        made = copies(own_server, first, 130, set())
        answer = person.get("/tables")
        last = answer.json()[-1]["id"]
        with closing(own_server.database()) as connection, connection:
            connection.execute("DELETE FROM tables WHERE id = ?", [last])
            connection.execute("UPDATE tables SET settings = 'broken' WHERE id = ?", [made[3]])
        rest = person.get(answer.links["next"]["url"].removeprefix("/api"))
        assert {table["id"] for table in rest.json()} == set(made[:31]) - {made[3], last}
        assert not rest.links
        assert "damaged" in own_server.forget_said()


@pytest.mark.parametrize(
    "before", ["x", "-", "1e3-a", "99999999999999999999-a", "\u0661-a", "1-%00", "1-a.b", "1-"]
)
def test_a_place_that_is_none_is_refused(person: Person, before: str) -> None:
    assert code_of(person.get(f"/tables?before={before}")) == "malformed"
