"""Lists for the host: tables and persons, by what they ask for."""

from itertools import groupby
from typing import Literal, TypeAlias

import msgspec

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Row, Statement

State: TypeAlias = Literal["waiting", "playing", "over"]


class ListWanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which are listed: with nothing said all of them, but no more than `most`.

    `since` is in ms since 1970; a `name` may be any part of one, in capitals or not.
    """

    game: str | None = None
    state: State | None = None
    since: int = 0
    name: str | None = None
    person: int | None = None
    table: str | None = None
    most: int = 100


class PersonAtSeat(msgspec.Struct, frozen=True):
    """A person at a seat."""

    seat: int
    person: int
    name: str | None


class TableListed(msgspec.Struct, frozen=True):
    """A table. `last` is when it was last moved at, in ms since 1970, as `created` is."""

    id: str
    game: str
    state: State
    created: int
    last: int
    at_board: bool
    persons: tuple[PersonAtSeat, ...]


class PersonListed(msgspec.Struct, frozen=True):
    """A person. `since` and `used` are when a browser of theirs first and last came, in ms since 1970."""

    id: int
    name: str | None
    since: int | None
    used: int | None
    browsers: int
    tables: int
    """Those that go on at which they have a seat."""
    has_key: bool
    blocked: bool


_STATE = "CASE WHEN over THEN 'over' WHEN started THEN 'playing' ELSE 'waiting' END"
_LAST = "CASE WHEN waits_since > created THEN waits_since ELSE created END"
_SITS = "SELECT 1 FROM seats WHERE table_id = tables.id AND"
_LIKE = "lower({0}) LIKE CAST(:name AS TEXT) ESCAPE '!'"

_TABLES = Statement(
    f"WITH found AS (SELECT id, game, {_STATE} AS state, created, {_LAST} AS last, board FROM tables"
    " WHERE (CAST(:game AS TEXT) IS NULL OR game = CAST(:game AS TEXT))"
    f" AND (CAST(:state AS TEXT) IS NULL OR {_STATE} = CAST(:state AS TEXT)) AND {_LAST} >= :since"
    f" AND (CAST(:name AS TEXT) IS NULL OR EXISTS ({_SITS} person_id IS NOT NULL"
    f" AND {_LIKE.format('seats.name')}))"
    f" AND (CAST(:person AS INTEGER) IS NULL OR EXISTS ({_SITS} person_id = CAST(:person AS INTEGER)))"
    " ORDER BY last DESC, id LIMIT :most)"
    " SELECT found.*, seat, person_id, name FROM found LEFT JOIN seats ON table_id = id"
    " AND person_id IS NOT NULL ORDER BY last DESC, id, seat"
)

_OWN = "FROM sessions WHERE person_id = persons.id AND expires > :now"
_PERSONS = Statement(
    "SELECT persons.id, name, key_hash IS NOT NULL AS has_key,"
    f" (SELECT min(created) {_OWN}) AS since, (SELECT max(used) {_OWN}) AS used,"
    f" (SELECT count(*) {_OWN}) AS browsers,"
    " (SELECT count(*) FROM seats JOIN tables ON tables.id = table_id"
    " WHERE person_id = persons.id AND NOT over) AS tables,"
    " EXISTS (SELECT 1 FROM blocks WHERE person_id = persons.id AND (until IS NULL OR until > :now))"
    " AS blocked FROM persons"
    " WHERE NOT EXISTS (SELECT 1 FROM forgetting WHERE person_id = persons.id)"
    f" AND (CAST(:name AS TEXT) IS NULL OR {_LIKE.format('name')})"
    f" AND (:since = 0 OR (SELECT max(used) {_OWN}) >= :since)"
    " AND (CAST(:person AS INTEGER) IS NULL OR persons.id = CAST(:person AS INTEGER))"
    " AND (CAST(:table AS TEXT) IS NULL OR EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = CAST(:table AS TEXT) AND person_id = persons.id))"
    " ORDER BY COALESCE((SELECT max(used) FROM sessions WHERE person_id = persons.id), 0) DESC, persons.id"
    " LIMIT :most"
)


class ListStore:
    """The part of the database that lists what there is, for its host alone."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def tables(self, wanted: ListWanted) -> list[TableListed]:
        """Tables, those that were moved at last before others."""
        rows = await self._backend.rows(_TABLES, _asked(wanted), long=True)
        return [_table(list(of_table)) for _, of_table in groupby(rows, lambda row: row["id"])]

    async def persons(self, wanted: ListWanted) -> list[PersonListed]:
        """Persons, those who came last before others."""
        rows = await self._backend.rows(_PERSONS, _asked(wanted), long=True)
        return msgspec.convert([_with_flags(row) for row in rows], list[PersonListed])


def _asked(wanted: ListWanted) -> Row:
    asked = msgspec.structs.asdict(wanted) | {"now": now()}
    if wanted.name is not None:
        plain = wanted.name.lower().replace("!", "!!").replace("%", "!%").replace("_", "!_")
        asked["name"] = f"%{plain}%"
    return asked


def _with_flags(row: Row) -> Row:
    return row | {name: bool(row[name]) for name in ("has_key", "blocked")}


def _table(rows: list[Row]) -> TableListed:
    first = rows[0]
    there = [each for each in rows if each["person_id"] is not None]
    return TableListed(
        id=first["id"],
        game=first["game"],
        state=first["state"],
        created=first["created"],
        last=first["last"],
        at_board=first["board"] is not None,
        persons=tuple(PersonAtSeat(each["seat"], each["person_id"], each["name"]) for each in there),
    )
