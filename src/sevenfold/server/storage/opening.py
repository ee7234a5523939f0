"""Opening a database by its URL: for the server, or for what is done while no server uses it."""

from typing import Any

from sqlalchemy import Engine, NullPool, event
from sqlalchemy import create_engine as create

from sevenfold.server.database_url import DatabaseUrl, file_of
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.sqlite import SqliteBackend


class DatabaseTooNew(Exception):
    """The database was written by a version of Sevenfold that this one does not know."""

    def __init__(self, database: str, revision: str) -> None:
        super().__init__(
            f"the database {database} has the revision {revision}, which this Sevenfold does not know: "
            "use the newer one that made it, or another data folder"
        )
        self.database = database
        self.revision = revision


class DatabaseUnusable(Exception):
    """What is at the database's address cannot be opened as a database."""

    def __init__(self, database: str, reason: str) -> None:
        super().__init__(f"the database {database} cannot be used: {reason}")
        self.database = database


def open_database(url: DatabaseUrl, *, pooled: bool = False) -> Backend:
    """The database as the server uses it; `pooled` if it is reached through a pooler."""
    if not is_postgres(url):
        return SqliteBackend(str(file_of(url)))
    from sevenfold.server.storage.postgres import PostgresBackend  # it needs psycopg

    return PostgresBackend(url, pooled=pooled)


def create_engine(url: DatabaseUrl, *, pooled: bool = False) -> Engine:
    """SQLAlchemy's way to a database, for upgrades, checks and moves.

    No error shows the values of its statement, which may be seeds, cards and hashes of tokens.
    """
    if is_postgres(url):
        from sevenfold.server.storage.postgres import connect_arguments  # it needs psycopg

        arguments = connect_arguments(pooled=pooled)
        return create(url, poolclass=NullPool, hide_parameters=True, connect_args=arguments)
    engine = create(url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": sqlite.BUSY})
    event.listen(engine, "connect", _set_up)
    return engine


def _set_up(connection: Any, _record: Any) -> None:
    for pragma in sqlite.PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
