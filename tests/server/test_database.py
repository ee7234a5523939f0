"""The database: created and brought up to date at start, or refused with its name and the way out."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Insert, bindparam, insert, inspect, literal, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.server.settings import Settings
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.data_folder import DataFolderNotWritable, check_data_folder
from sevenfold.server.storage.schema import (
    DatabaseTooNew,
    DatabaseUnusable,
    create_engine,
    guests,
    metadata,
    seats,
)
from sevenfold.server.storage.statements import Prepared, Step
from sevenfold.server.storage.transactions import Reader, carry_out, reading, writing
from sevenfold.server.storage.upgrade import migrate


def url(folder: Path) -> str:
    return Settings(data=folder).database


def look(folder: Path, question: Any) -> Any:
    """What `question` returns for the connection to a database that has been brought up to date."""

    async def ask() -> Any:
        engine = create_engine(url(folder))
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(question)
        finally:
            await engine.dispose()

    asyncio.run(migrate(url(folder)))
    return asyncio.run(ask())


def test_the_migrations_make_the_tables_that_the_server_uses(tmp_path: Path) -> None:
    differences = look(
        tmp_path, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )

    assert differences == []


def test_the_log_is_kept_by_table_and_number(tmp_path: Path) -> None:
    key = look(tmp_path, lambda connection: inspect(connection).get_pk_constraint("log"))

    assert key["constrained_columns"] == ["table_id", "seq"]


def test_sqlite_flushes_every_transaction_and_holds_to_its_foreign_keys(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

    assert look(tmp_path, pragmas) == ["wal", 2, 1]


def test_so_it_does_where_whole_transactions_are_carried_out(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        writer = sqlite.writer_of(engine)
        assert writer is not None
        assert await carry_out(engine, [add_guest(engine, 1)])
        connection = await writer._open()
        found = [
            await (await connection.execute(f"PRAGMA {name}")).fetchone()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert found == [("wal",), (2,), (1,)]

    with_engine(tmp_path, work)


# --- what is done at once, and what by a thread -----------------------------------------------------


def with_engine(folder: Path, work: Callable[[AsyncEngine], Awaitable[None]]) -> None:
    async def run() -> None:
        await migrate(url(folder))
        engine = create_engine(url(folder))
        try:
            await work(engine)
        finally:
            await engine.dispose()

    asyncio.run(run())


def guest(number: int) -> Insert:
    return insert(guests).values(token_hash=number.to_bytes(32), expires=0)


def add_guest(engine: AsyncEngine, number: int) -> Step:
    row = {"token_hash": number.to_bytes(32), "expires": 0}
    return Prepared(engine, insert(guests), row).of([row])


async def kept_guests(engine: AsyncEngine) -> set[int]:
    async with reading(engine) as connection:
        found = (await connection.execute(select(guests.c.token_hash))).scalars()
        return {int.from_bytes(token) for token in found}


def test_only_a_commit_and_what_takes_long_is_handed_to_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[str] = []
    hand_over = sqlite.Connection._hand_over

    async def note(connection: sqlite.Connection, work: Any) -> Any:
        handed.append(getattr(work, "__name__", work.func.__name__ if isinstance(work, partial) else ""))
        return await hand_over(connection, work)

    monkeypatch.setattr(sqlite.Connection, "_hand_over", note)

    async def work(engine: AsyncEngine) -> None:
        handed.clear()
        async with reading(engine) as connection:
            assert (await connection.execute(select(guests))).all() == []
        assert handed == []
        async with writing(engine) as connection:
            await connection.execute(guest(1))
            await connection.execute(guest(2))
        assert handed == ["commit"]
        await carry_out(engine, [])  # it connects
        handed.clear()
        await carry_out(engine, [add_guest(engine, 4)])
        assert handed == ["commit"]
        async with writing(engine, long=True) as connection:
            await connection.execute(guest(3))
        assert "execute" in handed

    with_engine(tmp_path, work)


def test_while_another_program_writes_others_go_on_and_a_writer_waits(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        async def write() -> None:
            async with writing(engine) as connection:
                await connection.execute(guest(1))

        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(write())
            for _ in range(3):
                await asyncio.sleep(0.01)
            assert not waiting.done()
            other.execute("COMMIT")
            await waiting

    with_engine(tmp_path, work)


def test_a_whole_transaction_waits_for_another_and_is_not_told_that_the_file_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY", 0.0)

    async def work(engine: AsyncEngine) -> None:
        async with writing(engine) as connection:
            await connection.execute(guest(1))
            waiting = asyncio.create_task(carry_out(engine, [add_guest(engine, 2)]))
            await asyncio.sleep(0)
            assert not waiting.done()
        async with writing(engine) as connection:
            await connection.execute(guest(3))
        assert await waiting
        assert await kept_guests(engine) == {1, 2, 3}

    with_engine(tmp_path, work)


ALL_GUESTS = (
    select(guests).where(guests.c.id < bindparam("most"), guests.c.name.is_(None)).order_by(guests.c.id)
)

ALL_SEATS = select(seats, literal("there").label("where")).where(seats.c.seat < bindparam("most"))


def test_what_is_read_by_keys_is_what_sqlalchemy_reads(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        async with writing(engine) as connection:
            await connection.execute(guest(1))
        with (
            closing(sqlite3.connect(tmp_path / "sevenfold.db")) as other,
            other,
        ):  # it asks for no table of the seats
            other.execute("INSERT INTO seats (table_id, seat, stand_in) VALUES ('t', 0, 1), ('t', 1, 0)")
        reader = Reader(engine)
        for statement in (ALL_GUESTS, ALL_SEATS):
            async with reading(engine) as connection:
                expected = (await connection.execute(statement, {"most": 5})).mappings().all()
            found = await reader.rows(statement, {"most": 5})
            assert expected
            assert found == [dict(row) for row in expected]
            assert [list(map(type, row.values())) for row in found] == [
                list(map(type, row.values())) for row in expected
            ]
        reader.close()

    with_engine(tmp_path, work)


def test_what_was_kept_just_now_is_read_by_keys_and_what_is_not_yet_kept_is_not(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        reader = Reader(engine)
        for number in (1, 2):
            async with writing(engine) as connection:
                await connection.execute(guest(number))
                assert len(await reader.rows(ALL_GUESTS, {"most": 5})) == number - 1
            assert len(await reader.rows(ALL_GUESTS, {"most": 5})) == number
        reader.close()

    with_engine(tmp_path, work)


def test_who_reads_by_keys_waits_while_another_program_has_the_whole_file(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        async with writing(engine) as connection:
            await connection.execute(guest(1))
        await engine.dispose()
        reader = Reader(engine)
        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
            other.execute("BEGIN IMMEDIATE")
            reading = asyncio.create_task(reader.rows(ALL_GUESTS, {"most": 5}))
            for _ in range(3):
                await asyncio.sleep(sqlite.TRY_AGAIN)
            assert not reading.done()
            other.execute("COMMIT")
        assert len(await reading) == 1
        reader.close()

    with_engine(tmp_path, work)


def test_a_file_that_cannot_be_read_by_keys_is_an_error_of_sqlalchemy(tmp_path: Path) -> None:
    reader = Reader(create_engine(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'sevenfold.db'}"))
    with pytest.raises(OperationalError):
        asyncio.run(_rows(reader))


async def _rows(reader: Reader) -> Sequence[Mapping[str, Any]]:
    return await reader.rows(ALL_GUESTS, {"most": 5})


def test_a_commit_whose_writer_is_told_to_stop_is_done_to_its_end(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        async def write(number: int) -> None:
            async with writing(engine) as connection:
                await connection.execute(guest(number))

        stopped = asyncio.create_task(write(1))
        await asyncio.sleep(0)
        stopped.cancel()
        await asyncio.gather(stopped, return_exceptions=True)
        await write(2)
        async with reading(engine) as connection:
            kept = (await connection.execute(select(guests.c.token_hash))).scalars().all()
        assert (2).to_bytes(32) in kept

    with_engine(tmp_path, work)


def test_a_whole_transaction_that_is_told_to_stop_leaves_the_file_to_the_next(tmp_path: Path) -> None:
    async def work(engine: AsyncEngine) -> None:
        await carry_out(engine, [add_guest(engine, 1)])
        for turns in range(4):  # before it begins, and while it is written
            stopped = asyncio.create_task(carry_out(engine, [add_guest(engine, 10 + turns)]))
            for _ in range(turns):
                await asyncio.sleep(0)
            stopped.cancel()
            await carry_out(engine, [add_guest(engine, 20 + turns)])
            async with writing(engine) as connection:
                await connection.execute(guest(30 + turns))
            await asyncio.gather(stopped, return_exceptions=True)
        every = {tens + turns for tens in (20, 30) for turns in range(4)}
        assert every <= await kept_guests(engine)

    with_engine(tmp_path, work)


def test_what_is_opened_for_somebody_who_was_told_to_stop_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def note(*args: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **options))
        return opened[-1]

    async def work(engine: AsyncEngine) -> None:
        monkeypatch.setattr(sqlite3, "connect", note)
        stopped = asyncio.ensure_future(engine.connect().start())
        await asyncio.sleep(0)
        stopped.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopped
        for _ in range(1000):
            if opened and is_closed(opened[0]):
                return
            await asyncio.sleep(0.01)
        pytest.fail("it stays open")

    with_engine(tmp_path, work)


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


def test_a_database_that_is_up_to_date_is_left_as_it_is(tmp_path: Path) -> None:
    asyncio.run(migrate(url(tmp_path)))
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
        database.execute("INSERT INTO guests (id, token_hash, expires) VALUES (1, x'00', 0)")

    guests = look(tmp_path, lambda connection: connection.execute(text("SELECT * FROM guests")).all())

    assert [tuple(guest) for guest in guests] == [(1, b"\0", 0, None, None)]


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


def test_who_is_told_to_stop_while_they_connect_ends_after_their_connection() -> None:
    begun, opened = Event(), list[sqlite3.Connection]()

    def open_slowly() -> sqlite3.Connection:
        begun.set()
        time.sleep(0.05)
        opened.append(sqlite3.connect(":memory:", check_same_thread=False))
        return opened[0]

    async def connect_and_stop() -> None:
        connection = sqlite.Connection(open_slowly, sqlite.CHUNK)
        connecting = asyncio.ensure_future(connection)
        await asyncio.to_thread(begun.wait)
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            opened[0].execute("SELECT 1")

    asyncio.run(connect_and_stop())
