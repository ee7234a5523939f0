"""A backup is made while people play, and put back: a server that starts from it plays on."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import structlog

from sevenfold.server.storage import restore
from sevenfold.server.storage.backup import BackupImpossible, back_up
from sevenfold.server.storage.data_folder import LOCK, hold_data_folder, mark_as_moved
from sevenfold.server.storage.restore import RestoreImpossible, put_back
from sevenfold.server.storage.upgrade import NEWEST, migrate
from sevenfold.testing.running import Person, Server, play_round
from tests.cli.test_commands import mistake, run
from tests.server.test_database import url
from tests.server.test_upgrade import KEPT, put_kept, rows


def test_what_is_backed_up_while_it_is_played_is_played_on_elsewhere(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder, elsewhere = (tmp_path_factory.mktemp(name) for name in ("here", "elsewhere"))
    with closing(Server(folder)) as server, Person(server) as person:
        table = person.create(pace=0)["id"]
        with person.socket(table) as socket:
            before = socket.hello()
            playing = threading.Thread(target=play_round, args=(socket, before))
            playing.start()
            assert back_up(folder, elsewhere / "sevenfold.db") == 1
            playing.join()
        cookies = dict(person.http.cookies)

    restored = Server(elsewhere)
    try:
        with Person(restored, session=False) as again:
            again.http.cookies.update(cookies)
            with again.socket(table) as socket:
                assert socket.hello()["version"] >= before["version"]
    finally:
        restored.close()
    assert stat.S_IMODE((elsewhere / "sevenfold.db").stat().st_mode) == 0o600


def test_a_backup_overwrites_nothing_and_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(BackupImpossible, match=r"has no sevenfold\.db"):
        back_up(tmp_path, tmp_path / "copy.db")
    (tmp_path / "sevenfold.db").write_text("no database")
    with pytest.raises(BackupImpossible, match="there already"):
        back_up(tmp_path, tmp_path / "there")
    with pytest.raises(BackupImpossible, match="not a database"):
        back_up(tmp_path, tmp_path / "copy.db")

    assert sorted(file.name for file in tmp_path.iterdir()) == ["sevenfold.db", "there"]


def test_backup_copies_the_tables_to_a_new_file(tmp_path: Path) -> None:
    before, copy = put_kept(tmp_path, KEPT[0]), tmp_path / "elsewhere" / "sevenfold.db"
    copy.parent.mkdir()

    result = run("backup", copy, "--data", tmp_path)

    assert (result.exit_code, result.output) == (0, f"{copy}: 2 tables\n")
    assert rows(copy.parent) == before
    assert "it is there already" in mistake("backup", copy, "--data", tmp_path)
    assert "has no sevenfold.db" in mistake("backup", tmp_path / "new.db", "--data", tmp_path / "nowhere")


# --- putting it back --------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """A command that is run here sends the log to its own error stream, which ends with it."""
    yield
    structlog.reset_defaults()


def folder_of(parent: Path, name: str, kept: str = KEPT[0]) -> Path:
    """A folder with a database of an earlier revision."""
    folder = parent / name
    folder.mkdir()
    put_kept(folder, kept)
    return folder


def add_person(folder: Path, name: str, *, newest: bool = False) -> None:
    columns = (
        "persons (name) VALUES (?)" if newest else "guests (token_hash, expires) VALUES (CAST(? AS BLOB), 0)"
    )
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database, database:
        database.execute(f"INSERT INTO {columns}", [name])


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_restore_puts_a_backup_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    server, elsewhere = folder_of(tmp_path, "server"), tmp_path / "backup.db"
    before = rows(server)
    assert run("backup", elsewhere, "--data", server).exit_code == 0
    add_person(server, "late")
    after = rows(server)

    result = run("restore", elsewhere, "--data", server)

    assert result.exit_code == 0, result.output
    assert rows(server) == before
    (kept,) = server.glob("sevenfold.replaced-*.db")
    assert result.output == f"{server}: 2 tables\nWhat was there before is kept in {kept}\n"
    assert names(server) == [LOCK.replace("lock", "db"), LOCK, kept.name]
    for file in (kept, server / "sevenfold.db"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert elsewhere.is_file()
    assert run("restore", kept, "--data", server).exit_code == 0
    assert rows(server) == after
    assert len(list(server.glob("sevenfold.replaced-*.db"))) == 2


def test_restore_into_a_new_folder_needs_no_old_database(tmp_path: Path) -> None:
    copy = folder_of(tmp_path, "server") / "sevenfold.db"
    new = tmp_path / "a" / "new"
    new.parent.mkdir()

    assert put_back(new, copy) == (2, None)
    assert rows(new) == rows(copy.parent)


def test_what_a_killed_server_had_in_its_log_is_in_what_is_kept(tmp_path: Path) -> None:
    """And it does not come to the new database."""
    folder, backup = tmp_path / "server", folder_of(tmp_path, "backup") / "sevenfold.db"
    with closing(Server(folder)) as server, Person(server) as person:
        table = person.create()["id"]
        server.kill()
    assert (folder / "sevenfold.db-wal").stat().st_size > 0
    kept = put_back(folder, backup).kept
    assert kept is not None
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT id FROM tables").fetchall() == [(table,)]
    assert rows(folder) == rows(backup.parent)
    asyncio.run(migrate(url(folder)))


def test_a_damaged_database_is_kept_as_it_was(tmp_path: Path) -> None:
    server, backup = tmp_path / "server", folder_of(tmp_path, "backup") / "sevenfold.db"
    server.mkdir()
    (server / "sevenfold.db").write_bytes(b"no database")

    kept = put_back(server, backup).kept
    assert kept is not None
    assert kept.read_bytes() == b"no database"
    assert rows(server) == rows(backup.parent)


def damage(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-4096] + b"\xff" * 4096)


def make_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def without(statement: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA foreign_keys=OFF")
            database.execute(statement)
            database.commit()

    return change


NOT_RESTORED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "there is no such file"),
    "a folder": (make_a_folder, "there is no such file"),
    "empty": (lambda file: file.write_bytes(b""), "no database of Sevenfold"),
    "text": (lambda file: file.write_text("Dear diary, " * 100), "not a database"),
    "pg_dump": (lambda file: file.write_bytes(b"PGDMP" + bytes(5000)), "not a database"),
    "cut off": (lambda file: file.write_bytes(file.read_bytes()[:9000]), "malformed|damaged"),
    "damaged": (damage, "malformed|damaged"),
    "foreign": (without("DROP TABLE log"), "no database of Sevenfold"),
    "unfinished": (without("DELETE FROM alembic_version"), "no database of Sevenfold"),
    "newer": (without("UPDATE alembic_version SET version_num = '9999'"), "use the newer one"),
}


@pytest.mark.parametrize("what", NOT_RESTORED)
def test_what_is_no_backup_is_not_restored_and_nothing_is_changed(tmp_path: Path, what: str) -> None:
    server, file = folder_of(tmp_path, "server"), folder_of(tmp_path, "elsewhere") / "sevenfold.db"
    spoil, reason = NOT_RESTORED[what]
    spoil(file)
    before = (server / "sevenfold.db").read_bytes()

    with pytest.raises(RestoreImpossible, match=reason):
        put_back(server, file)

    assert (server / "sevenfold.db").read_bytes() == before
    assert set(names(server)) <= {"sevenfold.db", LOCK}
    assert "nothing was changed" in mistake("restore", file, "--data", server)


def test_a_running_server_is_not_restored_nor_is_its_own_file(tmp_path: Path) -> None:
    server, file = folder_of(tmp_path, "server"), folder_of(tmp_path, "elsewhere") / "sevenfold.db"
    with hold_data_folder(server):
        said = mistake("restore", file, "--data", server)
    assert f"in use by another Sevenfold, process {os.getpid()}" in said
    assert "the file of the server itself" in mistake("restore", server / "sevenfold.db", "--data", server)


@pytest.mark.parametrize("at", ["link", "replace"])
def test_a_restore_that_is_interrupted_leaves_the_old_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    server, file = folder_of(tmp_path, "server"), folder_of(tmp_path, "elsewhere") / "sevenfold.db"
    add_person(server, "late")
    before = rows(server)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(*(os, "link") if at == "link" else (restore, "put_in_place"), stop)
        with pytest.raises(KeyboardInterrupt):
            put_back(server, file)
    assert rows(server) == before
    put_back(server, file)
    assert rows(server) == rows(file.parent)


def test_root_gives_what_it_writes_to_the_owner_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder need not be theirs: what counts is whose the database is."""
    server, file = folder_of(tmp_path, "server"), folder_of(tmp_path, "elsewhere") / "sevenfold.db"
    given: list[str] = []

    def give(to: Path, user: int, group: int) -> None:
        assert (user, group) == (tmp_path.stat().st_uid, tmp_path.stat().st_gid)
        given.append(Path(to).name)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", give)
    put_back(server, file)
    assert given == [LOCK, "sevenfold.db.restoring"]
    given.clear()
    asyncio.run(migrate(url(server)))
    assert given == [f"sevenfold.before-{NEWEST}.db.part"]


