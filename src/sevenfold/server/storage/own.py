"""What is kept of a person, and what they have played: for themselves alone."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, LargeBinary, Table, bindparam, or_, select

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.schema import metadata, persons
from sevenfold.server.storage.statements import Row, Statement

AT_ONCE = 500
"""How many rows are read at once of what is kept of somebody."""

LEFT_OUT = {
    "events.pseudonym_key": "it tells who the others are",
    "reviews.progress": "it tells of hidden cards",
    "reviews.review": "it tells of hidden cards",
}
"""Columns that a person is not given of what is kept of them, and why. Hashes are not given either."""


class RoundsPlayed(NamedTuple):
    """How many rounds of a game somebody has played to their end."""

    game: str
    rounds: int


_PLAYED = Mapper(RoundsPlayed)

_ROUNDS = Statement(
    "SELECT game, count(*) AS rounds FROM ("
    " SELECT tables.game FROM tenures AS mine JOIN tables ON tables.id = mine.table_id"
    " JOIN kept_rounds ON kept_rounds.table_id = mine.table_id AND kept_rounds.ends >= mine.seq"
    " WHERE mine.person_id = :person AND kept_rounds.summary NOT LIKE :thrown_in"
    " AND NOT EXISTS (SELECT 1 FROM tenures AS later WHERE later.table_id = mine.table_id"
    " AND later.seat = mine.seat AND later.seq > mine.seq AND later.seq <= kept_rounds.ends)"
    " UNION ALL SELECT boards.game FROM results JOIN boards ON boards.id = results.board_id"
    " WHERE results.person_id = :person AND results.result IS NOT NULL"
    " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = results.table_id)"
    ") AS played GROUP BY game ORDER BY rounds DESC, game"
)
"""A round is theirs who had the seat at its end. Results are kept where the table is gone."""


def _naming() -> dict[str, tuple[Table, list[Column[int]]]]:
    """The tables that name persons, with the columns that do."""
    found = {}
    for table in metadata.sorted_tables:
        columns = [each for each in table.c if each.references(persons.c.id)]
        if columns:
            found[table.name] = table, columns
    return found


def _given(table: Table) -> list[Column[object]]:
    """The columns of a table that its person is given."""
    return [each for each in table.c if str(each) not in LEFT_OUT and not isinstance(each.type, LargeBinary)]


def _rows_of(table: Table, columns: list[Column[int]]) -> Statement:
    return Statement(
        select(*_given(table))
        .where(or_(*(each == bindparam("person") for each in columns)))
        .order_by(*table.primary_key)
        .limit(bindparam("most"))
        .offset(bindparam("after"))
    )


_OF_PERSON: Mapping[str, Statement] = {
    "persons": _rows_of(persons, [persons.c.id]),
    **{name: _rows_of(*naming) for name, naming in _naming().items()},
}
_JSON = {
    str(each)
    for table in metadata.sorted_tables
    for each in table.c
    if each.comment is not None and each.comment.startswith("JSON")
}


class _Reported(msgspec.Struct):
    """What somebody has written in a report; the rest of it may have all hands of a round."""

    words: str


_REPORTED = msgspec.json.Decoder(_Reported)


class OwnStore:
    """The part of the database that tells persons of themselves."""

    tables = tuple(_OF_PERSON)
    """The tables that name persons."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def played(self, person: int) -> tuple[RoundsPlayed, ...]:
        """How many rounds of each game they have played to their end, the most first."""
        asked = {"person": person, "thrown_in": '%"thrown_in":true%'}
        return _PLAYED.all(await self._backend.rows(_ROUNDS, asked, long=True))

    async def rows(self, table: str, person: int) -> AsyncIterator[Row]:
        """What a table has of a person, without what is left out, ready to be written as JSON."""
        after = 0
        while True:
            asked = {"person": person, "most": AT_ONCE, "after": after}
            found = await self._backend.rows(_OF_PERSON[table], asked)
            for row in found:
                yield {name: _as_given(f"{table}.{name}", value) for name, value in row.items()}
            after += AT_ONCE
            if len(found) < AT_ONCE:
                return


def _as_given(column: str, value: Any) -> Any:
    """A value of a column as its person is given it."""
    if value is None or column not in _JSON:
        return value
    return _REPORTED.decode(value).words if column == "reports.file" else msgspec.Raw(value.encode())
