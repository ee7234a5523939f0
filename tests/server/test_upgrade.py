"""A database of an earlier revision, with tables in play, is brought up to date and played on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from sevenfold.server.http.sessions import OLD_COOKIE
from sevenfold.server.storage.schema import metadata
from sevenfold.testing.running import Guest, Server, wait_for_turn
from tests.server.test_database import look

KEPT = ("revision_0001.sql", "revision_0002.sql", "revision_0004.sql")
"""Databases that servers of these revisions wrote: two tables of one guest, whose token is `kept`.

Each file but the first has what is different from the one before.
"""

SAME = (
    "SELECT id, token_hash, expires FROM guests ORDER BY id",
    "SELECT table_id, seat, guest_id, bot FROM seats ORDER BY table_id, seat",
    "SELECT table_id, seq, entry FROM log ORDER BY table_id, seq",
    "SELECT id, game, rules, options, players, seed, pace, created, standing FROM tables ORDER BY id",
)


def put_kept(folder: Path, kept: str) -> list[list[Any]]:
    """Restore a database from the dumps up to this one; returns its rows."""
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
        for dump in KEPT[: KEPT.index(kept) + 1]:
            database.executescript(Path(__file__).with_name(dump).read_text(encoding="utf-8"))
    return rows(folder)


def rows(folder: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
        return [database.execute(query).fetchall() for query in SAME]


@pytest.mark.parametrize("kept", KEPT)
def test_an_earlier_revision_is_brought_up_to_date_with_nothing_changed(tmp_path: Path, kept: str) -> None:
    before = put_kept(tmp_path, kept)

    differences = look(
        tmp_path, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )

    assert differences == []
    assert [len(found) for found in before][0::3] == [1, 2]
    assert rows(tmp_path) == before


@pytest.mark.parametrize("kept", KEPT)
def test_tables_of_an_earlier_revision_are_played_on_and_opened(tmp_path: Path, kept: str) -> None:
    logs = put_kept(tmp_path, kept)[2]
    server = Server(tmp_path)
    try:
        with Guest(server, session=False) as guest:
            guest.http.cookies[OLD_COOKIE] = "kept"
            listed = guest.get("/tables").json()
            assert [table["game"] for table in listed] == ["seven_bridge", "lockup"]
            assert all(table["your_turn"] for table in listed)
            for table in listed:
                with guest.socket(table["id"]) as socket:
                    message = wait_for_turn(socket, socket.hello())
                    version = message["version"]
                    move = socket.ask("ask_hint", "hint", version=version)["move"]["text"]
                    socket.ask("play", "update", version=version, move=move)
                    socket.send("set_open", open=True)
                    assert socket.receive("table")["table"]["link"] is not None
        assert rows(tmp_path)[2] != logs
        assert "the database was copied before the upgrade" in server.forget_said()
    finally:
        server.close()
