"""How long PostgreSQL may leave this process without a word, after which the connection is cut off.

A statement's time is limited by the database itself, but one that hangs does not keep its own limits. Its
machine goes on to confirm whatever it is sent, so the network has nothing to complain of. Once the connection
is cut off, whoever waits for it is told that the database is away, and others are given another connection.
"""

import asyncio
import os
import socket
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.server.system import is_due

ANSWER_WITHIN = 12.0
"""How long one answer may take, in seconds: a little longer than the database gives a statement."""

_TIMER = "sevenfold_timer"

log = structlog.get_logger()


def cut_off_if_silent(engine: AsyncEngine) -> None:
    """Limit each wait for the database on a connection of this engine."""
    pool, statements = engine.sync_engine.pool, engine.sync_engine
    event.listen(pool, "connect", _connection_waits, insert=True)  # before SQLAlchemy asks it anything
    event.listen(pool, "checkout", lambda connection, record, _: _connection_waits(connection, record))
    for ended in ("checkin", "invalidate", "close"):
        event.listen(pool, ended, lambda _, record, *__: _stop(record.info))
    event.listen(statements, "before_cursor_execute", lambda connection, *_: _statement_waits(connection))
    for ending in ("commit", "rollback"):
        event.listen(statements, ending, _statement_waits)


def _connection_waits(connection: Any, record: Any) -> None:
    _start(record.info, connection)


def _statement_waits(connection: Any) -> None:
    if not connection.invalidated:
        _start(connection.info, connection.connection.dbapi_connection)


def _start(info: MutableMapping[Any, Any], connection: Any) -> None:
    _stop(info)
    driver = connection.driver_connection
    info[_TIMER] = asyncio.get_running_loop().call_later(ANSWER_WITHIN, _cut_off, driver)


def _stop(info: MutableMapping[Any, Any]) -> None:
    timer: asyncio.TimerHandle | None = info.pop(_TIMER, None)
    if timer is not None:
        timer.cancel()


def _cut_off(driver: Any) -> None:
    """End the connection below the driver, which then finds out that it has been lost."""
    if driver.closed:
        return
    if is_due("silent database"):
        log.error("the database has not answered, so its connection is cut off", seconds=ANSWER_WITHIN)
    with suppress(OSError), socket.socket(fileno=os.dup(driver.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)
