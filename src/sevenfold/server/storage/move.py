"""Carries a server over to another database, row by row, and checks that it is all there.

Rows that are there already are replaced, so a move that was interrupted can be run again. Nothing is removed
from the old database. The old one is marked as moved at the end, so that nobody takes it for the
server.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Engine, Insert, Table, func, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.sqlite import insert as insert_into_sqlite
from sqlalchemy.exc import DatabaseError

from sevenfold.core.replaying import replay
from sevenfold.games import is_game, load_game
from sevenfold.server.database_url import DatabaseUrl, file_of, url_of
from sevenfold.server.errors import TableDamaged
from sevenfold.server.readers import read_url
from sevenfold.server.storage.data_folder import (
    check_data_folder,
    hold_data_folder,
    mark_as_moved,
    moved_mark,
    require_not_moved,
)
from sevenfold.server.storage.faults import reason_of
from sevenfold.server.storage.opening import create_engine, open_database
from sevenfold.server.storage.postgres_url import is_postgres, shown
from sevenfold.server.storage.schema import (
    log,
    metadata,
    persons,
    presence,
    processes,
    sessions,
    tables,
)
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import mark_as_moved_away, migrate

AT_ONCE = 1000
"""How many rows are written in one transaction."""

SQLITE = "sqlite:"

MOVED = [table for table in metadata.sorted_tables if table not in (processes, presence)]
"""Who is connected is not carried over."""


class MoveImpossible(Exception):
    """A server cannot be carried over, or is not the same there."""


class Moved(NamedTuple):
    """What there is in the new database."""

    tables: int
    entries: int
    persons: int
    replayed: int
    """The logs that this Sevenfold can replay."""


def move(source: str, target: str) -> Moved:
    """Carry a server over.

    Raises MoveImpossible, DatabaseUrlInvalid, DataFolderInUse, DatabaseMoved and what `migrate` does.
    """
    with _held_database(source, there=True) as old, _held_database(target, there=False) as new:
        if old == new:
            raise MoveImpossible("both databases are the same")
        try:
            moved = asyncio.run(_move(old, new))
        except (DatabaseError, sqlite3.Error) as error:
            says = error.orig if isinstance(error, DatabaseError) else error
            raise MoveImpossible(f"the database says: {reason_of(says)}") from None
        if not is_postgres(new):
            moved_mark(file_of(new)).unlink(missing_ok=True)
        if not is_postgres(old):
            mark_as_moved(file_of(old), shown(new))
        return moved


@contextmanager
def _held_database(named: str, *, there: bool) -> Iterator[DatabaseUrl]:
    """The URL of a database, held so that no server uses its file."""
    if not named.startswith(SQLITE):
        yield read_url(named)
        return
    path = named.removeprefix(SQLITE)
    file = Path("/" + path.lstrip("/") if path.startswith("//") else path)
    if there and not file.is_file():
        raise MoveImpossible(f"there is no {file}")
    if there:
        require_not_moved(file)
    check_data_folder(file.parent)
    with hold_data_folder(file.parent):
        yield url_of(file.resolve())


async def _move(old: DatabaseUrl, new: DatabaseUrl) -> Moved:
    await migrate(old)
    await migrate(new, moved=True)
    here, there = create_engine(old), create_engine(new)
    old_store, new_store = Store(open_database(old)), Store(open_database(new))
    try:
        _refuse_another_database(here, there)
        await old_store.identify()  # its cookies carry its id
        for table in MOVED:
            for rows in _pages(here, table):
                with there.begin() as connection:
                    connection.execute(_put(there, table), rows)
        if is_postgres(new):
            with there.begin() as connection:
                for next_number in _NEXT:
                    connection.execute(next_number)
        _compare_counts(here, there)
        moved = await _replay_all(there, old_store, new_store)
        for engine, target in ((there, None), (here, shown(new))):
            if engine.dialect.name == "postgresql":
                with engine.begin() as connection:
                    mark_as_moved_away(connection, target)
        return moved
    finally:
        await old_store.close()
        await new_store.close()


_NEXT = tuple(
    text(
        f"SELECT setval(pg_get_serial_sequence('{table.name}', '{numbered.name}'),"
        f" (SELECT COALESCE(max({numbered.name}), 0) + 1 FROM {table.name}), false)"
    )
    for table in metadata.sorted_tables
    if (numbered := table.autoincrement_column) is not None
)
"""Has numbers go on after those that were carried over."""


def _put(engine: Engine, table: Table) -> Insert:
    """Add rows to a table, or replace those whose key is there."""
    to_postgres = engine.dialect.name == "postgresql"
    new = postgresql.insert(table) if to_postgres else insert_into_sqlite(table)
    others = {column.name: new.excluded[column.name] for column in table.columns if not column.primary_key}
    keys = list(table.primary_key)
    if not others:
        return new.on_conflict_do_nothing()
    return new.on_conflict_do_update(index_elements=keys, set_=others)


def _pages(engine: Engine, table: Table) -> Iterator[list[dict[str, Any]]]:
    """All rows of a table, some at a time."""
    with engine.connect() as connection:
        rows = connection.execution_options(stream_results=True).execute(
            select(table).order_by(*table.primary_key)
        )
        for page in rows.mappings().partitions(AT_ONCE):
            yield [dict(row) for row in page]


def _refuse_another_database(here: Engine, there: Engine) -> None:
    """Raises MoveImpossible if the new database has sessions or tables that the old one does not have."""
    for column in (sessions.c.token_hash, tables.c.id):
        with here.connect() as connection:
            known = set(connection.execute(select(column)).scalars())
        with there.connect() as connection:
            found = set(connection.execute(select(column)).scalars())
        if found - known:
            raise MoveImpossible(
                f"the new database is another server's: it has {column.table.name} that the old one has not. "
                "Name an empty one"
            )
    if _longer_logs(there, here):
        raise MoveImpossible(
            "something was played in the new database since its tables were carried over. Name an empty one"
        )


def _longer_logs(there: Engine, here: Engine) -> bool:
    """Whether a log has more entries there than here."""
    lengths = select(log.c.table_id, func.max(log.c.seq)).group_by(log.c.table_id)
    found = []
    for engine in (there, here):
        with engine.connect() as connection:
            rows = connection.execute(lengths)
            found.append({row[0]: row[1] for row in rows})
    theirs, ours = found
    return any(length > ours.get(table, 0) for table, length in theirs.items())


def _compare_counts(here: Engine, there: Engine) -> None:
    """Raises MoveImpossible unless both databases have the same number of rows."""
    for table in MOVED:
        count = select(func.count()).select_from(table)
        with here.connect() as old, there.connect() as new:
            were = old.execute(count).scalar_one()
            are = new.execute(count).scalar_one()
        if were != are:
            raise MoveImpossible(f"of {were} rows of {table.name} there are {are} in the new database")


async def _replay_all(there: Engine, old: Store, new: Store) -> Moved:
    """Read all logs in both, and replay them in the new one. Raises MoveImpossible."""
    with there.connect() as connection:
        columns = (tables.c.id, tables.c.game, tables.c.rules)
        found = connection.execute(select(*columns).order_by(tables.c.id)).all()
        people = connection.execute(select(func.count()).select_from(persons)).scalar_one()
        entries = connection.execute(select(func.count()).select_from(log)).scalar_one()
    replayed = 0
    for table in found:
        try:
            kept = await old.logs.entries(table.id)
        except TableDamaged:  # it was damaged before the move
            continue
        if kept != await new.logs.entries(table.id):
            raise MoveImpossible(f"the log of table {table.id} is not the same in the new database")
        replayed += await can_replay(new, table.id, table.game, table.rules)
    return Moved(len(found), entries, people, replayed)


async def can_replay(store: Store, table: str, game: str, rules: int) -> bool:
    """Whether a log can be replayed: not if it has other rules, or was damaged before the move."""
    if not is_game(game) or load_game(game).meta.rules_version != rules:
        return False
    try:
        row = await store.tables.find(table)
        entries = await store.logs.entries(table)
    except TableDamaged:
        return False
    if row is None or not entries:
        return True
    try:
        replay(load_game(game), row.log(entries))
    except Exception:  # a damaged log can fail in any way; it was copied as it is
        return False
    return True
