"""SQLite: how it is reached.

A statement by key takes microseconds, since what is asked for lies in memory; to hand it to a thread and hear
back takes ten times as long. So it is carried out on the event loop. A commit, which waits for the disk, is
handed to a thread, and so is a statement that looks through whole tables. While a commit takes long, the disk
may hang: reads are then handed to a thread too.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sevenfold.server.errors import StorageAway, StorageFull, Vanished
from sevenfold.server.storage.backend import KeyTaken, report, wanted
from sevenfold.server.storage.data_folder import has_space
from sevenfold.server.storage.statements import NONE, Dialect, Row, Statement, Values, WriteStep

T = TypeVar("T")

BUSY = 5.0
"""How long another program may keep us from reading or writing, in seconds, all who wait together."""

TRY_AGAIN = 0.01
"""How long until we try again, in seconds. If SQLite itself waited, it would hold up everybody."""

IN_THE_WAY = 1.0
"""How long a reader may keep us from emptying the log before it is left for later, in seconds."""

HANGS = 0.1
"""After how many seconds of one commit the disk counts as hanging."""

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a move that was accepted outlives even a power cut, for one flush a transaction
    "foreign_keys=ON",
    "secure_delete=ON",  # no byte is left of what somebody had deleted; not every SQLite does so by itself
)

READ_ONLY = ("query_only=ON",)

PRIMARY = 0xFF
"""The bits of an error's code that say what it is. The others say more of it."""

HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""Another program has the file."""

ILL = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOTADB,
    }
)
"""Something is wrong with the file, its disk or this connection to it, not with what was asked."""

TAKEN = frozenset({sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY})


class _Held(NamedTuple):
    """Since when another program has the file, and when it was last found so, by the loop's clock."""

    since: float
    seen: float


_Tasks = SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]] | None]


