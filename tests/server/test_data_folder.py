"""The folder of a server: whatever its name is, and what else can be found in it or on its disk."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from sevenfold.server.settings import Settings
from sevenfold.server.storage.backup import back_up
from sevenfold.server.storage.check import check
from sevenfold.server.storage.move import move
from sevenfold.server.storage.opening import DatabaseUnusable, open_database
from sevenfold.server.storage.restore import put_back
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.testing.running import WAIT, Person, Server, looking_again
from tests.cli.test_commands import mistake, run
from tests.server.test_upgrade import KEPT, put_kept

# --- its name -------------------------------------------------------------------------------------

NAMES = ("da?ta", "da%3Fta", "100%", "a#b", "a;b&c=d", "two words", "файлы", "部屋 ７", "file:x?mode=memory")


@pytest.mark.parametrize("name", NAMES)
def test_a_server_is_in_the_folder_that_was_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    put_kept(folder, KEPT[0])  # so that it is copied, too
    database = Settings(data=folder).database

    async def use() -> None:
        await migrate(database)
        store = Store(open_database(database))
        await store.identify()
        await store.close()

    asyncio.run(use())
    assert {file.name for file in tmp_path.iterdir()} == {name}
    assert check(folder).revision == check(folder).newest
    assert back_up(folder, tmp_path / "copy.db") == put_back(folder, tmp_path / "copy.db").tables == 2
    assert run("reports", "--data", folder).exit_code == 0

    there = tmp_path / f"{name} there"
    assert move(f"sqlite:{folder}/sevenfold.db", f"sqlite:{there}/sevenfold.db").tables == 2
    assert (there / "sevenfold.db").stat().st_size
    assert {file.name for file in tmp_path.iterdir()} == {name, there.name, "copy.db"}


def test_servers_whose_names_differ_after_a_question_mark_share_nothing(tmp_path: Path) -> None:
    for number in (1, 2):
        with closing(Server(tmp_path / f"da?{number}")) as server, Person(server) as person:
            person.create()
        assert check(tmp_path / f"da?{number}").tables == 1
    assert {file.name for file in tmp_path.iterdir()} == {"da?1", "da?2"}


# --- what is in it --------------------------------------------------------------------------------


def make_foreign(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)


NOT_OURS = {
    "empty": (),
    "emptied": ("CREATE TABLE gone (id INTEGER)", "DROP TABLE gone"),
    "foreign": ("CREATE TABLE recipes (id INTEGER)",),
    "foreign with such names": ("CREATE TABLE tables (name TEXT)", "CREATE TABLE log (line TEXT)"),
    "foreign with revisions": (
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('7f3a')",
        "CREATE TABLE recipes (id INTEGER)",
    ),
}


@pytest.mark.parametrize("kind", NOT_OURS)
def test_a_file_that_is_no_space_is_refused_and_not_changed(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "sevenfold.db"
    file.touch()
    make_foreign(file, *NOT_OURS[kind])
    before = file.read_bytes()
    says = "it is empty; put a backup" if kind.startswith("empt") else "it is another program's"
    with pytest.raises(DatabaseUnusable, match=says) as refused:
        asyncio.run(migrate(Settings(data=tmp_path).database))
    assert str(refused.value).startswith(f"the database {file} cannot be used: ")
    assert says in mistake("check-database", "--data", tmp_path)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_tables_of_a_program_that_copies_databases_do_not_matter(tmp_path: Path) -> None:
    asyncio.run(migrate(Settings(data=tmp_path).database))
    make_foreign(tmp_path / "sevenfold.db", "CREATE TABLE _litestream_seq (id INTEGER)")
    asyncio.run(migrate(Settings(data=tmp_path).database))


def test_a_log_of_a_database_that_was_removed_is_not_taken_for_one_of_the_new(tmp_path: Path) -> None:
    for ending in ("-wal", "-shm", ".part", ".part-wal"):
        (tmp_path / f"sevenfold.db{ending}").write_bytes(b"left behind")
    asyncio.run(migrate(Settings(data=tmp_path).database))
    assert [each.name for each in tmp_path.iterdir()] == ["sevenfold.db"]
    assert check(tmp_path).tables == 0


# --- a full disk ------------------------------------------------------------------------------------

PROGRAM = Path(sys.executable).with_name("sevenfold")

NO_DISK = 77

SMALL_DISK = """
disk="$1"; server="$2"; filled="$3"; shift 3
mount -t tmpfs -o size=4m tmpfs "$disk" || exit 77
if [ -d "$server" ]; then cp -r "$server" "$disk/server"; else mkdir "$disk/server"; fi
if [ "$filled" ]; then dd if=/dev/zero of="$disk/filling" bs=4k 2>/dev/null; fi
exec "$@"
"""


@contextmanager
def on_a_small_disk(disk: Path, server: Path, *, filled: bool) -> Iterator[subprocess.Popen[str]]:
    """A server on a disk of its own at `disk`, on which `server` lies, and nothing more fits if `filled`."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("no disk can be made here without unshare")
    disk.mkdir()
    alone = [] if os.geteuid() == 0 else ["--map-root-user"]
    make = [unshare, *alone, "--mount", "sh", "-c", SMALL_DISK, "sh", disk, server, "yes" if filled else ""]
    serve = [PROGRAM, "serve", "--data", disk / "server", "--port", "0", "--no-compile"]
    with subprocess.Popen(
        list(map(str, [*make, *serve])), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
    if process.returncode == NO_DISK:
        pytest.skip("no disk can be mounted here")


@pytest.mark.parametrize("first", [True, False])
def test_a_full_disk_at_a_start_is_said_with_its_path_and_the_way_out(tmp_path: Path, first: bool) -> None:
    disk, server = tmp_path / "disk", tmp_path / "server"
    if not first:
        server.mkdir()
        asyncio.run(migrate(Settings(data=server).database))
    with on_a_small_disk(disk, server, filled=True) as process:
        _, said = process.communicate(timeout=3 * WAIT)
    assert process.returncode == 2, said
    assert said.startswith("sevenfold: ")
    assert str(disk / "server") in said
    assert "make room and start again" in " ".join(said.split())


def test_while_a_disk_is_full_readyz_says_that_nothing_can_be_kept(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    with on_a_small_disk(disk, tmp_path / "none", filled=False) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        if said:
            try:
                watch_a_disk_fill(said.removeprefix("Sevenfold is open at ").split()[0], process.pid, disk)
            finally:
                process.terminate()


def watch_a_disk_fill(page: str, process: int, disk: Path) -> None:
    filling = Path(f"/proc/{process}/root{disk}/filling")
    with httpx.Client(base_url=page) as client:
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, READY)
        with suppress(OSError), filling.open("wb", buffering=0) as file:
            while file.write(b"0" * 4096):
                pass
        for _ in looking_again():
            refused = client.post("/api/session", headers={"origin": page})
            if refused.status_code == 507:
                break
        for _ in looking_again():
            ready = client.get("/readyz")
            if ready.status_code == 503:
                break
        assert ready.json() == READY | {"writable": False}
        filling.unlink()
        for _ in looking_again():
            ready = client.get("/readyz")
            if ready.status_code == 200:
                break
        assert ready.json() == READY


READY = {"database": True, "migrations": True, "writable": True, "failing": []}
