"""PostgreSQL: how it is reached, and what its errors mean.

Only a card room of several processes needs it; `psycopg` comes with the extra `postgres`.
"""

import re
import time
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import structlog
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sevenfold.server.storage.statements import Step
from sevenfold.server.system import is_due

WRITERS = 4
"""How many connections of a process write: the log's writer has one of them."""

CONNECT_TIMEOUT = 5
"""How long connecting may take, in seconds."""

POOL_TIMEOUT = 30
"""How long somebody waits for a connection of the pool, in seconds.

In a crowd they wait for those before them. If the database is away, those who have a connection notice it.
"""

UNREAD_TIMEOUT = 10_000
"""How long the network may swallow what was sent, in ms, before the connection counts as lost."""

TIMEOUTS = {
    "statement_timeout": 10_000,
    "lock_timeout": 5_000,
    "idle_in_transaction_session_timeout": 15_000,
}
"""In ms. Behind a pooler, which takes no such options, the role has them: `ALTER ROLE ... SET`."""

TRY_AGAIN = 1.0
"""How often a database that is not there yet is tried, in seconds."""

_REFUSED = re.compile(r"FATAL|ERROR")
_NOT_YET = re.compile(r"starting up|shutting down|recovery|not yet accepting|too many|remaining connection")
"""What PostgreSQL and poolers say when they answer; and of that, what passes by itself."""

log = structlog.get_logger()

NAMES = ("postgresql", "postgres", "postgresql+psycopg")


class DatabaseUrlInvalid(ValueError):
    """The text given as a database's URL cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"--database: {reason}")


def read_url(text: str) -> str:
    """The URL of a PostgreSQL database, for SQLAlchemy. Raises DatabaseUrlInvalid."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseUrlInvalid("write postgresql://USER:PASSWORD@HOST/DATABASE") from None
    if url.drivername not in NAMES:
        raise DatabaseUrlInvalid(
            f"it takes postgresql://..., not {url.drivername}://...; --data says where SQLite keeps its file"
        )
    if find_spec("psycopg") is None:
        raise DatabaseUrlInvalid('PostgreSQL needs psycopg: pip install "psycopg[binary]"')
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def shown(url: str | None) -> str | None:
    """A URL without its password, as a host writes it."""
    if url is None:
        return None
    bare = make_url(url).difference_update_query(["password"])
    return bare.render_as_string(hide_password=True).replace("postgresql+psycopg:", "postgresql:", 1)


def is_postgres(url: str) -> bool:
    """Whether a URL for SQLAlchemy leads to PostgreSQL."""
    return make_url(url).get_backend_name() == "postgresql"


def connect_arguments(*, pooled: bool) -> dict[str, Any]:
    """What psycopg is told for each connection; `pooled` if it goes through a pooler."""
    arguments: dict[str, Any] = {
        "application_name": "sevenfold",
        "connect_timeout": CONNECT_TIMEOUT,
        "tcp_user_timeout": UNREAD_TIMEOUT,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
    }
    if pooled:  # the next statement may come by another connection, which has not prepared it
        return arguments | {"prepare_threshold": None}
    return arguments | {"options": " ".join(f"-c {name}={value}" for name, value in TIMEOUTS.items())}


def wait_for_database(url: str) -> None:
    """Wait until the database can be reached: after a power cut everything starts at once.

    One that answers and refuses, such as a wrong password, is left to the first who uses it.
    """
    import psycopg

    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            psycopg.connect(address, connect_timeout=CONNECT_TIMEOUT).close()
            return
        except psycopg.OperationalError as error:
            reason = " ".join(str(error).split())
        if _REFUSED.search(reason) and not _NOT_YET.search(reason):
            return
        if is_due("waiting for the database"):
            log.warning("waiting for the database", database=shown(url), why=reason)
        time.sleep(TRY_AGAIN)


def create_postgres_engine(url: str, *, connections: int, pooled: bool, reading: bool) -> AsyncEngine:
    """Connections to a database, at most `connections` of them.

    With `reading` they only read, and each statement is a transaction of its own: to begin and to end one
    would take two more round trips.
    """
    return create_async_engine(
        url,
        isolation_level="AUTOCOMMIT" if reading else None,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT,
        hide_parameters=True,
        connect_args=connect_arguments(pooled=pooled),
    )


async def carry_out(connection: AsyncConnection, steps: Sequence[Step]) -> bool:
    """Run a whole transaction in two round trips, or undo it if a count is wrong. Raises psycopg.Error."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        async with driver.pipeline():
            cursors = [driver.cursor() for _ in steps]
            for cursor, step in zip(cursors, steps, strict=True):
                await cursor.executemany(step.text, step.rows)
        done = all(
            not step.counted or cursor.rowcount == len(step.rows)
            for cursor, step in zip(cursors, steps, strict=True)
        )
        await (driver.commit() if done else driver.rollback())
    except BaseException:
        if driver.closed:
            await connection.invalidate()
        else:
            await driver.rollback()
        raise
    return done


DISK_FULL = "53100"
NO_PARENT = "23503"
"""A row names another that was deleted meanwhile, or that others still name."""
DEADLOCK = "40P01"
UNTIL_LATER = ("08", "53", "55", "57")
"""Classes of errors that pass: no connection, no resources, locked too long, stopped, out of time."""


def code_of(error: BaseException) -> str | None:
    """PostgreSQL's code of an error, such as 53100; None for one that has none."""
    code: str | None = getattr(getattr(error, "orig", None), "sqlstate", None)
    return code


def passes(error: BaseException) -> bool:
    """Whether an error will be over once the database is back, or has less to do."""
    if isinstance(error, PoolTimeout):
        return True
    if not isinstance(error, DBAPIError):
        return False
    code = code_of(error)
    if code is None:  # raised on our side: a connection could not be made, or was lost
        return error.connection_invalidated or type(error.orig).__name__ in (
            "OperationalError",
            "InterfaceError",
            "ConnectionTimeout",
        )
    return code == DEADLOCK or code.startswith(UNTIL_LATER)
