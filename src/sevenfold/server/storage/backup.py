"""A copy of the database, made while the server runs."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


class BackupImpossible(Exception):
    """There is nothing to copy, or no room for the copy."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"no backup was made to {file}: {reason}")
        self.file = file


def back_up(data: Path, file: Path) -> int:
    """Copy the database of a data folder to a new file. Return how many tables are in it.

    The copy is looked through for damage. One that is interrupted leaves no file. Raises BackupImpossible.
    """
    database = data / "sevenfold.db"
    if not database.is_file():
        raise BackupImpossible(file, f"{data} has no sevenfold.db")
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
        raise BackupImpossible(file, str(error)) from None
    return tables


def part_of(file: Path) -> Path:
    """Where a file is written until it is whole."""
    return file.with_name(f"{file.name}.part")


def copy_pages(database: Path, part: Path, *, owned_as: Path | None = None) -> None:
    """Copy a database to a file, which only the owner may read: ours, or if we are root that of `owned_as`.

    SQLite copies all pages as they were at one moment, while others read and write. The copy is one file,
    without a log beside it. Raises OSError and sqlite3.Error.
    """
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    if owned_as is not None:
        give_to_owner_of(owned_as, part)
    with closing(open_to_read(database)) as here, closing(sqlite3.connect(part)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode = DELETE")


def open_to_read(database: Path) -> sqlite3.Connection:
    """Open a database, which may be in use, or lie where nothing can be written."""
    beside = (database.with_name(database.name + end) for end in ("-wal", "-journal"))
    alone = not any(file.exists() for file in beside)
    mode = "immutable=1" if alone and not os.access(database.parent, os.W_OK) else "mode=ro"
    return sqlite3.connect(f"{database.resolve().as_uri()}?{mode}", uri=True)


def look_through(copy: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError if a database is damaged."""
    (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({found})")


def put_in_place(part: Path, file: Path) -> None:
    """Give a file that is whole its name, in place of another. Even a power cut leaves one of the two."""
    part.replace(file)
    if sys.platform != "win32":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def give_to_owner_of(like: Path, file: Path) -> None:
    """If we are root, give a file to the owner of another one or of a folder."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = like.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def bytes_of(database: Path) -> int:
    """How much a database takes on the disk, with its log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.is_file())
