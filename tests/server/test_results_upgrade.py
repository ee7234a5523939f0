"""Results of a server of revision 0020 or 0023 are carried over from tries, events' results and tables."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.settings import Settings
from sevenfold.server.storage import upgrade
from sevenfold.server.storage.opening import create_engine
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.upgrade import NEWEST, migrate
from tests.server.test_interrupted_upgrade import after_each_statement, left_by_a_kill

ANNE, BO, NEWCOMER = 1, 2, 3
GONE = None

BOARDS = (
    ("day", "day", 500),
    ("again", "again", None),
    ("one", "event", 500),
    ("over", "evening", 500),
    ("now", "evening", None),
)
"""Id, kind, and when it closes."""

TABLES = (
    ("d-anne", "day", True, 499),
    ("d-bo", "day", True, 500),
    ("a-1", "again", True, 100),
    ("a-2", "again", False, 100),
    ("damaged", "again", True, 100),
    ("o-anne", "one", True, 400),
    ("e-1", "over", True, 400),
    ("e-late", "over", True, 600),
    ("e-now", "now", False, 400),
)
"""Id, board, whether it is over, and when its last move was made. Its seats brought 10, 11, 12 and 13."""

TRIES = (
    ("day", ANNE, 1, "d-anne", 0, True),
    ("day", BO, 1, "d-bo", 0, True),
    ("day", NEWCOMER, 1, "d-gone", 0, True),
    ("again", ANNE, 1, "a-1", 2, True),
    ("again", ANNE, 2, "a-2", 2, False),
    ("again", BO, 1, "damaged", 1, True),
    ("one", ANNE, 1, "o-anne", 0, True),
    ("one", BO, 1, "o-gone", 0, True),
    ("over", ANNE, 1, "e-1", 0, True),
    ("over", BO, 1, "e-late", 3, True),
    ("now", ANNE, 1, "e-now", 1, True),
)
"""Board, person, number, table, seat, and whether it counts."""

EVENT_RESULTS = (
    (1, 0, "o-anne", ANNE, None, 10),
    (1, 0, "o-gone", BO, None, 7),
    (1, 0, "o-deleted", GONE, None, 8),
    (2, 0, "e-1", None, "medium", 10),  # Anne has given up with a card left
    (2, 1, "e-1", ANNE, None, 11),  # and come back where a bot had sat
    (2, 2, "e-1", GONE, None, 12),
    (2, 3, "e-1", None, "medium", 13),
)
"""The board's number in the event, seat, table, person, bot, and what it brought."""

WANTED = {
    ("day", 0, "d-anne"): (ANNE, None, "Anne", 1, True, 10, 499),
    ("day", 0, "d-bo"): (BO, None, "Bo", 1, False, 10, 500),
    ("day", 0, "d-gone"): (NEWCOMER, None, None, 1, False, None, None),
    ("again", 2, "a-1"): (ANNE, None, "Anne", 1, True, 12, 100),
    ("again", 2, "a-2"): (ANNE, None, "Anne", 2, False, None, None),
    ("again", 1, "damaged"): (BO, None, "Bo", 1, True, None, None),
    ("one", 0, "o-anne"): (ANNE, None, "Anne", 1, True, 10, 400),
    ("one", 0, "o-gone"): (BO, None, None, 1, True, 7, 50),
    ("one", 0, "o-deleted"): (GONE, None, None, 1, True, 8, 50),
    ("over", 0, "e-1"): (ANNE, None, "Anne", 1, True, 10, 400),
    ("over", 1, "e-1"): (ANNE, None, "Anne", 2, True, 11, 400),
    ("over", 2, "e-1"): (GONE, None, None, 1, True, 12, 400),
    ("over", 3, "e-1"): (None, "medium", None, 1, True, 13, 400),
    ("over", 3, "e-late"): (BO, None, "Bo", 1, False, 13, 600),
    ("now", 0, "e-now"): (None, "hard", None, 1, True, None, None),
    ("now", 1, "e-now"): (ANNE, None, "Anne", 1, True, None, None),
    ("now", 2, "e-now"): (None, "medium", None, 1, True, None, None),
    ("now", 3, "e-now"): (None, "medium", None, 1, True, None, None),
}
"""Person, bot, name, number, counts, result and end, by board, seat and table."""


