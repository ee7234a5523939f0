"""Statements as a database's driver takes them, each of which is compiled once for each dialect.

To make a statement or to have SQLAlchemy carry it out takes many times as long as the driver does: an append
took twice as much CPU, and a read by key 0.5 to 0.7 ms instead of 0.02 to 0.15.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ClauseElement, SelectBase, Table, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

Values = Mapping[str, Any]
"""What stands for the names in a statement."""

Row = dict[str, Any]
"""A row that a statement finds, by its columns' names."""

NONE: Values = {}


class Dialect(Enum):
    """How a kind of database writes SQL. Values go by name."""

    SQLITE = sqlite.dialect(paramstyle="named")
    POSTGRESQL = make_url("postgresql+psycopg://").get_dialect()()


InsertInto = Callable[[Table], sqlite.Insert | postgresql.Insert]
"""A dialect's own `insert`, which knows what to do where a key is taken."""

_INSERT: dict[Dialect, InsertInto] = {Dialect.SQLITE: sqlite.insert, Dialect.POSTGRESQL: postgresql.insert}


class WriteStep(NamedTuple):
    """A statement that is carried out for each of these rows of values, as a part of a transaction."""

    statement: "Statement"
    rows: Sequence[Values]


class Statement:
    """A statement, the same for each dialect.

    It is SQL with `:name` for each value; or SQLAlchemy's, where dialects write it differently or keep what
    is true in different ways; or a function that makes it by a dialect's `insert`.

    If it is `counted`, it must add or change one row of the database for each row of values. `columns` are
    those for which an insert or update is given values, if not all.
    """

    def __init__(
        self,
        statement: str | ClauseElement | Callable[[InsertInto], ClauseElement],
        columns: Iterable[str] = (),
        *,
        counted: bool = False,
    ) -> None:
        self._statement = statement
        self._columns = list(columns) or None
        self.counted = counted
        self._compiled: dict[Dialect, Compiled] = {}

    def of(self, rows: Sequence[Values]) -> WriteStep:
        """The step that carries it out for these rows."""
        return WriteStep(self, rows)

    def compiled(self, dialect: Dialect) -> "Compiled":
        """The statement for a driver."""
        if dialect not in self._compiled:
            self._compiled[dialect] = self._compile(dialect)
        return self._compiled[dialect]

    def _compile(self, dialect: Dialect) -> "Compiled":
        match self._statement:
            case str(words):
                statement: ClauseElement = text(words)
            case ClauseElement() as made:
                statement = made
            case make:
                statement = make(_INSERT[dialect])
        written = statement.compile(dialect=dialect.value, column_keys=self._columns)
        processors = {}
        if isinstance(statement, SelectBase):
            for column in statement.selected_columns:
                kind = column.type.dialect_impl(dialect.value)
                processors[str(column.key)] = kind.result_processor(dialect.value, None)
        constants = {name: value for name, value in (written.params or {}).items() if value is not None}
        return Compiled(
            written.string,
            constants,
            tuple(processors),
            {name: process for name, process in processors.items() if process is not None},
        )


class Compiled(NamedTuple):
    """A statement as a driver takes it, with its own values and the columns of the rows that it finds.

    Without columns their names are as the driver says.
    """

    text: str
    constants: Values
    columns: Sequence[str]
    processors: Mapping[str, Callable[[Any], Any]]

    def values(self, given: Values) -> Values:
        """All values that stand for its names."""
        return {**self.constants, **given} if self.constants else given

    def rows(self, found: Iterable[Sequence[Any]], described: Iterable[Sequence[Any]] | None) -> list[Row]:
        """Rows that a driver has found and described, with values as they are in Python."""
        columns = self.columns or [each[0] for each in described or ()]
        rows = [dict(zip(columns, values, strict=True)) for values in found]
        for name, process in self.processors.items():
            for row in rows:
                row[name] = process(row[name])
        return rows


class now_ms(FunctionElement[int]):  # noqa: N801  # as SQLAlchemy names functions
    """The time by the database's clock, which is one for all machines, in ms since 1970."""

    inherit_cache = True
    type = BigInteger()


@compiles(now_ms, "postgresql")
def _now_in_postgres(*_: object, **__: object) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


@compiles(now_ms, "sqlite")
def _now_in_sqlite(*_: object, **__: object) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
