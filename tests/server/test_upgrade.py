"""A database of the first revision, with tables in play, is brought up to date and played on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from sevenfold.server.database import metadata
from sevenfold.server.sessions import COOKIE
from tests.server.running import Guest, Server, wait_for_turn
from tests.server.test_database import look

KEPT = Path(__file__).with_name("revision_0001.sql")
"""As the server wrote it: two tables of one guest, whose token is `kept`."""

SAME = (
    "SELECT * FROM guests ORDER BY id",
    "SELECT * FROM seats ORDER BY table_id, seat",
    "SELECT * FROM log ORDER BY table_id, seq",
    "SELECT id, game, rules, options, players, seed, pace, created, standing FROM tables ORDER BY id",
)


def put_kept(folder: Path) -> list[list[Any]]:
    """Make the database as it was kept; what is in it."""
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
        database.executescript(KEPT.read_text(encoding="utf-8"))
    return rows(folder)


def rows(folder: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
        return [database.execute(query).fetchall() for query in SAME]


def test_the_first_revision_is_brought_up_to_date_and_nothing_in_it_changes(tmp_path: Path) -> None:
    before = put_kept(tmp_path)

    differences = look(
        tmp_path, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )

    assert differences == []
    assert [len(found) for found in before][0::3] == [1, 2]
    assert rows(tmp_path) == before


def test_tables_of_the_first_revision_are_listed_and_played_on(tmp_path: Path) -> None:
    logs = put_kept(tmp_path)[2]
    server = Server(tmp_path)
    try:
        with Guest(server, session=False) as guest:
            guest.http.cookies[COOKIE] = "kept"
            listed = guest.get("/tables").json()
            assert [table["game"] for table in listed] == ["seven_bridge", "lockup"]
            assert all(table["your_turn"] for table in listed)
            for table in listed:
                with guest.socket(table["id"]) as socket:
                    message = wait_for_turn(socket, socket.hello())
                    version = message["version"]
                    move = socket.ask("ask_hint", "hint", version=version)["move"]["text"]
                    socket.ask("play", "update", version=version, move=move)
        assert rows(tmp_path)[2] != logs
    finally:
        server.close()
