"""What can be wrong with a database before it is used, in words, each with the way out."""

import sqlite3
from pathlib import Path

from sevenfold.server.storage.data_folder import has_space
from sevenfold.server.storage.opening import DatabaseUnusable
from sevenfold.server.storage.sqlite import primary

RESTORE = "put a backup in its place by `sevenfold restore`"

PASSWORD = "give the password by PGPASSWORD, in ~/.pgpass, or in the URL"

OF_EVERY_DATABASE = {
    "tables": "SELECT id, game, rules, options, players, seed, standing FROM tables",
    "seats": "SELECT table_id, seat, bot FROM seats",
    "log": "SELECT table_id, seq, entry FROM log",
}
"""What a database of every revision has and answers."""

BEGUN = OF_EVERY_DATABASE | {"guests": "SELECT id FROM guests", "persons": "SELECT id FROM persons"}
"""The same, and what has been renamed: of this the first start leaves something, if it does not finish."""


def reason_of(error: BaseException | None, file: Path | None = None) -> str:
    """What a database says, and the way out where it does not say that. `file` is that of SQLite."""
    if not isinstance(error, sqlite3.Error):
        says = " ".join(str(error).split())
        return f"{says}; {PASSWORD}" if "no password supplied" in says else says
    code = primary(error)
    if code == sqlite3.SQLITE_FULL or (file is not None and not has_space(file.parent)):
        where = f" of {file.parent}" if file is not None else ""
        return f"no room is left on the disk{where} ({error}); nothing was changed, make room and start again"
    match code:
        case sqlite3.SQLITE_CORRUPT:
            return f"it is damaged ({error}); {RESTORE}"
        case sqlite3.SQLITE_NOTADB:
            return f"{error}; {RESTORE}, or name another data folder"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"another program has it ({error}); end that one and start again"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return f"{error}; whoever runs this must be able to write to it and to its folder"
    return str(error)


def require_database_of_ours(database: sqlite3.Connection, name: str, *, may_be_new: bool = False) -> None:
    """Raises DatabaseUnusable if a file of SQLite is empty, or another program's.

    A first start that an earlier Sevenfold did not finish may have left only some tables. Other tables may be
    there too: programs that copy databases keep their own in them.
    """
    there = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not there and not may_be_new:
        raise DatabaseUnusable(name, f"it is empty; {RESTORE}, or delete it and a new server is made")
    try:
        ours = [database.execute(f"{BEGUN[table]} LIMIT 0") for table in there & BEGUN.keys()]
    except sqlite3.OperationalError:
        ours = []
    if there - {"alembic_version"} and not ours:
        raise DatabaseUnusable(
            name, f"it is another program's, and was not changed; {RESTORE}, or name another data folder"
        )
