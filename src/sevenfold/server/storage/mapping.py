"""Rows of the database as values of a class, and back: by its fields, their types and a table's columns."""

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from sqlalchemy import Table

from sevenfold.server.storage.statements import Row

T = TypeVar("T")

PLAIN = (int, float, str, bytes)
"""What a database has types for. Anything else is kept as JSON. SQLite has a bool as a number."""


class Unreadable(Exception):
    """What is in a column is no JSON, or not what its field says. The cause says why."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column


class Mapper(Generic[T]):
    """Reads and writes values of a class with named fields: a `msgspec.Struct` or a `NamedTuple`.

    The field `person` is in the table's column `person`, or `person_id` if it has that one instead. Fields of
    which the table knows nothing are only read, from what was selected by their names. `but` are the fields
    that are in other tables. All columns are read with `prefix` before their names.
    """

    def __init__(
        self, kind: Callable[..., T], table: Table | None = None, *, but: Iterable[str] = (), prefix: str = ""
    ) -> None:
        there = table.c.keys() if table is not None else ()
        hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in but}
        columns = {
            name: f"{name}_id" if name not in there and f"{name}_id" in there else name for name in hints
        }
        self.columns = [column for column in columns.values() if column in there]
        """Those of its table."""
        self._kind = kind
        self._fields = list(hints)
        self._pick = itemgetter(*(f"{prefix}{column}" for column in columns.values()))
        self._written = [(name, column) for name, column in columns.items() if column in there]
        self._readers = [
            (name, columns[name], reader)
            for name, hint in hints.items()
            if (reader := _reader(hint)) is not None
        ]
        self.json_types = {name: hint for name, hint in hints.items() if _is_json(hint)}
        """The types of the fields that are kept as JSON."""

    def read(self, row: Mapping[str, Any], **instead: Any) -> T:
        """The value that is in a row, with other values for some fields. Raises Unreadable."""
        values = dict(zip(self._fields, self._pick(row), strict=True))
        for name, column, reader in self._readers:
            if values[name] is not None:
                try:
                    values[name] = reader(values[name])
                except msgspec.MsgspecError as error:
                    raise Unreadable(column) from error
        return self._kind(**(values | instead))

    def all(self, rows: Iterable[Mapping[str, Any]]) -> tuple[T, ...]:
        """The values of all rows, in order. Raises Unreadable."""
        return tuple(self.read(row) for row in rows)

    def first(self, rows: Iterable[Mapping[str, Any]]) -> T | None:
        """The value of the first row; None if there is none. Raises Unreadable."""
        return next((self.read(row) for row in rows), None)

    def row(self, value: T, **more: Any) -> Row:
        """A value as columns of its table, with more of them."""
        values = {column: self._kept(name, getattr(value, name)) for name, column in self._written}
        return values | more

    def _kept(self, name: str, value: object) -> object:
        return value if value is None or name not in self.json_types else msgspec.json.encode(value).decode()


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    if _is_json(hint):
        return msgspec.json.Decoder(hint).decode
    return bool if bool in _kinds(hint) else None


def _is_json(hint: Any) -> bool:
    return not all(isinstance(kind, type) and issubclass(kind, PLAIN) for kind in _kinds(hint))


def _kinds(hint: Any) -> set[Any]:
    """The types that a value may have, but for None."""
    origin = get_origin(hint)
    if origin is Literal:
        return {type(value) for value in get_args(hint)}
    if origin in (Union, UnionType):
        return set().union(*map(_kinds, get_args(hint))) - {NoneType}
    return {origin or hint}