# --- a server that is elsewhere -----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["backup", "restore", "serve", "play", "move-database"])
def test_where_the_tables_were_moved_away_no_command_takes_the_old_file_for_the_server(
    tmp_path: Path, command: str
) -> None:
    server, file = folder_of(tmp_path, "server"), folder_of(tmp_path, "elsewhere") / "sevenfold.db"
    mark_as_moved(server / "sevenfold.db", "postgresql://me:***@db/server")
    arguments: dict[str, list[object]] = {
        "backup": [tmp_path / "new.db", "--data", server],
        "restore": [file, "--data", server],
        "serve": ["--data", server, "--port", 0],
        "play": ["--data", server, "--port", 0, "--no-browser"],
        "move-database": [f"sqlite:{server}/sevenfold.db", f"sqlite:{tmp_path}/other/sevenfold.db"],
    }

    said = mistake(command, *arguments[command])

    assert "were moved to postgresql://me:***@db/server: open them by `sevenfold serve --database`" in said
    assert "sevenfold.db.moved" in said
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_of_a_server_in_postgresql_no_file_is_copied_or_replaced(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, file = folder_of(tmp_path, "server"), tmp_path / "copy.db"
    monkeypatch.setenv("SEVENFOLD_DATABASE", "postgresql://me:secret@db/server")
    said = mistake(command, file, "--data", server)
    assert "SEVENFOLD_DATABASE says that the tables are in PostgreSQL: use pg_" in said
    assert "secret" not in said
    assert not file.exists()


def test_a_server_that_is_moved_and_moved_back_is_marked_where_it_is_not(tmp_path: Path) -> None:
    """Here between two files, as it is between a file and PostgreSQL."""
    here, there = folder_of(tmp_path, "here"), tmp_path / "there"
    files = [f"sqlite:{folder}/sevenfold.db" for folder in (here, there)]

    assert run("move-database", *files).exit_code == 0
    assert "name its folder by --data" in mistake("serve", "--data", here)
    assert "name its folder by --data" in mistake("move-database", *files)
    add_person(there, "new", newest=True)
    assert run("move-database", *reversed(files)).exit_code == 0
    assert rows(here) == rows(there)
    assert not (here / "sevenfold.db.moved").exists()
    assert (there / "sevenfold.db.moved").exists()


def test_where_the_database_is_a_link_its_mark_and_its_backup_lie_beside_the_file(tmp_path: Path) -> None:
    real, backup = folder_of(tmp_path, "real"), folder_of(tmp_path, "backup") / "sevenfold.db"
    server = tmp_path / "server"
    server.mkdir()
    (server / "sevenfold.db").symlink_to(real / "sevenfold.db")
    add_person(server, "late")

    kept = put_back(server, backup).kept
    assert kept is not None
    assert kept.parent == real
    assert (server / "sevenfold.db").is_symlink()
    assert rows(server) == rows(real) == rows(backup.parent)
    mark_as_moved(real / "sevenfold.db", "postgresql://db/server")
    assert "were moved to postgresql://db/server" in mistake("serve", "--data", server)


def test_who_goes_back_restores_the_copy_as_it_was_before_the_upgrade(tmp_path: Path) -> None:
    """With the newer Sevenfold, as the oldest one cannot restore; the older one then opens it."""
    put_kept(tmp_path, KEPT[0])
    asyncio.run(migrate(url(tmp_path)))
    (copy,) = tmp_path.glob("sevenfold.before-*.db")

    run("restore", copy, "--data", tmp_path)

    with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database:
        (revision,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    assert f"revision_{revision}.sql" == KEPT[0]