def fill(connection: Connection, revision: str) -> None:
    """A database with tries and results, as a server of this revision keeps them."""
    key = "pseudonym_key" if revision > "0021" else "circle"
    tenures = "tenures" if revision > "0021" else "sittings"

    def put(table: str, rows: list[dict[str, Any]]) -> None:
        names = list(rows[0])
        places = ", ".join(f":{name}" for name in names)
        connection.execute(text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})"), rows)

    game = {"game": "lockup", "rules": 1, "options": "{}", "players": 4}
    people = {ANNE: "Anne", BO: "Bo", NEWCOMER: "Cem"}
    put("guests", [{"id": id_, "token_hash": bytes([id_]) * 32, "expires": 10**15} for id_ in people])
    board = game | {"seed": b"s" * 32, "dealt": "{}", "round": 1, "bots": "hard", "created": 50}
    put("boards", [board | {"id": id_, "kind": kind, "closes": closes} for id_, kind, closes in BOARDS])
    put("day_boards", [{"day": "2026-11-28", "game": "lockup", "number": 1, "board_id": "day"}])
    played = {"name": "E", "kind": "evening", "bots": "hard", "listed": False, key: "k", "created": 50}
    put("events", [game | played | {"id": "e"}])
    numbered = [(1, "one"), (2, "over"), (3, "now")]
    put("event_boards", [{"event_id": "e", "number": n, "board_id": board} for n, board in numbered])
    for id_, board_id, over, last in TABLES:
        standing = json.dumps({"result": [10, 11, 12, 13] if over else None, "over": over}).replace(" ", "")
        row = game | {"id": id_, "seed": b"t" * 32, "pace": 0, "created": 60, "board": board_id}
        row["standing"] = standing if id_ != "damaged" else '{"over":true'
        if revision > "0022":
            row["over"] = over
        put("tables", [row])
        who = {seat: person for _, person, _, table, seat, _ in TRIES if table == id_}
        seats = [{"guest_id": who.get(seat), "bot": None if seat in who else "medium"} for seat in range(4)]
        if id_ == "e-now":  # somebody has come to a bot's seat
            seats[0] = {"guest_id": NEWCOMER, "bot": None}
        put("seats", [{"table_id": id_, "seat": seat} | each for seat, each in enumerate(seats)])
        sat = [{"seat": seat, "guest_id": guest, "name": people[guest]} for seat, guest in who.items()]
        if id_ == "e-1":
            sat.append({"seat": 1, "guest_id": ANNE, "name": "Anne"})
        put(tenures, [{"table_id": id_, "seq": 1} | each for each in sat])
        log = [{"table_id": id_, "seq": seq, "entry": "{}", "at": at} for seq, at in ((1, 60), (2, last))]
        put("log", log)
    tries = ("board_id", "guest_id", "number", "table_id", "seat", "counts")
    put("board_tries", [dict(zip(tries, each, strict=True)) for each in TRIES])
    brought = ("event_id", "number", "seat", "table_id", "guest_id", "bot", "result")
    put("event_results", [dict(zip(brought, ("e", *each), strict=True)) for each in EVENT_RESULTS])


def results(url: DatabaseUrl) -> dict[tuple[str, int, str], tuple[Any, ...]]:
    asked = (
        "SELECT board_id, seat, table_id, person_id, bot, name, number, counts, result, ended FROM results"
    )
    with create_engine(url).connect() as connection:
        found = connection.execute(text(asked)).all()
    return {(row[0], row[1], row[2]): (*row[3:7], bool(row[7]), *row[8:]) for row in found}


def old_database(url: DatabaseUrl, revision: str, fill: Callable[[Connection, str], None] = fill) -> None:
    with create_engine(url).begin() as connection:
        if is_postgres(url):  # new databases are up to date in tests
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        upgrade._upgrade(connection, "", revision)
    with create_engine(url).begin() as connection:
        fill(connection, revision)


class Killed(Exception):
    """Instead of a process: its connection ends, and so does its transaction."""


def upgrade_until(url: DatabaseUrl, killed: int) -> None:
    """Upgrade, and be killed after the statement of this number. Raises Killed."""

    def stop(number: int) -> None:
        if number == killed:
            raise Killed

    with after_each_statement(stop):
        upgrade._bring_up_to_date(url)


def upgrade_with_kills(url: DatabaseUrl) -> None:
    """Upgrade, killed after the first statement, then after the second, and so on, until it is done."""
    for number in count():
        with suppress(Killed):
            upgrade_until(url, number)
            break
    assert number > 5
    with create_engine(url).connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == NEWEST


def url_of(where: Path | str, folder: Path) -> DatabaseUrl:
    """A database in a folder, or the one of an URL."""
    return Settings(data=folder, database_url=where if isinstance(where, str) else None).database


@pytest.mark.parametrize("revision", ["0020", "0023"])
def test_results_of_an_old_server_are_carried_over(where: Path | str, tmp_path: Path, revision: str) -> None:
    url = url_of(where, tmp_path)
    old_database(url, revision)
    asyncio.run(migrate(url))
    assert results(url) == WANTED


def test_what_a_kill_leaves_of_a_file_the_next_start_fills_with_results(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    old_database(Settings(data=folder).database, "0023")
    states = left_by_a_kill(folder, lambda: asyncio.run(migrate(Settings(data=folder).database)))
    for state in (folder, *states):
        asyncio.run(migrate(Settings(data=state).database))
        assert results(Settings(data=state).database) == WANTED