def _do_all(tasks: _Tasks) -> None:
    """Do what comes, until None comes: the main function of a thread."""
    while task := tasks.get():
        doing, work = task
        try:
            end = partial(doing.set_result, work())
        except BaseException as error:
            end = partial(doing.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            doing.get_loop().call_soon_threadsafe(end)
        del task, doing, work, end  # or they would live on until the next comes


class SqliteConnection:
    """A connection, opened when it is first used, and a thread for what takes long on it."""

    def __init__(self, file: str, pragmas: Callable[[], tuple[str, ...]]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._tasks: _Tasks | None = None
        """What the thread is to do. An executor of the standard library takes twice as much CPU for each."""
        self._connection: sqlite3.Connection | None = None
        self._held: _Held | None = None

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection. It begins no transaction by itself."""
        if self._connection is None:
            opened = sqlite3.connect(self._file, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                for pragma in self._pragmas():
                    opened.execute(f"PRAGMA {pragma}")
            except BaseException:
                opened.close()
                raise
            self._connection = opened
        return self._connection

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Have the thread do this. It finishes even if the caller is cancelled, who waits for that."""
        if self._tasks is None:
            self._tasks = SimpleQueue()
            Thread(target=_do_all, args=(self._tasks,), name="sqlite", daemon=True).start()
        doing: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tasks.put((doing, work))
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            while not doing.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([doing])
            doing.exception()  # mark it as seen
            raise

    async def do(self, work: Callable[[sqlite3.Connection], T], *, in_thread: bool = False) -> T:
        """Do some work, and try again while another program holds the database.

        Once it has been held for BUSY seconds, everybody is told after one try: they do not wait one after
        the other.
        """
        attempt = partial(self._attempt, work)
        while True:
            try:
                done = await self.in_thread(attempt) if in_thread else attempt()
            except sqlite3.Error as error:
                if primary(error) not in HELD or self._was_held_for_long():
                    raise
            else:
                self._held = None
                return done
            await asyncio.sleep(TRY_AGAIN)

    def _attempt(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return work(self.connection)

    def _was_held_for_long(self) -> bool:
        now = asyncio.get_running_loop().time()
        held = self._held
        goes_on = held is not None and now - held.seen <= max(BUSY, TRY_AGAIN)
        self._held = _Held(held.since if held is not None and goes_on else now, now)
        return now - self._held.since >= BUSY

    async def let_go_if_ill(self, error: sqlite3.Error) -> None:
        """Open the file anew at the next use, if what was wrong may stay with this connection to it.

        One that was opened while the file could not be written to stays so.
        """
        if primary(error) in ILL and self._connection is not None:
            ill, self._connection = self._connection, None
            with suppress(sqlite3.Error):
                await self.in_thread(ill.close)

    async def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            await self.in_thread(self._connection.close)
            self._connection = None
        if self._tasks is not None:
            self._tasks.put(None)
            self._tasks = None


class SqliteBackend:
    """A file of SQLite. One connection writes, one reads by key, and one reads what takes long."""

    dialect = Dialect.SQLITE
    is_shared = False

    def __init__(self, file: str) -> None:
        self._file = file
        self.in_doubt = True
        self._turn = asyncio.Lock()
        """Held by each transaction: our own requests wait for it, instead of polling the file's lock."""
        self._writer = SqliteConnection(file, lambda: PRAGMAS)
        self._reader = SqliteConnection(file, lambda: READ_ONLY)
        self._long_reader = SqliteConnection(file, lambda: READ_ONLY)
        self._commit_began: float | None = None

    async def rows(self, statement: Statement, values: Values = NONE, *, long: bool = False) -> list[Row]:
        """The rows that a statement finds."""
        reader = self._long_reader if long or self._disk_hangs else self._reader
        work = partial(_rows, statement=statement, values=values)
        with self._problems():
            try:
                return await reader.do(work, in_thread=reader is self._long_reader)
            except sqlite3.Error as error:
                await reader.let_go_if_ill(error)
                raise

    @property
    def _disk_hangs(self) -> bool:
        began = self._commit_began
        return began is not None and asyncio.get_running_loop().time() - began > HANGS

    async def write(self, *steps: WriteStep) -> bool:
        """Do all of this in one transaction, or nothing if a count is wrong. Return whether it was done."""
        to_do = wanted(steps)
        if not to_do:
            return True
        try:
            async with self.transaction():
                for step in to_do:
                    changed = _change(self._writer.connection, step)
                    if step.statement.counted and changed != len(step.rows):
                        raise _WrongCount
        except _WrongCount:
            return False
        return True

    @asynccontextmanager
    async def transaction(self, *, long: bool = False) -> AsyncIterator["_SqliteTransaction"]:
        """A transaction. In a thread its statements would wait for Python's lock, each of them."""
        async with self._writing():
            await self._writer.do(_begin)
            try:
                yield _SqliteTransaction(self._writer, in_thread=long)
                await self._commit()
            finally:  # it is over, unless something was raised
                self._writer.connection.rollback()

    def has_space(self) -> bool:
        """Whether more than a few pages fit on the disk: one that is full takes some of them all the same."""
        return has_space(Path(self._file).parent)

    async def wipe(self) -> bool:
        """Take the write-ahead log into the file, and leave it without a byte.

        Our own long reads are in the way, too, so it is tried again for a moment. Others write meanwhile.
        """
        until = asyncio.get_running_loop().time() + IN_THE_WAY
        while True:
            async with self._writing():
                if await self._writer.do(_truncate_log, in_thread=True):
                    return True
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(TRY_AGAIN)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """Nobody else of this process writes."""
        with self._problems():
            async with self._turn:
                try:
                    yield
                except sqlite3.Error as error:
                    await self._writer.let_go_if_ill(error)
                    raise

    async def _commit(self) -> None:
        """Wait for the disk. A commit that has begun is completed."""
        self._commit_began = asyncio.get_running_loop().time()
        try:
            await self._writer.do(_end, in_thread=True)
        finally:
            self._commit_began = None

    async def close(self) -> None:
        """Let go of the file. The last to do so takes the write-ahead log into it, so that must write."""
        async with self._turn:
            for each in (self._reader, self._long_reader, self._writer):
                await each.close()

    @contextmanager
    def _problems(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            problem = problem_of(error)
            if problem is None:
                raise
            self.in_doubt = True
            report(problem, self._file, error)
            try:
                raise problem from None
            finally:
                del problem  # else it refers to this frame and the frame to it, with all callers


class _WrongCount(Exception):
    """A step has not added or changed one row for each of its own."""


class _SqliteTransaction:
    def __init__(self, connection: SqliteConnection, *, in_thread: bool) -> None:
        self._connection = connection
        self._in_thread = in_thread

    async def rows(self, statement: Statement, values: Values = NONE) -> list[Row]:
        """The rows that a statement finds or returns."""
        return await self._connection.do(
            partial(_rows, statement=statement, values=values), in_thread=self._in_thread
        )

    async def change(self, step: WriteStep) -> int:
        """Carry out a step. Return how many rows have changed."""
        return await self._connection.do(partial(_change, step=step), in_thread=self._in_thread)


def primary(error: sqlite3.Error) -> int:
    """What an error is, as one of SQLite's codes without its details; 0 for one of Python's own."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY


def problem_of(error: sqlite3.Error) -> Exception | None:
    """What an error means for who asked; None if it is a mistake of ours."""
    code = primary(error)
    if code == sqlite3.SQLITE_FULL:
        return StorageFull()
    if code in HELD | ILL:
        return StorageAway()
    if code == sqlite3.SQLITE_CONSTRAINT:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            return Vanished()
        if error.sqlite_errorcode in TAKEN:
            return KeyTaken(str(error))
    return None


def _begin(connection: sqlite3.Connection) -> Any:
    return connection.execute("BEGIN IMMEDIATE")


def _end(connection: sqlite3.Connection) -> None:
    connection.commit()


def _truncate_log(connection: sqlite3.Connection) -> bool:
    """Return whether nobody was in the way."""
    (held, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not held


def _rows(connection: sqlite3.Connection, statement: Statement, values: Values) -> list[Row]:
    compiled = statement.compiled(Dialect.SQLITE)
    cursor = connection.execute(compiled.text, compiled.values(values))
    return compiled.rows(cursor.fetchall(), cursor.description)


def _change(connection: sqlite3.Connection, step: WriteStep) -> int:
    compiled = step.statement.compiled(Dialect.SQLITE)
    return connection.executemany(compiled.text, map(compiled.values, step.rows)).rowcount
