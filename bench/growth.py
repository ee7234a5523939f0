"""How much a server's database grows: rows and bytes of a match, played to its end by the rules' players.

One person sits at each table and bots at the other seats, as at a table that starts at once. What a match
takes is the same on every machine. With `--postgres` a PostgreSQL is started and measured too.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine, func, select, text

from sevenfold.bots.levels import Level
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Entry
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import create_engine, open_database
from sevenfold.server.storage.rows import SeatHolder, TableRow, new_table_id, now
from sevenfold.server.storage.schema import log, metadata
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.sent.presence import not_dealt
from sevenfold.testing.postgres import Cluster, new_folder

AT_ONCE = 50
"""How many entries are appended together, which makes no difference in the database."""

MOST_ENTRIES = 20_000
"""The most entries of a match that does not end by itself."""


class Grown(NamedTuple):
    """What matches took: rows of the log and of all tables, and bytes of the database, for each match."""

    entries: float
    rows: float
    size: float


async def grow(url: DatabaseUrl, game: AnyGame, matches: int) -> Grown:
    """Write this many matches of a game to an empty database."""
    await migrate(url)
    engine, store = create_engine(url), Store(open_database(url))
    try:
        person = await store.persons.add(b"growth", 2**50)
        before = _size(engine)
        for number in range(matches):
            await _keep(store, game, person, number)
        size = _size(engine) - before
        return Grown(_rows(engine, "log") / matches, _rows(engine) / matches, size / matches)
    finally:
        await store.close()


async def _keep(store: Store, game: AnyGame, person: int, number: int) -> None:
    options, players = game.meta.options(), game.meta.seats(None)
    row = TableRow(
        id=new_table_id(),
        game=game.meta.name,
        rules=game.meta.rules_version,
        options=msgspec.to_builtins(options),
        players=players,
        seed=number.to_bytes(32),
        pseudonym_key=f"{number}",
        pace=900,
        created=now(),
        standing=not_dealt(players),
        waits_for=1,
        host=0,
        seats=(SeatHolder(person=person), *(SeatHolder(bot=Level.MEDIUM) for _ in range(players - 1))),
    )
    entries = played(game, number)
    await store.tables.add(row, entries[:1])
    for after in range(1, len(entries), AT_ONCE):
        await store.logs.append(row.id, after, entries[after : after + AT_ONCE])


def played(game: AnyGame, number: int) -> list[Entry]:
    """The log of a match between the rules' players."""
    dealer = Dealer(number.to_bytes(32))
    match = dealing.begin(dealer, game, game.meta.options(), game.meta.seats(None))
    while not match.over and match.version < MOST_ENTRIES:
        if match.round_over:
            dealing.next_round(dealer, match)
            continue
        seat = match.acting[0]
        match.play(seat, game.choose(match.seen(seat), seat))
        dealing.draw(dealer, match)
    return match.entries


def _rows(engine: Engine, only: str | None = None) -> int:
    tables = [log] if only == "log" else metadata.sorted_tables
    with engine.connect() as connection:
        counts = [connection.scalar(select(func.count()).select_from(table)) for table in tables]
    return sum(count or 0 for count in counts)


def _size(engine: Engine) -> int:
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        pages = connection.scalar(text("PRAGMA page_count"))
        return int(pages or 0) * int(connection.scalar(text("PRAGMA page_size")) or 0)


@contextmanager
def sqlite() -> Iterator[DatabaseUrl]:
    """The URL of an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        yield Settings(data=Path(folder)).database


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database of a PostgreSQL started for it."""
    cluster = Cluster(new_folder())
    cluster.make()
    cluster.start()
    try:
        yield cluster.url("postgres")
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder)


def main(
    matches: Annotated[int, typer.Option(min=1, help="of each game")] = 50,
    postgres: Annotated[bool, typer.Option(help="ask a PostgreSQL too")] = False,
) -> None:
    """How much a server's database grows by a match."""
    databases = {"SQLite": sqlite} | ({"PostgreSQL": postgresql} if postgres else {})
    title = f"A match, the mean of {matches}"
    shown = Table(
        "game", "moves and deals", "rows in all", *(f"{name}, kB" for name in databases), title=title
    )
    sizes = []
    for name in OWN_GAMES:
        grown = []
        for database in databases.values():
            with database() as url:
                grown.append(asyncio.run(grow(url, load_game(name), matches)))
        sizes.append([each.size for each in grown])
        cells = [
            f"{grown[0].entries:,.0f}",
            f"{grown[0].rows:,.0f}",
            *(f"{g.size / 1000:,.0f}" for g in grown),
        ]
        shown.add_row(load_game(name).meta.name, *cells)
    means = [f"{mean(column) / 1000:,.0f}" for column in zip(*sizes, strict=True)]
    shown.add_row("mean", "", "", *means)
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
