"""A table whose rules have changed, or whose game is gone, says so. It can be read, and everybody can go."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from sevenfold.testing.running import Pair, Person, Server, looking_again
from tests.server.together import MakePersons, join, start_with

OTHER = {"older": ("rules", 0), "newer": ("rules", 99), "gone": ("game", "old_maid")}


def make_old(server: Server, table: str, how: str) -> None:
    """Make a table one of other rules; `damaged` damages its log."""
    with closing(server.database()) as connection, connection:
        if how == "damaged":
            connection.execute("UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", [table])
        else:
            column, value = OTHER[how]
            connection.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", [value, table])


@pytest.fixture
def server_that_says_so(server: Server) -> Iterator[Server]:
    """A server, each process of which logs what is damaged."""
    yield server
    for process in (server, server.other) if isinstance(server, Pair) else (server,):
        assert set(re.findall(r"\] (table \w+|\S.*?) ", process.forget_said())) <= {"table damaged"}


def start_with_watcher(host: Person, friend: Person, watcher: Person) -> str:
    """A table at which two persons play and one watches."""
    table = start_with(host, friend, settings={"watching": True})
    link = host.get(f"/tables/{table}").json()["watch_link"]
    join(watcher, link).raise_for_status()
    return table


@pytest.mark.parametrize("how", OTHER)
def test_a_table_of_other_rules_waits_for_nobody_and_shows_how_it_stood(
    server: Server, person: Person, how: str
) -> None:
    table = person.create()
    before = person.get("/tables").json()[0]
    assert (before["your_turn"], before["rules_changed"]) == (True, False)

    make_old(server, table["id"], how)

    (listed,) = person.get("/tables").json()
    assert (listed["your_turn"], listed["since"], listed["rules_changed"]) == (False, None, True)
    read = person.get(f"/tables/{table['id']}").json()
    assert read["rules_changed"]
    assert read["standing"] == table["standing"]
    assert [seat["you"] for seat in read["seats"]] == [True, False, False, False]
    with person.socket(table["id"]) as socket:
        assert socket.receive()["code"] == "rules_changed"


def test_options_that_the_new_rules_do_not_know_are_no_reason_to_list_nothing(
    server: Server, person: Person
) -> None:
    table = person.create()["id"]
    make_old(server, table, "older")
    with closing(server.database()) as connection, connection:
        connection.execute(
            "UPDATE tables SET options = ? WHERE id = ?", ['{"once": "so", "target": "?"}', table]
        )

    assert [each["id"] for each in person.get("/tables").json()] == [table]
    assert person.get(f"/tables/{table}").json()["options"] == {"once": "so", "target": "?"}


@pytest.mark.parametrize("how", [*OTHER, "damaged"])
def test_everybody_can_put_such_a_table_away(
    server_that_says_so: Server, persons: MakePersons, how: str
) -> None:
    server = server_that_says_so
    anne, ben, carl = persons(3)
    table = start_with_watcher(anne, ben, carl)
    make_old(server, table, how)

    for leaving in (carl, ben):
        assert leaving.post(f"/tables/{table}/leave").status_code == 204
        assert leaving.get("/tables").json() == []
    assert [each["id"] for each in anne.get("/tables").json()] == [table]
    with closing(server.database()) as connection:
        query = "SELECT seq, person_id IS NULL FROM tenures WHERE table_id = ? AND seat = 1 ORDER BY seq"
        sat = [tuple(map(int, row)) for row in connection.execute(query, [table]).fetchall()]
    assert sat[0] == (1, 0)  # it is still known who played there
    assert anne.post(f"/tables/{table}/leave").status_code == 204
    assert anne.get("/tables").json() == []
    assert anne.get(f"/tables/{table}").status_code == 404


@pytest.mark.parametrize("how", [*OTHER, "damaged"])
def test_who_deletes_their_data_leaves_such_a_table_without_their_name(
    server_that_says_so: Server, persons: MakePersons, how: str
) -> None:
    server = server_that_says_so
    anne, ben, carl = persons(3)
    table = start_with_watcher(anne, ben, carl)
    make_old(server, table, how)

    assert ben.delete("/session").status_code in (200, 204)

    for _ in looking_again():
        seat = anne.get(f"/tables/{table}").json()["seats"][1]
        if seat["bot"] is not None and seat["name"] is None:
            break
    assert anne.delete(f"/tables/{table}").status_code in (200, 204)
    assert anne.get("/tables").json() == []
