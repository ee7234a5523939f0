"""An upgrade of SQLite that is interrupted at any statement, in any way, is done at the next start.

tests/long begins with every revision.
"""

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, event

from sevenfold.server.storage import sqlite, upgrade
from sevenfold.server.storage.opening import DatabaseUnusable, create_engine
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.upgrade import NEWEST, REVISIONS, migrate
from sevenfold.testing.running import PROCESSES, WAIT
from tests.server.test_database import look, url
from tests.server.test_upgrade import KEPT, put_kept, rows

NEW = "a new server"

LAST_RELEASE = "0011"
"""The revision of the last release, 0.2.0: most upgrades begin with it."""


def make(folder: Path, start: str) -> list[list[Any]] | None:
    """A database as it is before the upgrade; returns its rows."""
    folder.mkdir()
    if start == NEW:
        return None
    kept = max(file for file in KEPT if file <= f"revision_{start}.sql")
    before = put_kept(folder, kept)
    upgrade_as_before(folder, start)
    return before


def upgrade_as_before(folder: Path, to: str) -> None:
    """As earlier versions did it: they left it to the driver to begin a transaction."""
    with create_engine(url(folder)).begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        upgrade._upgrade(connection, "", to)


@contextmanager
def after_each_statement(do: Callable[[int], None]) -> Iterator[None]:
    """Call `do` with the number of each statement that is carried out on any connection."""
    count = 0

    def note(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        nonlocal count
        if not statement.startswith(("PRAGMA", "SELECT")):
            do(count)
            count += 1

    event.listen(Engine, "after_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "after_cursor_execute", note)


def left_by_a_kill(folder: Path, work: Callable[[], None]) -> Iterator[Path]:
    """What a kill would leave after each statement of `work`: copies of the folder, one of each kind.

    What a process has written is in the files, as the system has them, whether or not it lives on.
    """
    seen = set()
    copies: list[Path] = []

    def copy(number: int) -> None:
        files = [file for file in sorted(folder.glob("sevenfold.db*")) if not file.name.endswith("-shm")]
        state = tuple(file.read_bytes() for file in files)
        if state not in seen:
            seen.add(state)
            copies.append(folder.with_name(f"{folder.name}-{number}"))
            copies[-1].mkdir()
            for file in files:
                shutil.copy(file, copies[-1])

    with after_each_statement(copy):
        work()
    return iter(copies)


def schema(folder: Path) -> str:
    """How all tables and indexes are made."""
    if not (folder / "sevenfold.db").exists():
        return ""
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
        return "\n".join(
            sql or "" for (sql,) in database.execute("SELECT sql FROM sqlite_master ORDER BY name")
        )


def is_whole(folder: Path, before: list[list[Any]] | None) -> None:
    differences = look(
        folder, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )
    assert differences == []
    if before is not None:
        assert rows(folder) == before
        with closing(sqlite3.connect(folder / "sevenfold.db")) as database:
            hosts = database.execute("SELECT min(waits_since = created), min(host) FROM tables").fetchone()
            assert hosts == (1, 0)
            assert database.execute("SELECT count(*) FROM tenures").fetchone()[0] == len(before[1])


def killed_after_any_statement(tmp_path: Path, start: str) -> None:
    """What a kill after any statement of an upgrade leaves, the next start upgrades."""
    before = make(tmp_path / "server", start)
    begun = len(schema(tmp_path / "server"))

    states = list(left_by_a_kill(tmp_path / "server", lambda: asyncio.run(migrate(url(tmp_path / "server")))))

    assert states
    assert {len(schema(state)) for state in states} <= {begun, len(schema(tmp_path / "server"))}
    for state in states:
        is_whole(state, before)


def test_a_kill_after_any_statement_of_an_upgrade_leaves_what_the_next_start_upgrades(tmp_path: Path) -> None:
    killed_after_any_statement(tmp_path, LAST_RELEASE)


LAST_HALF = "0023"
"""The last revision to which any version may have upgraded in pieces."""


def half_upgraded(tmp_path: Path, start: str, to: str) -> None:
    """A server that an earlier version left half upgraded is repaired."""
    before = make(tmp_path / "server", start)

    states = left_by_a_kill(tmp_path / "server", lambda: upgrade_as_before(tmp_path / "server", to))

    for state in states:
        is_whole(state, before)


def test_a_server_that_an_earlier_version_left_half_upgraded_is_repaired(tmp_path: Path) -> None:
    half_upgraded(tmp_path, LAST_RELEASE, REVISIONS[REVISIONS.index(LAST_RELEASE) + 1])


def die(folder: Path, at: int, how: signal.Signals) -> None:
    """Upgrade, and be stopped after a statement: the main function of a process."""

    def stop(number: int) -> None:
        if number == at:
            os.kill(os.getpid(), how)

    with after_each_statement(stop):
        asyncio.run(migrate(url(folder)))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("start", [LAST_RELEASE, NEW])
def test_a_process_that_is_stopped_in_an_upgrade_harms_nothing(
    tmp_path: Path, start: str, how: signal.Signals
) -> None:
    before = make(tmp_path / "server", start)
    process = PROCESSES.Process(target=die, args=(tmp_path / "server", 20, how))
    process.start()
    process.join(WAIT)
    assert process.exitcode == -how

    is_whole(tmp_path / "server", before)


def no_space(tmp_path: Path, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade for which there is no room changes nothing and says so."""
    before = make(tmp_path / "server", start)
    pages = (tmp_path / "server" / "sevenfold.db").stat().st_size // 4096 if before is not None else 1
    refused: list[str] = []
    for limit in range(pages, pages + 60, 6):
        with monkeypatch.context() as full:
            full.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, f"max_page_count={limit}"))
            try:
                asyncio.run(migrate(url(tmp_path / "server")))
                break
            except DatabaseUnusable as error:
                refused.append(str(error))

    assert refused
    assert all("nothing was changed, make room" in error for error in refused)
    is_whole(tmp_path / "server", before)


def test_an_upgrade_for_which_there_is_no_space_changes_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_space(tmp_path, LAST_RELEASE, monkeypatch)


# --- the copy before an upgrade -------------------------------------------------------------------


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        found: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found


def test_before_an_upgrade_the_file_is_copied_beside(tmp_path: Path) -> None:
    before = put_kept(tmp_path, KEPT[-1])
    asyncio.run(migrate(url(tmp_path)))

    copy = tmp_path / f"sevenfold.before-{NEWEST}.db"
    assert (revision(copy), revision(tmp_path / "sevenfold.db")) == ("0004", NEWEST)
    assert copy.stat().st_mode & 0o777 == 0o600
    (tmp_path / "old").mkdir()
    assert rows(copy.rename(tmp_path / "old" / "sevenfold.db").parent) == before

    asyncio.run(migrate(url(tmp_path)))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["old", "sevenfold.db"]


def test_where_there_is_no_space_for_a_copy_it_says_so_and_upgrades(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    for name, replaced in (("disk_usage", lambda _: usage), ("copy_pages", full)):
        folder = tmp_path / name
        folder.mkdir()
        before = put_kept(folder, KEPT[-1])
        with monkeypatch.context() as patched:
            patched.setattr(shutil if name == "disk_usage" else upgrade, name, replaced)
            asyncio.run(migrate(url(folder)))
        assert "copy" in capfd.readouterr().out
        assert [file.name for file in folder.iterdir()] == ["sevenfold.db"]
        assert rows(folder) == before
