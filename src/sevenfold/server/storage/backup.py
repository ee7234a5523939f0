"""A copy of the database, made while the server runs."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class BackupImpossible(Exception):
    """There is nothing to copy, or no room for the copy."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"no backup was made to {file}: {reason}")
        self.file = file


def back_up(data: Path, file: Path) -> int:
    """Copy the database of a data folder to a new file. Return how many tables are in it.

    SQLite copies all pages as they were at one moment, while the server goes on. A copy that is interrupted
    leaves no file. Raises BackupImpossible.
    """
    database = data / "sevenfold.db"
    if not database.is_file():
        raise BackupImpossible(file, f"{data} has no sevenfold.db")
    if file.exists():
        raise BackupImpossible(file, "it is there already")
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        tables = _copy(database, part)
        part.rename(file)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise BackupImpossible(file, str(error)) from None
    return tables


def _copy(database: Path, part: Path) -> int:
    with (
        closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as here,
        closing(sqlite3.connect(part)) as there,
    ):
        here.backup(there)
        there.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        (found,) = there.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged ({found})")
        tables: int = there.execute("SELECT count(*) FROM tables").fetchone()[0]
    return tables
