"""PostgreSQL: how it is reached, and what its errors mean. Only a card room of several processes needs it.

PostgreSQL may leave a process without a word: it limits a statement's time itself, but one that hangs does
not keep its own limits, and its machine goes on to confirm whatever it is sent. So a connection that has not
answered for a while is cut off: the socket below the driver is shut, since to cancel the wait would only have
the driver ask the server to cancel. Who waits for it is told that the database is away, and others are given
another connection.
"""

import asyncio
import os
import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any

import psycopg
import structlog
from psycopg.pq import TransactionStatus

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.errors import StorageAway, StorageFull, Vanished
from sevenfold.server.storage.backend import KeyTaken, report, wanted
from sevenfold.server.storage.postgres_url import for_psycopg, shown
from sevenfold.server.storage.statements import NONE, Dialect, Row, Statement, Values, WriteStep
from sevenfold.server.system import is_due

WRITERS = 4
"""How many connections of a process write: the log's writer has one of them."""

READERS = 4
"""How many connections read, beside those that write."""

CONNECT_TIMEOUT = 5
"""How long connecting may take, in seconds."""

POOL_TIMEOUT = 30
"""How long somebody waits for a connection of the pool, in seconds.

In a crowd they wait for those before them. If the database is away, those who have a connection notice it.
"""

ANSWER_WITHIN = 12.0
"""How long one answer may take, in seconds: a little longer than the database gives a statement."""

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

_REFUSED = re.compile(r"FATAL|ERROR|no password supplied")
_NOT_YET = re.compile(r"starting up|shutting down|recovery|not yet accepting|too many|remaining connection")
"""What PostgreSQL and poolers say when they answer; and of that, what passes by itself."""

DISK_FULL = "53100"
NO_PARENT = "23503"
"""A row names another that was deleted meanwhile, or that others still name."""
TAKEN = "23505"
UNTIL_LATER = ("08", "28", "3D", "40", "53", "55", "57", "58", "XX", "25006", "25P03", "25P04")
"""What is wrong with the database, not with what was asked, by class or code.

No connection, no way in, another transaction in the way, no resources, locked too long, stopped, its disk or
its files; a standby that only reads, a transaction that took too long.
"""

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

log = structlog.get_logger()


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


async def connect(url: DatabaseUrl, *, pooled: bool) -> Connection:
    """A connection that begins no transaction by itself. Raises psycopg.Error."""
    arguments = connect_arguments(pooled=pooled)
    return await psycopg.AsyncConnection.connect(for_psycopg(url), autocommit=True, **arguments)


def wait_for_database(url: DatabaseUrl) -> None:
    """Wait until the database can be reached: after a power cut everything starts at once.

    One that answers and refuses, such as a wrong password, is left to the first who uses it.
    """
    while True:
        try:
            psycopg.connect(for_psycopg(url), connect_timeout=CONNECT_TIMEOUT).close()
            return
        except psycopg.OperationalError as error:
            reason = " ".join(str(error).split())
        if _REFUSED.search(reason) and not _NOT_YET.search(reason):
            return
        if is_due("waiting for the database"):
            log.warning("waiting for the database", database=shown(url), why=reason)
        time.sleep(TRY_AGAIN)


class Pool:
    """At most `size` connections, which are kept for whoever comes next.

    Each who comes tries to connect if none is kept: so they hear at once that the database is away, and the
    first who comes when it is back is served.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], size: int) -> None:
        self._connect = connect
        self._free = asyncio.Semaphore(size)
        self._kept: list[Connection] = []
        self._closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection. What an error leaves half done on it is undone. Raises psycopg.Error."""
        try:
            async with asyncio.timeout(POOL_TIMEOUT):
                await self._free.acquire()
        except TimeoutError:
            raise psycopg.OperationalError(f"no connection was free for {POOL_TIMEOUT} seconds") from None
        try:
            connection = self._kept.pop() if self._kept else await self._connect()
            try:
                yield connection
            except BaseException:
                with suppress(psycopg.Error), _cut_off_if_silent(connection):
                    await connection.rollback()
                raise
            finally:
                await self._take_back(connection)
        finally:
            self._free.release()

    async def _take_back(self, connection: Connection) -> None:
        is_sound = connection.pgconn.transaction_status == TransactionStatus.IDLE
        if is_sound and not self._closed:
            self._kept.append(connection)
            return
        await connection.close()
        if not is_sound:  # the others may be lost too
            await self._close_kept()

    async def _close_kept(self) -> None:
        while self._kept:
            await self._kept.pop().close()

    async def close(self) -> None:
        """Close those that are kept now, and the others when they are given back."""
        self._closed = True
        await self._close_kept()


