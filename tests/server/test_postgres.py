"""PostgreSQL as the database: start-up, a pooler, several workers, and the move from SQLite."""

import asyncio
import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
from sqlalchemy.engine import make_url

from sevenfold.server.errors import TableDamaged
from sevenfold.server.readers import DatabaseUrlInvalid, read_url
from sevenfold.server.storage import move, postgres
from sevenfold.server.storage.attendance import Attendance
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.check import check
from sevenfold.server.storage.data_folder import DatabaseMoved, hold_data_folder
from sevenfold.server.storage.faults import reason_of
from sevenfold.server.storage.opening import DatabaseUnusable, open_database
from sevenfold.server.storage.postgres_url import shown
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.statements import Dialect, Row, Statement, Values
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing.postgres import Cluster, pgbouncer
from sevenfold.testing.running import WAIT, Person, Server, any_move, to_act
from tests.server.test_processes import a_move_is_seen, both
from tests.server.test_reload import serving, workers_of

# --- coming up ------------------------------------------------------------------------------------


def test_five_that_start_at_once_on_an_empty_database_all_come_up(cluster: Cluster) -> None:
    async def come_up(url: str) -> None:
        await asyncio.gather(*(migrate(url) for _ in range(5)))

    with cluster.database(template="template0") as name:
        asyncio.run(come_up(cluster.url(name)))
        tables = cluster.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name)
    assert tables == [(len(metadata.tables) + 1,)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("server", "write postgresql://"),
        ("mysql://host/server", "it takes postgresql://..., not mysql://..."),
        ("sqlite:///server.db", "--data says where SQLite keeps its file"),
    ],
)
def test_another_database_is_refused(text: str, reason: str) -> None:
    with pytest.raises(DatabaseUrlInvalid, match=reason):
        read_url(text)


def test_a_password_is_shown_nowhere() -> None:
    assert shown(read_url("postgres://me:secret@host/server")) == ("postgresql://me:***@host/server")


def test_behind_a_pooler_the_same_is_played(tmp_path: Path, cluster: Cluster, postgres_url: str) -> None:
    name = make_url(postgres_url).database
    with pgbouncer(cluster) as folder:
        url = f"postgresql+psycopg://sevenfold@/{name}?host={folder}&port=5432"
        with both(tmp_path, url, direct_url=postgres_url) as servers:
            for _ in range(4):  # the pooler's connections change hands
                a_move_is_seen(*servers)


# --- workers --------------------------------------------------------------------------------------


@contextmanager
def two_workers(url: str, folder: Path) -> Iterator[tuple[int, int]]:
    """`sevenfold serve --workers 2`: its process and its port."""
    with serving(folder, "--workers", "2", "--database", url) as process_and_port:
        yield process_and_port


def test_workers_are_replaced_one_by_one_while_the_server_stays_open(
    tmp_path: Path, postgres_url: str
) -> None:
    with two_workers(postgres_url, tmp_path) as (supervisor, port):
        before = workers_of(supervisor)
        assert len(before) == 2
        os.kill(supervisor, signal.SIGHUP)
        until = time.monotonic() + 3 * WAIT
        while workers_of(supervisor) & before:
            with urlopen(f"http://127.0.0.1:{port}/api/games", timeout=WAIT) as answer:
                assert answer.status == 200
            assert time.monotonic() < until
            time.sleep(0.2)


# --- carrying a server over -------------------------------------------------------------------------


def a_server(folder: Path) -> None:
    """Make a server in SQLite in which something was played."""
    server = Server(folder)
    with Person(server) as person:
        for game in ("lockup", "seven_bridge"):
            table = person.create(game=game)["id"]
            with person.socket(table) as at_table:
                message = at_table.hello()
                while not to_act(message):
                    message = at_table.receive("update")
                at_table.ask("play", "update", version=message["version"], move=any_move(message))
        invite(person)
    server.close()


def invite(person: Person) -> None:
    """Its row has a number, as those of persons have."""
    person.post("/introductions", once=True, days=7).raise_for_status()


