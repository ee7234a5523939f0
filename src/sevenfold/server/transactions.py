"""Transactions that write, and what may stand in their way."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sevenfold.server.errors import StorageFull
from sevenfold.server.system import is_due

log = structlog.get_logger()


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes. Raises StorageFull, which is logged once a minute."""
    try:
        async with engine.begin() as connection:
            yield connection
    except OperationalError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_FULL:
            raise
        if is_due("storage full"):
            log.error("no room left to keep anything", database=engine.url.database)
        raise StorageFull from None
