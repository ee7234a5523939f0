"""SQLite: how it is reached.

A statement by key takes microseconds, since what is asked for lies in memory; to hand it to a thread and hear
back takes ten times as long. So it is carried out on the event loop. A commit, which waits for the disk, is
handed to a thread, and so is a statement that looks through whole tables (`in_thread`).
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from sevenfold.server.storage.statements import Step

T = TypeVar("T")

BUSY = 5.0
"""How long another program may keep us from writing, in seconds."""

TRY_AGAIN = 0.01
"""How long until we try again, in seconds. If SQLite itself waited, it would hold up everybody."""

CHUNK = 64
"""Rows that are read at a time where they are streamed."""

PRAGMAS = (
    "busy_timeout=0",
    "journal_mode=WAL",
    "synchronous=FULL",  # a move that was accepted outlives even a power cut, for one flush a transaction
    "foreign_keys=ON",
    "secure_delete=ON",  # no byte is left of what somebody had deleted; not every SQLite does so by itself
)

_in_thread: ContextVar[bool] = ContextVar("in_thread", default=False)


@contextmanager
def in_thread() -> Iterator[None]:
    """Carry out statements in a thread, because they take long: meanwhile the event loop goes on."""
    before = _in_thread.set(True)
    try:
        yield
    finally:
        _in_thread.reset(before)


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do some work, and try again for up to BUSY seconds while another program holds the database."""
    loop = asyncio.get_running_loop()
    until = loop.time() + BUSY
    while True:
        try:
            return await work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or loop.time() > until:
                raise
        await asyncio.sleep(TRY_AGAIN)


async def _wait_out(doing: asyncio.Future[Any]) -> None:
    """Wait until a thread is done, even if cancelled: the loop may be closed right after that."""
    while not doing.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([doing])


class KeyReader:
    """A connection that only reads by key, on the event loop, and belongs to no pool.

    To take a connection from a pool and give it back takes longer than such a read.
    """

    def __init__(self, database: str) -> None:
        self._database = database
        self._connection: sqlite3.Connection | None = None

    async def read(self, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows that a statement finds. Raises sqlite3.Error."""

        async def read() -> list[tuple[Any, ...]]:
            return self._open().execute(text, values).fetchall()

        return await _patiently(read)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._database, timeout=0)
            connection.execute("PRAGMA query_only=ON")
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Connection(aiosqlite.Connection):
    """A connection whose thread does only what takes long."""

    _handed_over = 0
    """How many jobs the thread has. While it has any, only the thread uses the connection."""

    async def _connect(self) -> aiosqlite.Connection:
        """Connect. If cancelled meanwhile, finish connecting and close again before stopping."""
        connecting = asyncio.ensure_future(super()._connect())
        try:
            return await asyncio.shield(connecting)
        except asyncio.CancelledError:
            await _wait_out(connecting)
            opened = not connecting.cancelled() and connecting.exception() is None
            if opened and (stopping := self.stop()):
                await _wait_out(stopping)
            raise

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        async def execute() -> T:
            if _in_thread.get() or self._handed_over:
                return await self._hand_over(partial(fn, *args, **kwargs))
            return fn(*args, **kwargs)

        return await _patiently(execute)

    async def _hand_over(self, work: Callable[[], T]) -> T:
        """Have the thread do this. It finishes even if the caller is cancelled."""
        if not self._running:
            raise sqlite3.ProgrammingError("the connection is closed")
        self._handed_over += 1
        doing: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        doing.add_done_callback(self._is_done)
        self._tx.put_nowait((doing, work))  # what aiosqlite does, without a task that waits for it
        return await asyncio.shield(doing)

    def _is_done(self, doing: asyncio.Future[Any]) -> None:
        self._handed_over -= 1
        if not doing.cancelled():
            doing.exception()  # mark it as seen: perhaps nobody waits any more

    async def commit(self) -> None:
        """Wait for the disk, where anything was written."""
        if self._conn.in_transaction:
            await self._hand_over(self._conn.commit)


def _connect(database: str, **options: Any) -> Connection:
    connection = Connection(partial(sqlite3.connect, database, **options), CHUNK)
    connection._thread.daemon = True
    return connection


def create_sqlite_engine(url: str, *, connections: int) -> AsyncEngine:
    """Connections to a file, at most `connections` of them.

    SQLite has one writer at a time: our own requests wait for their turn, instead of polling the file's lock.
    """
    writer = Writer(make_url(url).database or "")
    engine = create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=600,
        hide_parameters=True,
        connect_args={"async_creator_fn": _connect, "check_same_thread": False},
        execution_options={_WRITER: writer},
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "engine_disposed", lambda _: await_only(writer.close()))
    return engine


class Writer:
    """A connection that carries out whole transactions, and belongs to no pool. Its thread only commits.

    To take a connection from a pool and give it back takes longer than to write. If the thread carried out
    the statements too, it would wait for the interpreter's lock at each of them, while others are served.
    """

    def __init__(self, database: str) -> None:
        self._database = database
        self.turn = asyncio.Lock()
        """Held by each transaction that writes, on any connection: SQLite allows one at a time."""
        self._connection: Connection | None = None

    async def carry_out(self, steps: Sequence[Step]) -> bool:
        """Do all of this, or nothing if a count is wrong. Return whether it is done. Raises sqlite3.Error."""
        async with self.turn:
            connection = await self._open()
            try:
                done = await connection._execute(_carry_out, connection._conn, steps)
                if done:
                    await connection.commit()
            except BaseException:  # a commit that has begun is still completed
                await connection.rollback()
                raise
            return done

    async def _open(self) -> Connection:
        if self._connection is None:
            connection = _connect(self._database, check_same_thread=False)
            await connection
            try:
                for pragma in PRAGMAS:
                    await connection.execute(f"PRAGMA {pragma}")
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    async def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def writer_of(engine: AsyncEngine) -> Writer | None:
    """The writer of an engine's file; None if the database is not SQLite."""
    writer: Writer | None = engine.get_execution_options().get(_WRITER)
    return writer


_WRITER = "sevenfold_writer"


def _set_up(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _carry_out(connection: sqlite3.Connection, steps: Sequence[Step]) -> bool:
    try:
        for step in steps:
            changed = connection.executemany(step.text, step.rows).rowcount
            if step.counted and changed != len(step.rows):
                connection.rollback()
                return False
    except sqlite3.Error:
        connection.rollback()
        raise
    return True