def test_a_server_is_carried_over_and_again_after_an_interruption(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_server(tmp_path)
    source, target = f"sqlite:{tmp_path}/sevenfold.db", postgres_url.replace("+psycopg", "")

    with monkeypatch.context() as interrupted:
        interrupted.setattr(move, "MOVED", [*move.MOVED[:2], None])
        with pytest.raises(AttributeError):
            move.move(source, target)
    moved = move.move(source, target)
    assert (moved.tables, moved.persons, moved.replayed) == (2, 1, 2)
    mark = tmp_path / "sevenfold.db.moved"
    with pytest.raises(DatabaseMoved, match="moved to postgresql://"):
        move.move(source, target)
    mark.unlink()
    assert move.move(source, target) == moved

    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database:
        (token,) = database.execute("SELECT token_hash FROM sessions").fetchone()
        rows = database.execute("SELECT table_id, seq, entry FROM log ORDER BY 1, 2").fetchall()
    (tmp_path / "new").mkdir()
    server = Server(tmp_path / "new", database_url=postgres_url)
    with closing(server.database()) as there:
        assert bytes(there.execute("SELECT token_hash FROM sessions").fetchone()[0]) == token
        assert there.execute("SELECT table_id, seq, entry FROM log ORDER BY 1, 2").fetchall() == rows
        with there:
            there.execute("INSERT INTO log SELECT table_id, 1000, entry, at FROM log WHERE seq = 2 LIMIT 1")
    mark.unlink()
    with pytest.raises(move.MoveImpossible, match="something was played in the new database"):
        move.move(source, target)
    with Person(server) as newcomer:
        newcomer.create()
        invite(newcomer)
    server.close()

    with pytest.raises(move.MoveImpossible, match="another server's"):
        move.move(source, target)


def test_a_server_that_is_moved_back_is_marked_in_postgresql_until_it_returns(
    tmp_path: Path, postgres_url: str
) -> None:
    a_server(tmp_path / "first")
    there = postgres_url.replace("+psycopg", "")
    files = [f"sqlite:{tmp_path}/{folder}/sevenfold.db" for folder in ("first", "second", "third")]
    moved = move.move(files[0], there)

    assert move.move(there, files[1]) == moved
    way_out = rf"were moved to {tmp_path}/second/sevenfold.db: leave --database.*COMMENT ON TABLE"
    for refused in (
        lambda: asyncio.run(migrate(postgres_url)),
        lambda: check(tmp_path, postgres_url),
        lambda: move.move(there, files[2]),
    ):
        with pytest.raises(DatabaseUnusable, match=way_out):
            refused()

    assert move.move(files[1], there) == moved
    asyncio.run(migrate(postgres_url))


def test_a_server_that_is_open_is_not_carried_over(tmp_path: Path, postgres_url: str) -> None:
    asyncio.run(migrate(f"sqlite:///{tmp_path}/sevenfold.db"))
    with hold_data_folder(tmp_path), pytest.raises(OSError, match="in use by another Sevenfold"):
        move.move(f"sqlite:{tmp_path}/sevenfold.db", postgres_url)


def test_a_missing_password_is_said_with_the_ways_to_give_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for a database that is not there yet, but not for a password."""
    error = psycopg.OperationalError("connection failed: fe_sendauth: no password supplied")

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(psycopg, "connect", refuse)
    postgres.wait_for_database("postgresql://sevenfold@db/server")
    assert "PGPASSWORD, in ~/.pgpass" in reason_of(error)


# --- a full server ----------------------------------------------------------------------------------

A_YEAR = """
INSERT INTO persons (id) SELECT n FROM generate_series(1, 3000) n;
INSERT INTO sessions (person_id, token_hash, used, expires)
    SELECT n, decode(md5(n::text), 'hex'), 0, 9000000000000 FROM generate_series(1, 3000) n;
INSERT INTO tables (id, game, rules, options, players, seed, pace, created, standing)
    SELECT 't' || n, 'lockup', 1, '{}', 4, 'x', 0, n, '{}' FROM generate_series(1, 3000) n;
INSERT INTO seats (table_id, seat, person_id)
    SELECT 't' || n, s, (n + 700 * s) % 3000 + 1 FROM generate_series(1, 3000) n, generate_series(0, 3) s;
INSERT INTO members (table_id, person_id, kind) SELECT 't' || n, (n + 13) % 3000 + 1, 'watcher'
    FROM generate_series(1, 3000) n;
INSERT INTO kept_claims (table_id, seat, deal, move) SELECT 't' || n, 1, 1, '7H'
    FROM generate_series(1, 3000) n;
INSERT INTO log (table_id, seq, entry) SELECT 't' || n, s, '{"type":"move","seat":"0","move":"QH"}'
    FROM generate_series(1, 3000) n, generate_series(1, 20) s;
INSERT INTO marks (table_id, seq, seat, made_by) SELECT 't' || n, 7, 1, 'clock'
    FROM generate_series(1, 3000) n;
INSERT INTO talk (table_id, number, line) SELECT 't' || n, s, '{}'
    FROM generate_series(1, 3000) n, generate_series(1, 5) s;
INSERT INTO processes (id, expires) VALUES ('one', 9000000000000);
INSERT INTO presence (table_id, person_id, process_id, since) SELECT 't' || n, n, 'one', 0
    FROM generate_series(1, 3000) n;
ANALYZE;
"""
"""Rows of many tables, in little time."""

LARGE = "persons|tables|seats|members|log|marks|talk|presence|kept_claims"


def note_reads(patch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Statements that read, and their values, as soon as there are any."""
    asked: list[tuple[str, Any]] = []
    read = postgres._rows

    async def note(connection: postgres.Connection, statement: Statement, values: Values) -> list[Row]:
        compiled = statement.compiled(Dialect.POSTGRESQL)
        asked.append((compiled.text, compiled.values(values)))
        return await read(connection, statement, values)

    patch.setattr(postgres, "_rows", note)
    return asked


def test_what_is_asked_most_goes_by_indexes(
    cluster: Cluster, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = note_reads(monkeypatch)

    async def ask() -> None:
        store = Store(open_database(postgres_url))
        await store.logs.entries("t1000", 18)
        with suppress(TableDamaged):  # it has no standing
            await store.tables.find("t1000")
        await store.persons.find(b"nobody")
        await store.tables.of_person(1000)
        await store.shared.heads(["t1000", "t1001"], "two")
        await store.shared.kept_claims("t1000", 1)
        await store.close()

    cluster.execute(A_YEAR, str(make_url(postgres_url).database))
    asyncio.run(ask())
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        plans = [
            "\n".join(line for (line,) in connection.execute(f"EXPLAIN {statement}".encode(), values))
            for statement, values in asked
        ]
    assert len(plans) == 6
    for plan in plans:
        assert not re.search(f"Seq Scan on ({LARGE})", plan), plan


def test_a_crowd_that_comes_at_once_is_answered_by_few_statements(
    cluster: Cluster, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = note_reads(monkeypatch)

    async def ask() -> None:
        store = Store(open_database(postgres_url))
        names = [f"t{1000 + n % 20}" for n in range(100)]
        heads = await asyncio.gather(*(store.shared.heads([name], "two") for name in names))
        assert [(set(each), each[name].seq) for name, each in zip(names, heads, strict=True)] == [
            ({name}, 20) for name in names
        ]
        found = await asyncio.gather(*(store.tables.find(name) for name in names), return_exceptions=True)
        assert all(isinstance(each, TableDamaged) for each in found)  # they have no standing
        assert await store.tables.find("nowhere") is None
        await store.close()

    cluster.execute(A_YEAR, str(make_url(postgres_url).database))
    asyncio.run(ask())
    assert len([text for text, _ in asked if "FROM tables" in text]) == 3


async def found_at_last(backend: Backend, query: str) -> list[Row]:
    for _ in range(100 * WAIT):
        if found := await backend.rows(Statement(query)):
            return found
        await asyncio.sleep(0.01)
    raise TimeoutError(query)


def test_who_comes_to_a_table_that_is_deleted_at_this_moment_hides_no_other_who_comes(
    cluster: Cluster, postgres_url: str
) -> None:
    here = "SELECT table_id FROM presence WHERE process_id = 'two'"

    async def come(deleting: psycopg.Connection[Any]) -> None:
        backend = open_database(postgres_url)
        attendance = Attendance("two", backend, lambda _: None)
        going_on = asyncio.create_task(attendance.go_on())
        deleting.execute("DELETE FROM tables WHERE id = 't1000'")
        for table in ("t1000", "t1001"):
            attendance.came(table, 1)
        await found_at_last(backend, "SELECT 1 FROM pg_locks WHERE NOT granted")
        deleting.commit()
        assert await found_at_last(backend, here) == [{"table_id": "t1001"}]
        going_on.cancel()
        await asyncio.gather(going_on, return_exceptions=True)
        await backend.close()

    cluster.execute(A_YEAR, str(make_url(postgres_url).database))
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as deleting:
        asyncio.run(come(deleting))


def test_the_end_of_a_person_waits_for_no_table_that_is_deleted_at_this_moment(
    cluster: Cluster, postgres_url: str
) -> None:
    sat = """
        INSERT INTO persons (id) VALUES (1);
        INSERT INTO tables (id, game, rules, options, players, seed, pace, created, standing)
            VALUES ('t', 'lockup', 1, '{}', 4, 'x', 0, 0, '{}');
        INSERT INTO tenures (table_id, seat, seq, person_id) VALUES ('t', 0, 1, 1);
    """

    async def end() -> list[str] | None:
        store = Store(open_database(postgres_url))
        try:
            return await asyncio.wait_for(store.forgetting.end(1), WAIT)
        finally:
            await store.close()

    cluster.execute(sat, str(make_url(postgres_url).database))
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as deleting:
        deleting.execute("SELECT 1 FROM tables FOR UPDATE")
        assert asyncio.run(end()) == []
