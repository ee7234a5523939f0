"""Trouble with storage: a full or slow disk, damage, another server in the same folder."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from sevenfold.core.log import Played
from sevenfold.server.errors import StorageFull
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.settings import Settings
from sevenfold.server.storage import sqlite, upgrade
from sevenfold.server.storage.data_folder import DataFolderInUse, hold_data_folder
from sevenfold.server.storage.logs import LogStore
from sevenfold.server.storage.opening import DatabaseUnusable
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing.running import WAIT, Pair, Person, Server, looking_again
from tests.server.test_dealing import short_deal
from tests.server.test_workers import PERSON, Worker, legal, with_workers, without_bots
from tests.server.together import look, start_with, table_where

# --- a full disk ----------------------------------------------------------------------------------


def test_what_a_full_disk_refuses_is_done_when_there_is_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite raises the error of a full disk itself, as it is given a largest size."""

    async def work(one: Worker, two: Worker, table: str) -> None:
        here, _ = await without_bots(one, two, table)
        version, cards = await legal(here)
        before = await one.store.logs.entries(table)

        with monkeypatch.context() as full:
            full.setattr(LogStore, "_write_together", write_a_megabyte)
            with pytest.raises(StorageFull):
                await here.play(0, version, cards[0])
        assert await one.store.logs.entries(table) == before

        await here.play(0, version, cards[0])
        added = (await one.store.logs.entries(table))[len(before) :]
        seats = [entry.seat for entry in added if isinstance(entry, Played)]
        assert seats in (["0"], ["0", "*"])  # chance may take a lost card

    with_workers(tmp_path, work, one_bus=False)


def test_what_a_commit_could_not_keep_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    async def cannot(_backend: object) -> None:
        raise full

    async def work(one: Worker, two: Worker, table: str) -> None:
        here, _ = await without_bots(one, two, table)
        version, cards = await legal(here)
        before = await one.store.logs.entries(table)

        with monkeypatch.context() as patch:
            patch.setattr(sqlite.SqliteBackend, "_commit", cannot)
            with pytest.raises(StorageFull):
                await here.play(0, version, cards[0])
        assert await two.store.logs.entries(table) == await one.store.logs.entries(table) == before

        await here.play(0, version, cards[0])
        assert len(await two.store.logs.entries(table)) > len(before)

    with_workers(tmp_path, work, one_bus=False)


async def write_a_megabyte(writer: LogStore, _batch: object) -> None:
    async with writer._backend.transaction() as transaction:
        await transaction.rows(Statement(text("PRAGMA max_page_count = 1")))
        try:
            await transaction.rows(Statement(text("CREATE TABLE more AS SELECT zeroblob(1000000)")))
        finally:
            await transaction.rows(Statement(text("PRAGMA max_page_count = 1000000")))


# --- damage ---------------------------------------------------------------------------------------

DAMAGE = [
    ("UPDATE log SET entry = '{' WHERE table_id = ? AND seq = 1", "log 1"),
    ('UPDATE log SET entry = \'["p","0","ZZ"]\' WHERE table_id = ? AND seq = 1', "log 1"),
    ("UPDATE log SET seq = seq + 1 WHERE table_id = ?", "log 1"),
    ("UPDATE tables SET options = 'x' WHERE id = ?", "tables.options"),
    ("UPDATE tables SET standing = '{}' WHERE id = ?", "tables.standing"),
    ("DELETE FROM seats WHERE table_id = ? AND seat = 3", "seats"),
]


def test_a_damaged_table_says_where_and_the_others_are_untouched(own_server: Server) -> None:
    with Person(own_server) as person:
        good = person.create()["id"]
        damaged = []
        for statement, at in DAMAGE:
            table = person.create()["id"]
            damaged.append(table)
            with closing(own_server.database()) as database, database:
                database.execute(statement, [table])
            for _ in range(2):
                with person.socket(table) as socket:
                    assert socket.receive()["values"] == {"table": table, "at": at}
                    assert socket.close_code == 4409
        with person.socket(good) as socket:
            assert socket.hello()["type"] == "snapshot"
        assert good in {table["id"] for table in person.get("/tables").json()}

    said = own_server.forget_said()
    assert said.count("table damaged") == len(damaged)
    assert "Traceback" not in said


def test_a_table_damaged_while_somebody_is_there_is_no_reason_to_look_at_no_other(
    tmp_path: Path, postgres_url: str
) -> None:
    """A process checks all its tables, one after the other, for what another process has done."""
    with closing(Pair(tmp_path, postgres_url)) as pair, Person(pair) as host, Person(pair) as friend:
        damaged, sound = (start_with(host, friend) for _ in range(2))
        with friend.socket(damaged) as there, friend.socket(sound) as here:
            look(there)
            look(here)
            with closing(pair.database()) as database, database:
                database.execute(
                    "UPDATE tables SET options = 'x', edition = edition + 1 WHERE id = ?", [damaged]
                )
            wait_until_said(pair.other, "table damaged")
            with host.socket(sound) as socket:
                look(socket)
                socket.send("set_pace", pace=9_000)
                table_where(here, lambda table: table["pace"] == 9_000)
        assert "Traceback" not in pair.other.forget_said() + pair.forget_said()


