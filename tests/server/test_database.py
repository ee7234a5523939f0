"""The database: created and brought up to date at start, or refused with its name and the way out."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, bindparam, insert, inspect, literal, select, text

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.settings import Settings
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.data_folder import DataFolderNotWritable, check_data_folder
from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable, create_engine
from sevenfold.server.storage.schema import metadata, persons, seats
from sevenfold.server.storage.sqlite import SqliteBackend
from sevenfold.server.storage.statements import Statement, WriteStep
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing.running import WAIT


def url(folder: Path) -> DatabaseUrl:
    return Settings(data=folder).database


def look(folder: Path, question: Any) -> Any:
    """What `question` returns for the connection to a database that has been brought up to date."""
    asyncio.run(migrate(url(folder)))
    with create_engine(url(folder)).connect() as connection:
        return question(connection)


def test_the_migrations_make_the_tables_that_the_server_uses(tmp_path: Path) -> None:
    differences = look(
        tmp_path, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )

    assert differences == []


def test_the_log_is_kept_by_table_and_number(tmp_path: Path) -> None:
    key = look(tmp_path, lambda connection: inspect(connection).get_pk_constraint("log"))

    assert key["constrained_columns"] == ["table_id", "seq"]


SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
"""Every transaction is flushed to the disk, and no row names another that is not there."""


def test_an_upgrade_of_sqlite_is_flushed_and_holds_to_its_foreign_keys(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> dict[str, Any]:
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in SAFE}

    assert look(tmp_path, pragmas) == SAFE


def test_so_is_whatever_the_server_writes(tmp_path: Path) -> None:
    async def work(backend: SqliteBackend) -> None:
        async with backend.transaction() as transaction:
            found = {name: (await transaction.rows(pragma(name)))[0] for name in SAFE}
        assert {name: row[name] for name, row in found.items()} == SAFE

    with_backend(tmp_path, work)


def pragma(name: str) -> Statement:
    return Statement(text(f"PRAGMA {name}"))


# --- what is done at once, and what by a thread -----------------------------------------------------


def with_backend(folder: Path, work: Callable[[SqliteBackend], Awaitable[object]]) -> None:
    async def run() -> None:
        await migrate(url(folder))
        backend = SqliteBackend(str(folder / "sevenfold.db"))
        try:
            await work(backend)
        finally:
            await backend.close()

    asyncio.run(run())


ADD_PERSON = Statement(insert(persons), ("key_hash",))

KEYS = Statement(select(persons.c.key_hash))


def person(*numbers: int) -> WriteStep:
    return ADD_PERSON.of([{"key_hash": number.to_bytes(32)} for number in numbers])


async def kept_persons(backend: SqliteBackend) -> set[int]:
    return {int.from_bytes(row["key_hash"]) for row in await backend.rows(KEYS)}


def test_only_a_commit_and_what_takes_long_is_handed_to_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[str] = []
    in_thread = sqlite.SqliteConnection.in_thread

    async def note(line: sqlite.SqliteConnection, work: Any) -> Any:
        (asked,) = getattr(work, "args", (work,))
        handed.append(getattr(asked, "func", asked).__name__)
        return await in_thread(line, work)

    monkeypatch.setattr(sqlite.SqliteConnection, "in_thread", note)

    async def work(backend: SqliteBackend) -> None:
        assert await backend.rows(KEYS) == []
        await backend.write()
        assert handed == []
        async with backend.transaction() as transaction:
            await transaction.change(person(1))
            await transaction.change(person(2))
        assert handed == ["_end"]
        await backend.write(person(3), person(4))
        assert handed == ["_end"] * 2
        handed.clear()
        async with backend.transaction(long=True) as transaction:
            await transaction.change(person(5))
        assert handed == ["_change", "_end"]
        await backend.rows(KEYS, long=True)
        assert handed == ["_change", "_end", "_rows"]

    with_backend(tmp_path, work)


def test_while_a_commit_hangs_whoever_reads_holds_up_nobody_else(tmp_path: Path) -> None:
    """The disk hangs: a read that hangs too waits in a thread, and whatever needs no disk goes on."""
    disk, begun = Event(), Event()

    def hang(statement: str) -> None:
        if statement == "COMMIT":
            disk.wait(WAIT)

    def wait_for_disk() -> str:
        begun.set()
        disk.wait(WAIT)
        return "it goes on"

    read_slowly = Statement(text("SELECT wait_for_disk() AS disk"))

    async def work(backend: SqliteBackend) -> None:
        assert await backend.rows(KEYS) == []
        await backend.rows(KEYS, long=True)
        for line in (backend._reader, backend._long_reader):
            line.connection.create_function("wait_for_disk", 0, wait_for_disk)
        backend._writer.connection.set_trace_callback(hang)
        writing = asyncio.create_task(backend.write(person(1)))
        await asyncio.sleep(2 * sqlite.HANGS)
        reading = asyncio.create_task(backend.rows(read_slowly))
        await asyncio.to_thread(begun.wait, WAIT)
        assert not writing.done()
        assert not reading.done()
        disk.set()
        assert await writing
        assert await reading == [{"disk": "it goes on"}]
        assert await backend.rows(KEYS)

    with_backend(tmp_path, work)


def test_while_another_program_writes_others_go_on_and_a_writer_waits(tmp_path: Path) -> None:
    async def work(backend: SqliteBackend) -> None:
        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(backend.write(person(1)))
            for _ in range(3):
                await asyncio.sleep(0.01)
                assert await kept_persons(backend) == set()
            assert not waiting.done()
            other.execute("COMMIT")
            await waiting

    with_backend(tmp_path, work)


def test_a_transaction_waits_for_another_and_is_not_told_that_the_file_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.0)

    async def work(backend: SqliteBackend) -> None:
        async with backend.transaction() as transaction:
            await transaction.change(person(1))
            waiting = asyncio.create_task(backend.write(person(2)))
            await asyncio.sleep(0)
            assert not waiting.done()
        await backend.write(person(3))
        assert await waiting
        assert await kept_persons(backend) == {1, 2, 3}

    with_backend(tmp_path, work)


# --- all or nothing -----------------------------------------------------------------------------------

ADD_NEW = Statement(lambda insert: insert(persons).on_conflict_do_nothing(), ("key_hash",), counted=True)


def test_a_transaction_with_a_wrong_count_or_an_error_leaves_nothing(tmp_path: Path) -> None:
    async def work(backend: SqliteBackend) -> None:
        assert await backend.write(person(1))
        assert not await backend.write(person(2), ADD_NEW.of(person(3, 1).rows))
        with pytest.raises(KeyTaken):
            await backend.write(person(2), person(1))
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await backend.write(person(2), Statement(text("DELETE FROM nowhere")).of([{}]))
        with pytest.raises(ZeroDivisionError):
            await raise_in_a_transaction(backend, person(2))
        assert await kept_persons(backend) == {1}
        assert await backend.write(person(2), ADD_NEW.of(person(3, 4).rows))
        assert await kept_persons(backend) == {1, 2, 3, 4}

    with_backend(tmp_path, work)


async def raise_in_a_transaction(backend: SqliteBackend, step: WriteStep) -> None:
    async with backend.transaction() as transaction:
        await transaction.change(step)
        raise ZeroDivisionError


ALL_PERSONS = (
    select(persons).where(persons.c.id < bindparam("most"), persons.c.name.is_(None)).order_by(persons.c.id)
)

ALL_SEATS = select(seats, literal("there").label("where")).where(seats.c.seat < bindparam("most"))


def test_what_is_read_is_what_sqlalchemy_reads(tmp_path: Path) -> None:
    async def work(backend: SqliteBackend) -> None:
        await backend.write(person(1))
        with (
            closing(sqlite3.connect(tmp_path / "sevenfold.db")) as other,
            other,
        ):  # it asks for no table of the seats
            other.execute("INSERT INTO seats (table_id, seat, substitute) VALUES ('t', 0, 1), ('t', 1, 0)")
        for statement in (ALL_PERSONS, ALL_SEATS):
            with create_engine(url(tmp_path)).connect() as connection:
                expected = [dict(row) for row in connection.execute(statement, {"most": 5}).mappings()]
            found = await backend.rows(Statement(statement), {"most": 5})
            assert expected
            assert found == expected
            assert [list(map(type, row.values())) for row in found] == [
                list(map(type, row.values())) for row in expected
            ]

    with_backend(tmp_path, work)


def test_what_was_kept_just_now_is_read_and_what_is_not_yet_kept_is_not(tmp_path: Path) -> None:
    async def work(backend: SqliteBackend) -> None:
        for number in (1, 2):
            async with backend.transaction() as transaction:
                await transaction.change(person(number))
                assert len(await kept_persons(backend)) == number - 1
            assert len(await kept_persons(backend)) == number

    with_backend(tmp_path, work)


def test_who_reads_waits_while_another_program_has_the_whole_file(tmp_path: Path) -> None:
    with_backend(tmp_path, lambda backend: backend.write(person(1)))
    backend = SqliteBackend(str(tmp_path / "sevenfold.db"))

    async def read() -> None:
        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("BEGIN IMMEDIATE")
            reading = asyncio.create_task(backend.rows(KEYS))
            for _ in range(3):
                await asyncio.sleep(sqlite.TRY_AGAIN)
            assert not reading.done()
            other.execute("COMMIT")
        assert len(await reading) == 1
        await backend.close()

    asyncio.run(read())


def test_a_connection_that_could_not_be_set_up_at_first_is_set_up_later(tmp_path: Path) -> None:
    asyncio.run(migrate(url(tmp_path)))
    backend = SqliteBackend(str(tmp_path / "sevenfold.db"))

    async def write() -> None:
        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(backend.write(person(1)))
            for _ in range(3):
                await asyncio.sleep(sqlite.TRY_AGAIN)
            other.execute("COMMIT")
        assert await writing
        async with backend.transaction() as transaction:
            assert {name: (await transaction.rows(pragma(name)))[0][name] for name in SAFE} == SAFE
        await backend.close()

    asyncio.run(write())


# --- told to stop ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("long", [False, True])
def test_who_is_told_to_stop_leaves_the_file_to_the_next(tmp_path: Path, long: bool) -> None:
    async def work(backend: SqliteBackend) -> None:
        async def write(number: int) -> None:
            async with backend.transaction(long=long) as transaction:
                await transaction.change(person(number))

        for turns in range(5):  # before it begins, and while it is written
            stopped = [
                asyncio.create_task(each) for each in (write(10 + turns), backend.write(person(50 + turns)))
            ]
            for _ in range(turns):
                await asyncio.sleep(0)
            for task in stopped:
                task.cancel()
            await backend.write(person(20 + turns))
            await write(30 + turns)
            await asyncio.gather(*stopped, return_exceptions=True)
        every = {tens + turns for tens in (20, 30) for turns in range(5)}
        assert every <= await kept_persons(backend)

    with_backend(tmp_path, work)


def test_a_commit_whose_writer_is_told_to_stop_is_done_to_its_end(tmp_path: Path) -> None:
    begun = Event()

    def commit_slowly(statement: str) -> None:
        if statement == "COMMIT":
            begun.set()
            time.sleep(0.05)

    async def work(backend: SqliteBackend) -> None:
        backend._writer.connection.set_trace_callback(commit_slowly)
        stopped = asyncio.create_task(backend.write(person(1)))
        await asyncio.sleep(0)
        await asyncio.to_thread(begun.wait)
        stopped.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopped
        assert await kept_persons(backend) == {1}

    with_backend(tmp_path, work)


def test_a_database_that_is_up_to_date_is_left_as_it_is(tmp_path: Path) -> None:
    asyncio.run(migrate(url(tmp_path)))
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
        database.execute("INSERT INTO persons (id, key_hash) VALUES (1, x'00')")

    persons = look(tmp_path, lambda connection: connection.execute(text("SELECT * FROM persons")).all())

    assert [tuple(person) for person in persons] == [(1, None, b"\0")]


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    asyncio.run(migrate(url(tmp_path)))
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        before = list(database.iterdump())

    with pytest.raises(DatabaseTooNew, match=r"sevenfold\.db has the revision 9999") as error:
        asyncio.run(migrate(url(tmp_path)))

    assert error.value.revision == "9999"
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database:
        assert list(database.iterdump()) == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "sevenfold.db"
    file.write_text("Dear diary, " * 100)

    with pytest.raises(DatabaseUnusable, match=r"sevenfold\.db cannot be used: file is not a database"):
        asyncio.run(migrate(url(tmp_path)))

    assert file.read_text() == "Dear diary, " * 100


def test_a_data_folder_is_made_where_there_is_none(tmp_path: Path) -> None:
    check_data_folder(tmp_path / "a" / "b")

    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_data_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    for folder in (file, file / "inside", Path("/proc/sevenfold")):
        with pytest.raises(DataFolderNotWritable, match=str(folder)) as error:
            check_data_folder(folder)
        assert error.value.folder == folder
