"""A database is looked through on demand, and its host is told which open tables a new version would end."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from sevenfold.core.standing import Standing
from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.server.storage import check as module
from sevenfold.server.storage.check import check
from sevenfold.server.storage.data_folder import mark_as_moved
from sevenfold.server.storage.opening import DatabaseUnusable
from sevenfold.server.storage.rows import as_text
from sevenfold.server.storage.upgrade import NEWEST, migrate
from sevenfold.server.tables.sent.presence import not_dealt
from sevenfold.testing.postgres import Cluster
from sevenfold.testing.running import Person, Server
from tests.cli.test_commands import mistake, run
from tests.server.test_database import url
from tests.server.test_storage import damage_a_page
from tests.server.test_upgrade import KEPT, put_kept


def change(folder: Path, *statement: Any) -> None:
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database, database:
        database.execute(*statement)


@pytest.mark.parametrize("kept", KEPT)
def test_a_sound_database_of_any_revision_is_not_changed(tmp_path: Path, kept: str) -> None:
    put_kept(tmp_path, kept)
    before = (tmp_path / "sevenfold.db").read_bytes()

    result = run("check-database", "--data", tmp_path)

    revision = kept.removeprefix("revision_").removesuffix(".sql")
    assert result.output == (
        f"{tmp_path}: 2 tables, no damage was found\n"
        f"This Sevenfold will bring it from revision {revision} to {NEWEST}\n"
    )
    assert (tmp_path / "sevenfold.db").read_bytes() == before


def test_one_of_a_server_that_is_open_is_looked_through(tmp_path: Path) -> None:
    with closing(Server(tmp_path)) as server, Person(server) as person:
        person.create()
        assert run("check-database", "--data", tmp_path).output.endswith(": 1 table, no damage was found\n")


def test_damage_is_named_with_the_way_out(tmp_path: Path) -> None:
    asyncio.run(migrate(url(tmp_path)))
    damage_a_page(tmp_path)
    with pytest.raises(DatabaseUnusable, match=r"it is damaged .*; put a backup in its place"):
        check(tmp_path)


def test_what_cannot_be_looked_at_is_named(tmp_path: Path) -> None:
    assert "there is no such file; --data names the folder" in mistake("check-database", "--data", tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "sevenfold.db").write_text("Dear diary, " * 100)
    assert "file is not a database" in mistake("check-database", "--data", tmp_path)
    (tmp_path / "sevenfold.db").unlink()
    asyncio.run(migrate(url(tmp_path)))
    change(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    assert "revision 9999" in mistake("check-database", "--data", tmp_path)
    mark_as_moved(tmp_path / "sevenfold.db", "postgresql://db/server")
    assert "moved to postgresql://db/server" in mistake("check-database", "--data", tmp_path)


def test_the_host_is_told_beforehand_which_open_tables_would_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules_now = {game: load_meta(game).rules_version for game in OWN_GAMES} | {"lockup": 2}
    put_kept(tmp_path, KEPT[0])
    for over, (table, game, rules) in {
        False: ("gone", "old_maid", 3),
        True: ("finished", "lockup", 1),
    }.items():
        standing: Standing = not_dealt(4)
        change(
            tmp_path,
            "INSERT INTO tables (id, game, rules, options, players, seed, pace, created, standing)"
            " VALUES (?, ?, ?, '{}', 4, x'00', 0, 0, ?)",
            [table, game, rules, as_text(standing).replace('"over":false', f'"over":{str(over).lower()}')],
        )
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database:
        (table,) = database.execute(
            "SELECT id FROM tables WHERE game = 'lockup' AND id != 'finished'"
        ).fetchone()
    monkeypatch.setattr(
        module, "load_meta", lambda game: replace(load_meta(game), rules_version=rules_now[game])
    )
    output = run("check-database", "--data", tmp_path).output

    assert output.splitlines()[2:] == [
        f"1 open table of lockup cannot go on, by rules version 1 (here it is 2): {table}",
        "1 open table of old_maid cannot go on, by rules version 3 (not here): gone",
    ]


def test_a_server_in_postgresql_is_looked_at_too(postgres_url: str) -> None:
    asyncio.run(migrate(postgres_url))
    assert check(Path("nowhere"), postgres_url) == (0, NEWEST, NEWEST, ())
    said = run("check-database", "--database", postgres_url.replace("+psycopg", "")).output
    assert said.splitlines()[0].endswith(": 0 tables, every row could be read")
    assert "pg_amcheck" in said


def test_a_damaged_page_in_postgresql_is_found(postgres_url: str, cluster: Cluster) -> None:
    """VACUUM FULL writes a file that nobody has in memory yet, if no index is made of it."""
    asyncio.run(migrate(postgres_url))
    name = str(make_url(postgres_url).database)
    cluster.execute("INSERT INTO server (number, id) VALUES (1, 'r')", name)
    cluster.execute("ALTER TABLE server DROP CONSTRAINT pk_server", name)
    cluster.execute("VACUUM FULL server", name)
    cluster.execute("CHECKPOINT", name)
    ((folder, file),) = cluster.execute(
        "SELECT current_setting('data_directory'), pg_relation_filepath('server')", name
    )
    with (Path(folder) / file).open("r+b") as page:
        page.write(b"\xff" * 64)
    with pytest.raises(DatabaseUnusable, match="invalid page"):
        check(Path("nowhere"), postgres_url)


def test_a_server_says_at_its_start_which_open_tables_cannot_go_on(tmp_path: Path) -> None:
    with closing(Server(tmp_path)) as server, Person(server) as person:
        table = person.create()["id"]
        person.create(game="trump7")
    changed = Server(tmp_path, rules={"lockup": 2})
    said = changed.forget_said()
    changed.close()
    assert "open tables cannot go on: the rules have changed" in said
    assert table in said
    assert said.count("\n") == 1
