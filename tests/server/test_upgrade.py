"""A database of an earlier revision, with tables in play, is brought up to date and played on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import alembic.command
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.http.sessions import OLD_COOKIE
from sevenfold.server.settings import Settings
from sevenfold.server.storage import upgrade
from sevenfold.server.storage.opening import create_engine
from sevenfold.server.storage.schema import metadata
from sevenfold.testing.running import Message, Person, Server, looking_again, play_round, wait_for_turn
from tests.server.boards import again, compared, play_out
from tests.server.test_absence import settle
from tests.server.test_database import look
from tests.server.test_reviews import reviewed
from tests.server.test_rounds import replay
from tests.server.together import look as look_at
from tests.server.together import play_until, start_with, table_where

KEPT = ("revision_0001.sql", "revision_0002.sql", "revision_0004.sql")
"""Databases that servers of these revisions wrote: two tables of one person, whose token is `kept`.

Each file but the first has what is different from the one before.
"""

TOKENS = (
    "SELECT person_id, token_hash, expires FROM sessions ORDER BY person_id",
    "SELECT id, token_hash, expires FROM guests ORDER BY id",
)
"""Persons' tokens, and the same before they had sessions."""

SAME = (
    "SELECT table_id, seat, {who}, bot FROM seats ORDER BY table_id, seat",
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
        there = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        queries = (TOKENS[0 if "sessions" in there else 1], *SAME)
        who = "person_id" if "persons" in there else "guest_id"
        return [database.execute(query.format(who=who)).fetchall() for query in queries]


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
        with Person(server, session=False) as person:
            person.http.cookies[OLD_COOKIE] = "kept"
            listed = person.get("/tables").json()
            assert [table["game"] for table in listed] == ["seven_bridge", "lockup"]
            assert all(table["your_turn"] for table in listed)
            for table in listed:
                with person.socket(table["id"]) as socket:
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


def take_back(url: DatabaseUrl, revision: str) -> None:
    """Bring a database back to an earlier revision."""
    config = upgrade._config()
    with create_engine(url).begin() as connection:
        config.attributes["connection"] = connection
        alembic.command.downgrade(config, revision)


OLD_WORDS = (
    "SELECT 1 FROM seats WHERE stand_in",
    "SELECT 1 FROM marks WHERE made_by = 'stand_in'",
    "SELECT 1 FROM board_bots WHERE ways LIKE '[\"%%'",
    "SELECT 1 FROM reviews WHERE review LIKE '%%\"worth\":%%' AND review LIKE '%%\"well_judged\":%%'",
    "SELECT 1 FROM sittings JOIN room ON number = 1",
)
"""What a database of revision 0021 has where later ones have other words."""


def test_what_later_revisions_rename_and_fill_is_answered_as_before(
    where: Path | str, tmp_path: Path
) -> None:
    url = where if isinstance(where, str) else None
    server = Server(tmp_path, database_url=url)
    try:
        with Person(server) as host, Person(server) as friend:
            table = start_with(host, friend, pace=0)
            with host.socket(table) as one:
                with friend.socket(table) as two:
                    settle(one, two, "bot")
                    play_until(1, [one, two])
                table_where(one, lambda table: table["seats"][1]["substitute"])
                play_round(one, look_at(one))
            reviewed(host, f"{table}.1")
            board = again(host, f"{table}.1")
            play_out(server, host, board)
            for _ in looking_again():
                if len([each for each in compared(host, board["board"])["entries"] if each["bot"]]) == 2:
                    break

            before = answers(host, table, board)
            server.stop()
            take_back(Settings(data=tmp_path, database_url=url).database, "0021")
            with closing(server.database()) as database:
                assert all(database.execute(query, []).fetchall() for query in OLD_WORDS)
            server.start()
            with Person(server, session=False) as back:
                back.http.cookies.update(host.http.cookies)
                assert answers(back, table, board) == before
                with back.socket(table) as socket:
                    assert look_at(socket)["table"]["seats"][1]["substitute"]
        server.forget_said()
    finally:
        server.close()


def answers(person: Person, table: str, board: Message) -> list[Message]:
    """What a server says of a table with a finished round, and of a board that was played there."""
    listed = [
        [each["id"] for each in person.get(f"/tables?over={over}").json()] for over in ("true", "false")
    ]
    assert listed == [[board["id"]], [table]]
    review = reviewed(person, f"{table}.1")
    return [replay(person, f"{table}.1"), review, compared(person, board["board"])]
