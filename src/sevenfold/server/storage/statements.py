"""Statements as a database's driver takes them, each of which is compiled once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler


class Step(NamedTuple):
    """A statement as the database's driver takes it, carried out for each of these rows.

    If it is `counted`, it must add or change one row of the database for each.
    """

    text: str
    rows: Sequence[Any]
    counted: bool


class Prepared:
    """A statement that is compiled once, for the driver itself: SQLAlchemy would process it each time."""

    def __init__(
        self,
        engine: AsyncEngine,
        statement: Insert | Update | Delete,
        columns: Iterable[str] = (),
        *,
        counted: bool = False,
    ) -> None:
        written = statement.compile(dialect=engine.dialect, column_keys=list(columns) or None)
        assert isinstance(written, SQLCompiler)
        self._text = written.string
        self._names = written.positiontup
        self._counted = counted

    def of(self, rows: Sequence[Mapping[str, Any]]) -> Step:
        """The step that carries it out for these rows."""
        names = self._names
        values = rows if names is None else [[row[name] for name in names] for row in rows]
        return Step(self._text, values, self._counted)