class PostgresBackend:
    """A database of PostgreSQL; `pooled` if it is reached through a pooler.

    Reads have connections of their own. Each is a transaction by itself: to begin and to end one would take
    two more round trips.
    """

    dialect = Dialect.POSTGRESQL
    is_shared = True

    def __init__(self, url: DatabaseUrl, *, pooled: bool = False) -> None:
        self._shown = shown(url)
        self.in_doubt = True
        make = partial(connect, url, pooled=pooled)
        self._writers, self._readers = Pool(make, WRITERS), Pool(make, READERS)

    async def rows(self, statement: Statement, values: Values = NONE, *, long: bool = False) -> list[Row]:  # noqa: ARG002
        """The rows that a statement finds."""
        with self._problems():
            async with self._readers.connection() as connection:
                return await _rows(connection, statement, values)

    async def write(self, *steps: WriteStep) -> bool:
        """Do all of this in one transaction, or nothing if a count is wrong. Return whether it was done."""
        to_do = wanted(steps)
        with self._problems():
            async with self._writers.connection() as connection:
                return await _carry_out(connection, to_do)

    @asynccontextmanager
    async def transaction(self, *, long: bool = False) -> AsyncIterator["_PostgresTransaction"]:  # noqa: ARG002
        """A transaction."""
        with self._problems():
            async with self._writers.connection() as connection:
                await _execute(connection, "BEGIN")
                yield _PostgresTransaction(connection)
                await _execute(connection, "COMMIT")

    def has_space(self) -> bool:
        """PostgreSQL says by itself when its disk is full."""
        return True

    async def wipe(self) -> bool:
        """Do nothing: PostgreSQL sees to its files by itself."""
        return True

    async def close(self) -> None:
        """Let go of the database."""
        await self._writers.close()
        await self._readers.close()

    @contextmanager
    def _problems(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            problem = _problem(error)
            if problem is None:
                raise
            self.in_doubt = True
            report(problem, self._shown, error)
            try:
                raise problem from None
            finally:
                del problem  # else it refers to this frame and the frame to it, with all callers


class _PostgresTransaction:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def rows(self, statement: Statement, values: Values = NONE) -> list[Row]:
        """The rows that a statement finds or returns."""
        return await _rows(self._connection, statement, values)

    async def change(self, step: WriteStep) -> int:
        """Carry out a step. Return how many rows have changed."""
        with _cut_off_if_silent(self._connection):
            return (await _start(self._connection, step)).rowcount


async def _rows(connection: Connection, statement: Statement, values: Values) -> list[Row]:
    compiled = statement.compiled(Dialect.POSTGRESQL)
    with _cut_off_if_silent(connection):
        cursor = await connection.execute(compiled.text, compiled.values(values))
        return compiled.rows(await cursor.fetchall(), cursor.description)


async def _execute(connection: Connection, text: str) -> None:
    with _cut_off_if_silent(connection):
        await connection.execute(text, prepare=False)


async def _start(connection: Connection, step: WriteStep) -> psycopg.AsyncCursor[Any]:
    """Carry out a step; in a pipeline, begin to."""
    compiled = step.statement.compiled(Dialect.POSTGRESQL)
    cursor = connection.cursor()
    await cursor.executemany(compiled.text, [compiled.values(row) for row in step.rows])
    return cursor


async def _carry_out(connection: Connection, steps: Sequence[WriteStep]) -> bool:
    """Carry out a whole transaction in one round trip, or in two if there are counts to be looked at."""
    counted = any(step.statement.counted for step in steps)
    with _cut_off_if_silent(connection):
        async with connection.pipeline():
            await connection.execute("BEGIN", prepare=False)
            begun = [(step, await _start(connection, step)) for step in steps]
            if not counted:
                await connection.execute("COMMIT", prepare=False)
    if not counted:
        return True
    done = all(cursor.rowcount == len(step.rows) for step, cursor in begun if step.statement.counted)
    await _execute(connection, "COMMIT" if done else "ROLLBACK")
    return done


@contextmanager
def _cut_off_if_silent(connection: Connection) -> Iterator[None]:
    """Limit a wait for the database."""
    timer = asyncio.get_running_loop().call_later(ANSWER_WITHIN, _cut_off, connection)
    try:
        yield
    finally:
        timer.cancel()


def _cut_off(connection: Connection) -> None:
    """End a connection below the driver, which then finds out that it has been lost."""
    if connection.closed:
        return
    if is_due("silent database"):
        log.error("the database has not answered, so its connection is cut off", seconds=ANSWER_WITHIN)
    with suppress(OSError), socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)


def _problem(error: psycopg.Error) -> Exception | None:
    """What an error means for who asked; None if it is a mistake of ours."""
    code = error.sqlstate
    if code == DISK_FULL:
        return StorageFull()
    if code == NO_PARENT:
        return Vanished()
    if code == TAKEN:
        return KeyTaken(str(error))
    if code is None:  # raised on our side: a connection could not be made, or was lost
        passes = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    else:
        passes = code.startswith(UNTIL_LATER)
    return StorageAway() if passes else None
