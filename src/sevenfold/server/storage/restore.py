"""A backup takes the place of a server's database, which is kept beside it."""

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from sevenfold.server.storage.backup import LOGS, beside, copy_pages, look_through, put_in_place, remove_logs
from sevenfold.server.storage.data_folder import (
    DATABASE,
    check_data_folder,
    give_to_owner_of,
    hold_data_folder,
    require_not_moved,
)
from sevenfold.server.storage.faults import OF_EVERY_DATABASE
from sevenfold.server.storage.upgrade import REVISIONS


class RestoreImpossible(Exception):
    """A file cannot take the place of the database; nothing was changed."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} was not restored, and nothing was changed: {reason}")
        self.file = file


class Restored(NamedTuple):
    """How many tables there are now, and where the database is that was there before."""

    tables: int
    kept: Path | None


def put_back(data: Path, file: Path) -> Restored:
    """Put a copy of `file` in the place of a folder's database, for its owner and nobody else.

    Until the copy is whole and known to be good, nothing is changed. Raises RestoreImpossible, DatabaseMoved,
    DataFolderNotWritable, DataFolderInUse.
    """
    if not file.is_file():
        raise RestoreImpossible(file, "there is no such file")
    check_data_folder(data)
    database = (data / DATABASE).resolve()
    require_not_moved(database)
    part = database.with_name(f"{DATABASE}.restoring")
    if file.resolve() in (database, part):
        raise RestoreImpossible(file, "it is the file of the server itself")
    with hold_data_folder(data):
        try:
            copy_pages(file, part, owned_as=database if database.exists() else data, at_rest=True)
            tables = _check(part)
            kept = _set_aside(database)
            put_in_place(part, database)
        except (OSError, sqlite3.Error) as error:
            part.unlink(missing_ok=True)
            raise RestoreImpossible(file, str(error)) from None
    return Restored(tables, kept)


def _check(part: Path) -> int:
    """How many tables a copy has. Raises sqlite3.Error if it is damaged, foreign or newer than we know."""
    with closing(sqlite3.connect(part)) as copy:
        look_through(copy)
        try:
            (revision,) = copy.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
            for query in OF_EVERY_DATABASE.values():
                copy.execute(f"{query} LIMIT 0")
        except sqlite3.OperationalError as error:
            raise sqlite3.DatabaseError(f"it is no database of Sevenfold ({error})") from None
        if revision is None:
            raise sqlite3.DatabaseError("it is no database of Sevenfold (its tables were never finished)")
        if revision not in REVISIONS:
            raise sqlite3.DatabaseError(
                f"it has the revision {revision}, which this Sevenfold does not know: use the newer one"
            )
        tables: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
        return tables


def _set_aside(database: Path) -> Path | None:
    """Give the database that is there another name, beside its own until the new one takes that.

    So there is a whole database at every moment. One that is damaged is kept with its logs.
    """
    if not database.exists():
        remove_logs(database)
        return None
    kept = _free_name(database)
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try:
        os.link(database, kept)
    except OSError:  # a file system without links
        shutil.copy2(database, kept)
        give_to_owner_of(database, kept)
    for log in LOGS:
        if beside(database, log).exists():
            beside(database, log).replace(beside(kept, log))
    return kept


def _free_name(database: Path) -> Path:
    name = f"{database.stem}.replaced-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"
    kept = database.with_name(f"{name}{database.suffix}")
    number = 1
    while kept.exists():
        number += 1
        kept = database.with_name(f"{name}-{number}{database.suffix}")
    return kept
