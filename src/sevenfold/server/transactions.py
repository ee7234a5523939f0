"""Transactions, and what may stand in their way."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.server import postgres
from sevenfold.server.errors import StorageAway, StorageFull, StorageProblem
from sevenfold.server.sqlite import in_thread
from sevenfold.server.system import is_due

log = structlog.get_logger()


@asynccontextmanager
async def writing(engine: AsyncEngine, *, long: bool = False) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes; `long` where its statements look through whole tables.

    Raises StorageFull and StorageAway, which are logged once a minute.
    """
    with _problems_of(engine), in_thread() if long else nullcontext():
        async with engine.begin() as connection:
            yield connection


@asynccontextmanager
async def reading(engine: AsyncEngine, *, long: bool = False) -> AsyncIterator[AsyncConnection]:
    """A connection that only reads; `long` where it looks through whole tables. Raises StorageAway."""
    with _problems_of(engine), in_thread() if long else nullcontext():
        async with engine.connect() as connection:
            yield connection


@contextmanager
def _problems_of(engine: AsyncEngine) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeout) as error:
        problem = _problem(error)
        if problem is None:
            raise
        if isinstance(problem, StorageFull):
            if is_due("storage full"):
                log.error("no room left to keep anything", database=engine.url.database)
        elif is_due("storage away"):
            log.error("the database does not answer", database=engine.url.database, why=_reason(error))
        raise problem from None


def _problem(error: DBAPIError | PoolTimeout) -> StorageProblem | None:
    """What an error is for those who asked; None for one of ours."""
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.Error):
        return StorageFull() if original.sqlite_errorcode == sqlite3.SQLITE_FULL else None
    if postgres.code_of(error) == postgres.DISK_FULL:
        return StorageFull()
    return StorageAway() if postgres.passes(error) else None


def _reason(error: DBAPIError | PoolTimeout) -> str:
    """The first line of what the database says, which tells no values."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
