"""Bringing a database up to date at start, or making a new one.

An upgrade is one transaction: a server that is killed in the middle of it finds the database as it was.
Earlier versions of Sevenfold wrote the first statements of an upgrade of SQLite outside of the transaction. A
file that was left so is upgraded too: `migrations/env.py` leaves out what is there already.
tests/server/test_interrupted_upgrade.py copies the file after each statement, which is what a kill would
leave, and goes on from every copy.
"""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import alembic.command
import alembic.config
import structlog
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, inspect
from sqlalchemy.exc import DatabaseError
from sqlalchemy.schema import SetTableComment

from sevenfold.server.database_url import DatabaseUrl, file_of, url_of
from sevenfold.server.storage.backup import bytes_of, copy_pages, part_of, put_in_place, remove_logs
from sevenfold.server.storage.faults import RESTORE, reason_of, require_database_of_ours
from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable, create_engine
from sevenfold.server.storage.postgres_url import is_postgres, shown
from sevenfold.server.storage.schema import metadata

MIGRATIONS = Path(__file__).with_name("migrations")

MIGRATING = 0x5EFE_F01D
"""PostgreSQL's advisory lock, held by the process that brings the database up to date."""

SMALL = 32 * 2**20
"""A file of SQLite up to this size, in bytes, is looked through at every start: that takes 0.3 s."""

VERSION = "alembic_version"
"""The table that says which revision a database has. Its comment says where a server was moved to."""

MOVED_TO = "the room was moved to "

log = structlog.get_logger()


async def migrate(url: DatabaseUrl, *, pooled: bool = False, moved: bool = False) -> None:
    """Bring a database to the newest revision, or create it. Of several processes only one does.

    A file of SQLite is looked through before, if it is small or was not closed in order. If it has an earlier
    revision, it is copied before. A database of PostgreSQL whose tables were moved away is refused, unless it
    may be `moved`. Raises DatabaseTooNew, DatabaseUnusable.
    """
    await asyncio.to_thread(_migrate, url, pooled=pooled, moved=moved)


def _migrate(url: DatabaseUrl, *, pooled: bool, moved: bool) -> None:
    file = None if is_postgres(url) else file_of(url).resolve()
    try:
        if file is None:
            _bring_up_to_date(url, pooled=pooled, moved=moved)
        elif file.exists():
            _look_at_file(url, file)
            _bring_up_to_date(url)
        else:
            _make_file(file)
    except (DatabaseError, sqlite3.Error) as error:
        says = error.orig if isinstance(error, DatabaseError) else error
        raise DatabaseUnusable(shown(url), reason_of(says, file)) from None


def _bring_up_to_date(url: DatabaseUrl, *, pooled: bool = False, moved: bool = False) -> None:
    with create_engine(url, pooled=pooled).begin() as connection:
        if is_postgres(url):
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            if not moved:
                require_not_moved_away(connection, shown(url))
        else:
            # a table may be made anew, and what names its rows stays
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            # by itself the driver would begin no transaction before an ALTER or a CREATE
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        _upgrade(connection, shown(url))
        _check_columns(connection, shown(url))


def _look_at_file(url: DatabaseUrl, file: Path) -> None:
    """Look through a file that is there, and copy it if it is to be upgraded. Raises DatabaseUnusable."""
    suspect = _is_suspect(file)
    with closing(sqlite3.connect(file)) as database:  # in another way than ours: nothing is written to it
        require_database_of_ours(database, shown(url), may_be_new=_is_by_us(file))
    with create_engine(url).connect() as connection:
        if suspect:
            _look_for_damage(connection, shown(url))
        _copy_before(connection, shown(url))


def _is_by_us(file: Path) -> bool:
    """Whether a file without tables may be what an earlier Sevenfold had begun: with a write-ahead log."""
    with file.open("rb") as opened:
        return opened.read(20)[18:] == b"\2\2"


def _make_file(file: Path) -> None:
    """Make a new database. It has its name only once it is whole, so an empty file is never one of ours."""
    part = part_of(file)
    try:
        for each in (part, file):
            remove_logs(each)
        part.unlink(missing_ok=True)
        _bring_up_to_date(url_of(part))
        put_in_place(part, file)
    finally:
        part.unlink(missing_ok=True)


def mark_as_moved_away(connection: Connection, target: str | None) -> None:
    """Note in a database of PostgreSQL where its tables were moved to; None for nowhere, any more."""
    comment = MOVED_TO + target if target is not None else None
    connection.execute(SetTableComment(Table(VERSION, MetaData(), comment=comment)))


def require_not_moved_away(connection: Connection, shown: str) -> None:
    """Raises DatabaseUnusable if the tables of a database of PostgreSQL were moved to another one."""
    look = inspect(connection)
    comment = look.get_table_comment(VERSION)["text"] if look.has_table(VERSION) else None
    if comment is not None and comment.startswith(MOVED_TO):
        raise DatabaseUnusable(
            shown,
            f"its tables were moved to {comment.removeprefix(MOVED_TO)}: leave --database and "
            "SEVENFOLD_DATABASE out, and name the folder by --data. To go back to the tables here, as they "
            f"were then, run in psql: COMMENT ON TABLE {VERSION} IS NULL",
        )


def _is_suspect(file: Path) -> bool:
    """Whether a file is to be looked through. Only a server that ends in order leaves no write-ahead log."""
    if file.stat().st_size <= SMALL:
        return True
    left = file.with_name(f"{file.name}-wal")
    if not left.is_file() or left.stat().st_size == 0:
        return False
    log.warning("the database was not closed in order, so it is looked through for damage", file=str(file))
    return True


def _look_for_damage(connection: Connection, shown: str) -> None:
    """Look for what would show in the middle of a game. Raises DatabaseUnusable."""
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise DatabaseUnusable(shown, f"it is damaged ({' '.join(found.split())}); {RESTORE}")


def _copy_before(connection: Connection, shown: str) -> None:
    """Copy a file of SQLite that is to be upgraded to one beside it, if there is room for that."""
    revision = revision_of(connection, shown)
    if revision in (None, NEWEST):
        return
    file = file_of(connection.engine.url).resolve()
    copy = file.with_name(f"{file.stem}.before-{NEWEST}{file.suffix}")
    needed = 2 * bytes_of(file)
    if shutil.disk_usage(file.parent).free < needed:
        log.warning("no room for a copy before the upgrade", file=str(file), needed=needed)
        return
    part = part_of(copy)
    try:
        copy_pages(file, part, owned_as=file)
        put_in_place(part, copy)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        log.warning("no copy was made before the upgrade", file=str(file), why=str(error))
    else:
        log.info("the database was copied before the upgrade", copy=str(copy), revision=revision)


def _check_columns(connection: Connection, shown: str) -> None:
    """Raises DatabaseUnusable unless every column is there."""
    look = inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in look.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                raise DatabaseUnusable(shown, f"the table {table.name} has no column {column.name}")


def _config() -> alembic.config.Config:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


REVISIONS = tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())[::-1]
"""All revisions, the oldest first."""

NEWEST = REVISIONS[-1]


def revision_of(connection: Connection, shown: str) -> str | None:
    """The revision of a database; None for an empty one. Raises DatabaseTooNew."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in REVISIONS:
        raise DatabaseTooNew(shown, revision)
    return revision


def _upgrade(connection: Connection, shown: str, to: str = "head") -> None:
    revision_of(connection, shown)
    config = _config()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, to)