def test_a_notice_that_cannot_be_read_makes_no_process_deaf(tmp_path: Path, postgres_url: str) -> None:
    with closing(Pair(tmp_path, postgres_url)) as pair, Person(pair) as host, Person(pair) as friend:
        table = start_with(host, friend)
        with host.socket(table) as one, friend.socket(table) as other:
            look(one)
            look(other)
            with closing(pair.database()) as database, database:
                database.execute("SELECT pg_notify('sevenfold', ?)", [f"nobody {table}:x"])
            wait_until_said(pair.other, "endless work failed")
            one.send("set_pace", pace=9_000)
            table_where(other, lambda table: table["pace"] == 9_000)
        for process in (pair, pair.other):
            process.forget_said()


def wait_until_said(server: Server, words: str) -> None:
    for _ in looking_again():
        if words in server.said:
            return


def damage_a_page(folder: Path) -> None:
    """Overwrite some of a database that is closed."""
    file = folder / "sevenfold.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO persons (key_hash) VALUES (?)",
            [(number.to_bytes(32),) for number in range(2000)],
        )
    data = bytearray(file.read_bytes())
    data[-4096 * 8 : -4096 * 4] = b"\xff" * 4096 * 4
    file.write_bytes(data)


def test_a_database_with_a_damaged_page_is_refused(tmp_path: Path) -> None:
    url = Settings(data=tmp_path).database
    asyncio.run(migrate(url))
    damage_a_page(tmp_path)

    with pytest.raises(DatabaseUnusable, match=r"damaged.*sevenfold restore"):
        asyncio.run(migrate(url))


def test_a_large_database_is_looked_through_only_if_it_was_not_closed_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, log = Settings(data=tmp_path).database, tmp_path / "sevenfold.db-wal"
    asyncio.run(migrate(url))
    damage_a_page(tmp_path)
    monkeypatch.setattr(upgrade, "SMALL", 0)

    with capture_logs() as logged:
        asyncio.run(migrate(url))
    assert not log.exists()
    assert logged == []

    log.write_bytes(b"\0" * 32)
    with capture_logs() as logged, pytest.raises(DatabaseUnusable, match="damaged"):
        asyncio.run(migrate(url))
    assert "was not closed in order" in str(logged)


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_only_a_server_that_is_killed_leaves_a_log_beside_the_database(tmp_path: Path, end: str) -> None:
    with closing(Server(tmp_path)) as server, Person(server) as person:
        table = person.create()["id"]
        with person.socket(table) as socket:
            socket.hello()
            getattr(server, end)()
    assert (tmp_path / "sevenfold.db-wal").exists() == (end == "kill")


def test_a_column_that_is_missing_is_named(tmp_path: Path) -> None:
    url = Settings(data=tmp_path).database
    asyncio.run(migrate(url))
    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
        database.execute("ALTER TABLE tables DROP COLUMN pace")

    with pytest.raises(DatabaseUnusable, match="the table tables has no column pace"):
        asyncio.run(migrate(url))


# --- a slow disk ----------------------------------------------------------------------------------


def test_windows_end_by_their_clock_while_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LockSeven's deal goes on card by card, although the passes made meanwhile are not written yet."""
    disk = asyncio.Event()
    disk.set()
    write = LogStore._write_together

    async def write_when_it_can(writer: LogStore, batch: Any) -> Any:
        await disk.wait()
        return await write(writer, batch)

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        table = (await one.tables.create(PERSON, NewTable(game="lockseven", pace=0))).id
        other = await one.store.persons.add(b"other", 2**50)
        sit(tmp_path, table, other)
        here = await one.open(table)
        woken = asyncio.Event()
        logged = len(await one.store.logs.entries(table))
        disk.clear()
        async with here.connection(PERSON, woken.set), here.connection(other, woken.set):
            version = 0
            while version < 1 + 3 * 4:  # all cards are dealt, and the last chances come
                await asyncio.wait_for(woken.wait(), WAIT)
                woken.clear()
                version = (await here.views.updates(0, None)).version
            assert len(await one.store.logs.entries(table)) == logged
            disk.set()
            await here.written()
        assert len(await one.store.logs.entries(table)) > logged

    def sit(folder: Path, table: str, person: int) -> None:
        deal = msgspec.json.encode(short_deal({1: "AH 7H QH"})).decode()
        with closing(sqlite3.connect(folder / "sevenfold.db")) as database, database:
            database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [deal, table])
            database.execute(
                "UPDATE seats SET bot = NULL, person_id = ? WHERE table_id = ? AND seat = 1", [person, table]
            )

    monkeypatch.setattr(LogStore, "_write_together", write_when_it_can)
    with_workers(tmp_path, work, one_bus=True)


# --- another server -------------------------------------------------------------------------------


def test_a_second_server_is_refused_and_told_of_the_first(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("sevenfold")
    command = [str(program), "serve", "--data", str(tmp_path), "--port", "0"]
    with closing(Server(tmp_path)) as first:
        refused = subprocess.run(command, capture_output=True, text=True, timeout=3 * WAIT, check=False)

        assert refused.returncode != 0
        assert f"in use by another Sevenfold, process {first.process_id}" in refused.stderr


def test_a_folder_is_free_again_when_its_server_was_killed(own_server: Server) -> None:
    own_server.kill()
    own_server.start()
    with Person(own_server) as person:
        assert person.get("/session").status_code == 200


def test_of_three_that_want_an_empty_folder_one_gets_it(tmp_path: Path) -> None:
    with hold_data_folder(tmp_path):
        for _ in range(2):
            with (
                pytest.raises(DataFolderInUse, match="give this one another folder"),
                hold_data_folder(tmp_path),
            ):
                pass
    with hold_data_folder(tmp_path):
        pass


def test_what_is_kept_is_for_its_owner_alone(own_server: Server) -> None:
    for file in own_server.data.glob("sevenfold.*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
