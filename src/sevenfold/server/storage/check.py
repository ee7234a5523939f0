"""Looking at a database without changing it: whether it is sound, and which tables this Sevenfold would end.

A table is played by the version of the rules that dealt it. Where this Sevenfold has another, an open table
cannot be played on.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import inspect, text
from sqlalchemy.exc import DatabaseError

from sevenfold.core.standing import Standing
from sevenfold.games import game_names, is_game, load_meta
from sevenfold.server.database_url import url_of
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.backup import open_to_read
from sevenfold.server.storage.data_folder import DATABASE, require_not_moved
from sevenfold.server.storage.faults import RESTORE, reason_of, require_database_of_ours
from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable, create_engine
from sevenfold.server.storage.postgres_url import shown
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.upgrade import NEWEST, REVISIONS, require_not_moved_away

MOST_NAMED = 10
"""How many tables are named one by one."""

log = structlog.get_logger()


class Ended(NamedTuple):
    """Open tables of a game that were dealt by other rules; `ours` is None where we do not have the game."""

    game: str
    rules: int
    ours: int | None
    tables: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What a host is told."""
        named = ", ".join(self.tables[:MOST_NAMED])
        if len(self.tables) > MOST_NAMED:
            named += f" and {len(self.tables) - MOST_NAMED} more"
        ours = "not here" if self.ours is None else f"here it is {self.ours}"
        open_tables = "1 open table" if len(self.tables) == 1 else f"{len(self.tables)} open tables"
        return f"{open_tables} of {self.game} cannot go on, by rules version {self.rules} ({ours}): {named}"


class Checked(NamedTuple):
    """A sound database: how many tables it has, its revision and ours, and what this Sevenfold would end."""

    tables: int
    revision: str | None
    newest: str
    ended: tuple[Ended, ...]


REVISION = "SELECT version_num FROM alembic_version"
COUNT = "SELECT count(*) FROM tables"
TABLES = "SELECT id, game, rules, standing FROM tables"


def _by_other_rules() -> str:
    """The query for tables of other rules than ours, in a database of any revision."""
    ours = (f"(game = '{game}' AND rules = {load_meta(game).rules_version})" for game in game_names())
    return f"{TABLES} WHERE NOT ({' OR '.join(ours)}) ORDER BY created"


def check(data: Path, url: str | None = None) -> Checked:
    """Look at the database of a folder, or at the one in PostgreSQL.

    Raises DatabaseUnusable, DatabaseTooNew, DatabaseMoved.
    """
    try:
        if url is None:
            return _check_file(data / DATABASE)
        return _check_postgres(url)
    except (sqlite3.Error, DatabaseError) as error:
        says = error.orig if isinstance(error, DatabaseError) else error
        reason = reason_of(says, data / DATABASE if url is None else None)
        raise DatabaseUnusable(shown(url or url_of(data / DATABASE)), reason) from None


def _check_file(file: Path) -> Checked:
    require_not_moved(file)
    if not file.is_file():
        raise DatabaseUnusable(str(file), "there is no such file; --data names the folder")
    with closing(open_to_read(file)) as database:
        require_database_of_ours(database, str(file))
        found = [line for (line,) in database.execute("PRAGMA integrity_check(10)")]
        if found != ["ok"]:
            raise DatabaseUnusable(
                str(file), f"it is damaged ({' '.join(' '.join(found).split())}); {RESTORE}"
            )
        (revision,) = database.execute(REVISION).fetchone() or (None,)
        (tables,) = database.execute(COUNT).fetchone()
        return _checked(str(file), tables, revision, database.execute(_by_other_rules()))


def _check_postgres(url: str) -> Checked:
    """Read every value of every row, as a dump does: what cannot be read raises DatabaseError."""
    with create_engine(url).begin() as connection:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        require_not_moved_away(connection, shown(url))
        look = inspect(connection)
        for table in metadata.sorted_tables:
            if look.has_table(table.name):
                connection.exec_driver_sql(f"SELECT sum(length(t::text)) FROM {table.name} AS t")
        revision = connection.execute(text(REVISION)).scalar_one_or_none()
        tables = connection.execute(text(COUNT)).scalar_one()
        others = connection.execute(text(_by_other_rules())).all()
        return _checked(shown(url), tables, revision, others)


def _checked(name: str, tables: int, revision: str | None, others: Iterable[Iterable[Any]]) -> Checked:
    if revision is not None and revision not in REVISIONS:
        raise DatabaseTooNew(name, revision)
    return Checked(tables, revision, NEWEST, _ended(others))


def _ended(rows: Iterable[Iterable[Any]]) -> tuple[Ended, ...]:
    """Those of the tables that are open, by game and rules."""
    found: dict[tuple[str, int], list[str]] = {}
    for table, game, rules, standing in rows:
        if _is_open(standing):
            found.setdefault((game, rules), []).append(table)
    return tuple(
        Ended(game, rules, load_meta(game).rules_version if is_game(game) else None, tuple(tables))
        for (game, rules), tables in sorted(found.items())
    )


def _is_open(standing: str) -> bool:
    try:
        return not msgspec.json.decode(standing, type=Standing).over
    except msgspec.MsgspecError:  # a damaged table is nobody's to play on
        return False


async def warn_of_other_rules(backend: Backend) -> None:
    """Say in the log which open tables cannot be played on here. Raises StorageAway."""
    rows = await backend.rows(Statement(_by_other_rules()), long=True)
    for ended in _ended(row.values() for row in rows):
        log.warning(
            "open tables cannot go on: the rules have changed",
            game=ended.game,
            rules=ended.rules,
            ours=ended.ours,
            number=len(ended.tables),
            tables=list(ended.tables[:MOST_NAMED]),
        )
