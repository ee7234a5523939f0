"""A database that is held, ill or gone for a while: whoever asks is told in good time, and all goes on later.

What a driver says is StorageAway where it is about the database, never a bare error of the driver.
"""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from sevenfold.bots.levels import Level
from sevenfold.games import load_game
from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.errors import StorageAway, StorageFull, Vanished
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.backend import Backend, KeyTaken
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.postgres import PostgresBackend
from sevenfold.server.storage.rows import PersonRow
from sevenfold.server.storage.statements import Dialect, Statement
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing.running import WAIT, Person, Server, any_move, looking_again, wait_for_turn
from tests.server.boards import a_board
from tests.server.test_database import kept_persons, person, url, with_backend

# --- held by another program ----------------------------------------------------------------------

HOLD = """
import sqlite3, sys
file, pragma = sys.argv[1:]
connection = sqlite3.connect(file, isolation_level=None, timeout=60)
connection.execute(pragma)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""


@contextmanager
def held(folder: Path, pragma: str = "PRAGMA foreign_keys") -> Iterator[None]:
    """The file of a server, held by another process."""
    command = [sys.executable, "-c", HOLD, str(folder / "sevenfold.db"), pragma]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        try:
            yield
        finally:
            other.communicate("let go\n", timeout=WAIT)


def test_many_who_wait_for_a_held_file_do_not_wait_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    begun: list[int] = []
    begin = sqlite._begin

    def count(connection: sqlite3.Connection) -> Any:
        begun.append(1)
        return begin(connection)

    monkeypatch.setattr(sqlite, "_begin", count)

    async def work(backend: sqlite.SqliteBackend) -> None:
        with held(tmp_path), capture_logs() as logged:
            with pytest.raises(StorageAway):
                await backend.write(person(1))
            begun.clear()
            told = await asyncio.gather(*(backend.write(person(2)) for _ in range(5)), return_exceptions=True)
            assert [type(each) for each in told] == [StorageAway] * 5
            assert len(begun) == 5, "each is told after one try"
            assert await kept_persons(backend) == set()
        assert len(logged) <= 1
        assert await backend.write(person(3))
        assert await kept_persons(backend) == {3}

    with_backend(tmp_path, work)


def test_a_file_that_is_held_anew_is_waited_for_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.05)

    async def work(backend: sqlite.SqliteBackend) -> None:
        with held(tmp_path), pytest.raises(StorageAway):
            await backend.write(person(1))
        assert await backend.write(person(1))
        monkeypatch.setattr(sqlite, "BUSY", WAIT)
        with held(tmp_path):
            waiting = asyncio.create_task(backend.write(person(2)))
            for _ in range(5):
                await asyncio.sleep(sqlite.TRY_AGAIN)
            assert not waiting.done()
        assert await waiting

    with_backend(tmp_path, work)


def test_who_reads_a_file_that_is_held_altogether_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    asyncio.run(migrate(url(tmp_path)))
    backend = sqlite.SqliteBackend(str(tmp_path / "sevenfold.db"))

    async def read() -> None:
        with held(tmp_path, "PRAGMA locking_mode=EXCLUSIVE"):
            for long in (False, True):
                with pytest.raises(StorageAway):
                    await backend.rows(PERSONS, long=long)
        assert await backend.rows(PERSONS) == []
        await backend.close()

    asyncio.run(read())


PERSONS = Statement(text("SELECT id FROM persons"))


def test_play_goes_on_after_another_program_has_held_the_file(tmp_path: Path) -> None:
    server = Server(tmp_path, held_for=0.5)
    with closing(server), Person(server) as host, Person(server) as leaving:
        table = host.create(pace=0)["id"]
        leaving.create()
        with host.socket(table) as socket:
            message = wait_for_turn(socket, socket.hello())
            move = {"version": message["version"], "move": any_move(message)}
            with held(tmp_path):
                socket.send("play", **move)
                assert socket.receive("error")["code"] == "storage_away"
                gone = leaving.delete("/session")
                assert (gone.status_code, gone.json()["code"]) == (503, "storage_away")
            socket.send("play", **move)
            while socket.receive("update", "snapshot")["version"] <= message["version"]:
                pass
        assert leaving.delete("/session").status_code == 204
        for _ in looking_again():
            with closing(server.database()) as connection:
                if connection.execute("SELECT count(*) FROM persons", []).fetchall() == [(1,)]:
                    break
        assert "Traceback" not in server.forget_said()


# --- what a driver says -----------------------------------------------------------------------------

AWAY_IN_SQLITE = {
    "PERM",
    "BUSY",
    "LOCKED",
    "READONLY",
    "IOERR",
    "CORRUPT",
    "CANTOPEN",
    "PROTOCOL",
    "NOLFS",
    "NOTADB",
}

CODES = {
    name.removeprefix("SQLITE_"): getattr(sqlite3, name)
    for name in dir(sqlite3)
    if name.startswith(tuple(f"SQLITE_{each}" for each in (*AWAY_IN_SQLITE, "FULL", "CONSTRAINT")))
}
"""What may be wrong, with all the ways in which it may."""


def test_each_error_of_sqlite_is_told_by_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.0)
    begin = sqlite._begin
    to_raise: list[sqlite3.Error] = []

    def stub(connection: sqlite3.Connection) -> Any:
        if to_raise:
            raise to_raise.pop()
        return begin(connection)

    monkeypatch.setattr(sqlite, "_begin", stub)

    async def work(backend: sqlite.SqliteBackend) -> None:
        for number, name in enumerate(CODES):
            to_raise.append(as_the_driver_says_it(name))
            with pytest.raises(meant_in_sqlite(name)):
                await backend.write(person(number))
            assert await backend.write(person(number)), f"{name} passes"

    with_backend(tmp_path, work)


def as_the_driver_says_it(name: str) -> sqlite3.Error:
    kind = sqlite3.IntegrityError if name.startswith("CONSTRAINT") else sqlite3.OperationalError
    error = kind(name)
    error.sqlite_errorcode = CODES[name]
    return error


def meant_in_sqlite(name: str) -> type[Exception]:
    if name.split("_")[0] in AWAY_IN_SQLITE:
        return StorageAway
    meant: dict[str, type[Exception]] = {
        "FULL": StorageFull,
        "CONSTRAINT_UNIQUE": KeyTaken,
        "CONSTRAINT_PRIMARYKEY": KeyTaken,
        "CONSTRAINT_FOREIGNKEY": Vanished,
    }
    return meant.get(name, sqlite3.IntegrityError)


def test_a_connection_that_only_reads_is_opened_anew(tmp_path: Path) -> None:
    """SQLite opens a file that it may not write to for reading, and a connection stays as it was opened."""

    async def work(backend: sqlite.SqliteBackend) -> None:
        backend._writer.connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StorageAway):
            await backend.write(person(1))
        assert await backend.write(person(2))
        assert await kept_persons(backend) == {2}

    with_backend(tmp_path, work)


@pytest.mark.parametrize("long", [False, True])
def test_who_cannot_open_the_file_is_told_and_later_can(tmp_path: Path, long: bool) -> None:
    folder = tmp_path / "server"
    folder.mkdir()
    asyncio.run(migrate(url(folder)))
    folder.rename(tmp_path / "elsewhere")
    backend = sqlite.SqliteBackend(str(folder / "sevenfold.db"))

    async def read() -> None:
        with pytest.raises(StorageAway):
            await backend.rows(PERSONS, long=long)
        (tmp_path / "elsewhere").rename(folder)
        assert await backend.rows(PERSONS, long=long) == []
        await backend.close()

    asyncio.run(read())


AWAY_IN_POSTGRESQL = (
    "08006",  # the connection was lost
    "25006",  # a standby, which only reads
    "25P03",  # a transaction that did nothing for too long
    "28P01",  # the password was changed
    "3D000",  # the database is being restored
    "40001",  # another transaction was in the way
    "40P01",
    "53300",  # too many connections
    "55P03",  # locked for too long
    "57014",  # a statement that took too long
    "57P01",  # the server is stopped
    "58030",  # its disk
    "XX001",  # damage
)

IN_POSTGRESQL: dict[str, type[Exception]] = {
    **dict.fromkeys(AWAY_IN_POSTGRESQL, StorageAway),
    "53100": StorageFull,
    "23503": Vanished,
    "23505": KeyTaken,
    "23502": psycopg.errors.NotNullViolation,
    "23514": psycopg.errors.CheckViolation,
    "42P01": psycopg.errors.UndefinedTable,
}


def test_each_error_of_postgresql_is_told_by_what_it_is(postgres_url: str) -> None:
    async def work(backend: Backend) -> None:
        for code, meant in IN_POSTGRESQL.items():
            raising = Statement(text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"))
            with pytest.raises(meant):
                await backend.write(raising.of([{}]))
            with pytest.raises(meant):
                async with backend.transaction() as transaction:
                    await transaction.change(raising.of([{}]))
        assert await backend.write(person(1)), "it passes"

    with_postgres(postgres_url, work)


def test_a_transaction_that_postgresql_has_ended_is_storage_away(postgres_url: str) -> None:
    async def work(backend: Backend) -> None:
        with pytest.raises(StorageAway):
            await read_until_ended(backend)
        assert await backend.write(person(1))

    with_postgres(postgres_url, work)


async def read_until_ended(backend: Backend) -> None:
    soon = Statement(text("SET LOCAL idle_in_transaction_session_timeout = 1"))
    async with backend.transaction() as transaction:
        await transaction.change(soon.of([{}]))
        for _ in looking_again():
            await transaction.rows(PERSONS)


def with_postgres(database: str, work: Callable[[Backend], Awaitable[object]]) -> None:
    async def run() -> None:
        await migrate(database)
        backend = open_database(database)
        assert isinstance(backend, PostgresBackend)
        assert backend.dialect is Dialect.POSTGRESQL
        try:
            await work(backend)
        finally:
            await backend.close()

    asyncio.run(run())


# --- a key that is taken ----------------------------------------------------------------------------


def test_only_a_key_that_is_there_already_is_taken(where: Path | str) -> None:
    """What else breaks a constraint is a mistake of ours, and nobody who tries again has more luck."""
    add = Statement(text("INSERT INTO processes (id, expires) VALUES (:id, :expires)"))

    async def work(backend: Backend) -> None:
        assert await backend.write(add.of([{"id": "1", "expires": 0}]))
        with pytest.raises(KeyTaken):
            await backend.write(add.of([{"id": "1", "expires": 0}]))
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.NotNullViolation)):
            await backend.write(add.of([{"id": "2", "expires": None}]))

    if isinstance(where, str):
        with_postgres(where, work)
    else:
        with_backend(where, work)


def test_a_key_that_stays_taken_is_not_tried_for_ever() -> None:
    tried: list[str] = []

    async def begin_at(*_: object, **__: object) -> str:
        tried.append("a try")
        raise KeyTaken

    async def tries(*_: object) -> tuple[()]:
        return ()

    async def has(*_: object) -> bool:
        return False

    store = SimpleNamespace(boards=SimpleNamespace(tries=tries), seen=SimpleNamespace(has=has))
    rounds = SimpleNamespace(reader=None, access=SimpleNamespace(law=None))
    boards = Boards(*cast(Any, (store, SimpleNamespace(begin_at=begin_at), rounds, None, None)))
    board = a_board(load_game("lockup"), Level.EASY)
    with pytest.raises(KeyTaken):
        asyncio.run(boards.begin(board, 0, PersonRow(1, 0), 0, "Ann"))
    assert len(tried) == 2
