"""Transactions, and what may stand in their way."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

from sevenfold.server.errors import ApiError, StorageAway, StorageFull, Vanished
from sevenfold.server.storage import postgres, sqlite
from sevenfold.server.storage.sqlite import in_thread, writer_of
from sevenfold.server.storage.statements import Step
from sevenfold.server.system import is_due

log = structlog.get_logger()


@asynccontextmanager
async def writing(engine: AsyncEngine, *, long: bool = False) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes; `long` where its statements look through whole tables.

    Raises StorageFull and StorageAway, which are logged once a minute, and Vanished.
    """
    writer = writer_of(engine)
    with _problems_of(engine), in_thread() if long else nullcontext():
        async with writer.turn if writer is not None else nullcontext(), engine.begin() as connection:
            yield connection


@asynccontextmanager
async def reading(engine: AsyncEngine, *, long: bool = False) -> AsyncIterator[AsyncConnection]:
    """A connection that only reads; `long` where it looks through whole tables. Raises StorageAway."""
    with _problems_of(engine), in_thread() if long else nullcontext():
        async with engine.connect() as connection:
            yield connection


class Reader:
    """Reads by key, with as little overhead as possible.

    For SQLite each statement is compiled once and given to the driver itself, since SQLAlchemy takes many
    times as long as the driver. For PostgreSQL SQLAlchemy is used: there the round trip takes longest.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._written: dict[Select[Any], _Written] = {}
        is_sqlite = engine.dialect.name == "sqlite"
        self._at_once = sqlite.KeyReader(engine.url.database or "") if is_sqlite else None

    def close(self) -> None:
        """Let go of the database."""
        if self._at_once is not None:
            self._at_once.close()

    async def rows(self, statement: Select[Any], asked: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """The rows that a statement finds. It must be a constant, as it is cached. Raises StorageAway."""
        if self._at_once is None:
            async with reading(self._engine) as connection:
                answer = (await connection.execute(statement, asked)).mappings()
                return list(answer)
        written = self._written.get(statement)
        if written is None:
            written = self._written[statement] = _written_for(self._engine, statement)
        with _problems_of(self._engine):
            try:
                found = await self._at_once.read(written.text, written.values(asked))
            except sqlite3.Error as error:
                raise _as_of_sqlalchemy(self._engine, written.text, error) from None
        return [written.row(values) for values in found]


class _Written(NamedTuple):
    """A statement as SQLite's driver takes it, with the order of its values and the columns of its rows."""

    text: str
    constants: Mapping[str, Any]
    names: Sequence[str]
    columns: Sequence[str]
    processors: Mapping[str, Callable[[Any], Any]]

    def values(self, asked: Mapping[str, Any]) -> list[Any]:
        """The values for its placeholders, in order."""
        return [asked[name] if name in asked else self.constants[name] for name in self.names]

    def row(self, values: tuple[Any, ...]) -> dict[str, Any]:
        """A row by its columns' names, with values as they are in Python."""
        row = dict(zip(self.columns, values, strict=True))
        for name, process in self.processors.items():
            row[name] = process(row[name])
        return row


def _written_for(engine: AsyncEngine, statement: Select[Any]) -> _Written:
    written = statement.compile(dialect=engine.dialect)
    assert isinstance(written, SQLCompiler)
    processors = {
        str(column.key): column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None)
        for column in statement.selected_columns
    }
    return _Written(
        written.string,
        {name: value for name, value in written.params.items() if value is not None},
        written.positiontup or (),
        tuple(processors),
        {name: process for name, process in processors.items() if process is not None},
    )


async def carry_out(engine: AsyncEngine, steps: Iterable[Step]) -> bool:
    """Do all of this in one transaction, fast enough for an append; or nothing if a count is wrong.

    Return whether it was done. Raises what `writing` does.
    """
    wanted = [step for step in steps if step.rows]
    writer = writer_of(engine)
    with _problems_of(engine):
        try:
            if writer is not None:
                return await writer.carry_out(wanted)
            async with engine.connect() as connection:
                return await postgres.carry_out(connection, wanted)
        except engine.dialect.loaded_dbapi.Error as error:
            text = "; ".join(step.text for step in wanted)
            raise _as_of_sqlalchemy(engine, text, error) from None


def _as_of_sqlalchemy(engine: AsyncEngine, text: str, error: Exception) -> Exception:
    """The driver's error as SQLAlchemy would raise it."""
    kind = engine.dialect.loaded_dbapi.Error
    raised: Exception = DBAPIError.instance(text, None, error, kind, hide_parameters=True)
    return raised


_SQLITE_PROBLEMS: Mapping[int | None, type[ApiError]] = {
    sqlite3.SQLITE_FULL: StorageFull,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: Vanished,
}


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
        elif isinstance(problem, StorageAway) and is_due("storage away"):
            log.error("the database does not answer", database=engine.url.database, why=_reason(error))
        raise problem from None


def _problem(error: DBAPIError | PoolTimeout) -> ApiError | None:
    """The problem that a client is told of; None if the error is a mistake of ours."""
    original = getattr(error, "orig", None)
    if isinstance(original, sqlite3.Error):
        code = getattr(original, "sqlite_errorcode", None)
        return _SQLITE_PROBLEMS[code]() if code in _SQLITE_PROBLEMS else None
    if postgres.code_of(error) == postgres.DISK_FULL:
        return StorageFull()
    if postgres.code_of(error) == postgres.NO_PARENT:
        return Vanished()
    return StorageAway() if postgres.passes(error) else None


def _reason(error: DBAPIError | PoolTimeout) -> str:
    """The first line of what the database says, which contains no values."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
