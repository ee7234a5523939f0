"""A copy of the database, made while the server runs."""

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from sevenfold.server.storage.data_folder import DATABASE, give_to_owner_of, require_not_moved


class BackupImpossible(Exception):
    """There is nothing to copy, or no room for the copy."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"no backup was made to {file}: {reason}")
        self.file = file


def back_up(data: Path, file: Path) -> int:
    """Copy the database of a data folder to a new file. Return how many tables are in it.

    The copy is looked through for damage. One that is interrupted leaves no file. Raises BackupImpossible,
    DatabaseMoved.
    """
    database = data / DATABASE
    require_not_moved(database)
    if not database.is_file():
        raise BackupImpossible(file, f"{data} has no {DATABASE}")
    if file.exists():
        raise BackupImpossible(file, "it is there already")
    part = part_of(file)
    try:
        copy_pages(database, part)
        with closing(sqlite3.connect(part)) as copy:
            look_through(copy)
            tables: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
        put_in_place(part, file)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        remove_logs(part)
        raise BackupImpossible(file, str(error)) from None
    return tables


LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that was not closed in order."""


def beside(database: Path, ending: str) -> Path:
    """A file that SQLite keeps beside a database."""
    return database.with_name(database.name + ending)


def remove_logs(database: Path) -> None:
    """Remove what is left of a database that somebody has removed: a new one would take it for its own."""
    for log in LOGS:
        beside(database, log).unlink(missing_ok=True)


def part_of(file: Path) -> Path:
    """Where a file is written until it is whole."""
    return file.with_name(f"{file.name}.part")


def copy_pages(database: Path, part: Path, *, owned_as: Path | None = None, at_rest: bool = False) -> None:
    """Copy a database to a file, which only the owner may read: ours, or if we are root that of `owned_as`.

    SQLite copies all pages as they were at one moment, while others read and write. The copy is one file,
    without a log beside it. Raises OSError and sqlite3.Error.
    """
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    if owned_as is not None:
        give_to_owner_of(owned_as, part)
    with closing(open_to_read(database, at_rest=at_rest)) as here, closing(sqlite3.connect(part)) as there:
        here.backup(there)
    leave_one_file(part)


def leave_one_file(database: Path) -> None:
    """Leave no log beside a database that nobody uses. Raises sqlite3.Error."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def open_to_read(database: Path, *, at_rest: bool = False) -> sqlite3.Connection:
    """Open a database, which may be in use; `at_rest` if no server is about to open it.

    At rest nothing is written beside it, so that it may lie in a folder that is not ours.
    """
    alone = at_rest and not any(beside(database, end).exists() for end in ("-wal", "-journal"))
    how = "immutable=1" if alone else "mode=ro"
    return sqlite3.connect(f"{database.resolve().as_uri()}?{how}", uri=True)


def look_through(copy: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError if a copy is damaged."""
    (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({' '.join(found.split())})")


def put_in_place(part: Path, file: Path) -> None:
    """Give a file that is whole its name, in place of another. Even a power cut leaves one of the two."""
    part.replace(file)
    if sys.platform != "win32":
        folder = os.open(file.parent, os.O_RDONLY)
        with suppress(OSError):  # some file systems know no such thing
            os.fsync(folder)
        os.close(folder)


def bytes_of(database: Path) -> int:
    """How much a database takes on the disk, with its log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.is_file())
