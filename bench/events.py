"""What an event costs with very many people: all that is read and summed up for one page of it."""

import asyncio
import random
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from bench.growth import postgresql
from bench.measure import machine
from sevenfold.bots.levels import Level
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.duplicate.event_shown import SeenEvent
from sevenfold.server.duplicate.new_event import new_event
from sevenfold.server.protocol.events import NewEvent
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.times import iso

AIM = 50
"""In ms, for the standings of 1,000 people after 24 deals."""

_PERSONS = Statement("INSERT INTO persons (id, name) VALUES (:id, :name)")
_PEOPLE = Statement(
    "INSERT INTO event_people (event_id, person_id, name, joined, removed)"
    " VALUES (:event, :id, :name, :at, :removed)"
)
_RESULTS = Statement(
    "INSERT INTO results (board_id, seat, table_id, person_id, number, counts, begun, ended, result)"
    " VALUES (:board, 0, :table, :id, 1, TRUE, 0, 1, :result)"
)
_END = Statement("UPDATE events SET closes = 1 WHERE id = :event")


class Times(NamedTuple):
    """CPU time of this process in ms: the database's sums with the standings, and all of an event's page."""

    standings: float
    page: float


async def filled(store: Store, people: int, deals: int) -> str:
    """An event that is over, in which everybody has played all deals. Return its id."""
    asked = NewEvent(name="Many", game="trump7", kind="own_time", deals=deals, until=iso(now() + 10**6))
    host = await store.persons.add(b"h" * 32, now())
    event, boards = new_event(host, asked, Level.MEDIUM)
    await store.events.add(event, [board.id for board in boards], store.boards.adding(boards))
    ids = range(host + 1, host + 1 + people)
    named = [{"id": id_, "at": now(), "name": f"Player {id_}"} for id_ in ids]
    taking_part = [
        {"event": event.id, "id": each["id"], "name": each["name"], "at": 0, "removed": False}
        for each in named
    ]
    results = [
        {"board": board.id, "table": f"{id_}-{number}", "id": id_}
        | {"result": random.Random(f"{id_} {number}").randint(-12, 12)}
        for id_ in ids
        for number, board in enumerate(boards, 1)
    ]
    await store.backend.write(
        _PERSONS.of(named), _PEOPLE.of(taking_part), _RESULTS.of(results), _END.of([{"event": event.id}])
    )
    return event.id


async def measured(url: DatabaseUrl, people: int, deals: int, repeats: int) -> Times:
    """The median times for somebody who may know everything."""
    await migrate(url)
    store = Store(open_database(url))
    try:
        event = await filled(store, people, deals)
        found = [await _once(store, event) for _ in range(repeats + 1)][1:]
    finally:
        await store.close()
    return Times(*(median(times) for times in zip(*found, strict=True)))


async def _once(store: Store, event_id: str) -> Times:
    began = process_time()
    listed = await store.events.find(event_id, 1)
    assert listed is not None
    seen = SeenEvent(listed, 1, await store.events.boards(event_id), ())
    at_seats, people = await store.events.at_seats(event_id), await store.events.people(event_id)
    before = process_time()
    standings = seen.standings(people, await store.events.sums(event_id, seen.known_bits))
    after = process_time()
    seen.info(None, at_seats, standings)
    return Times(1000 * (after - before), 1000 * (process_time() - began))


def run(
    people: Annotated[int, typer.Option(help="How many have played.")] = 1000,
    deals: Annotated[int, typer.Option(help="How many deals each has played.")] = 24,
    repeats: Annotated[int, typer.Option(help="How often it is measured; the median counts.")] = 20,
    postgres: Annotated[bool, typer.Option(help="Measure PostgreSQL, too.")] = False,
) -> None:
    """Measure an event of so many people."""
    console = Console()
    console.print(machine())
    with TemporaryDirectory() as folder:
        _print(console, "SQLite", Settings(data=Path(folder)).database, people, deals, repeats)
    if postgres:
        with postgresql() as url:
            _print(console, "PostgreSQL", url, people, deals, repeats)


def _print(console: Console, name: str, url: DatabaseUrl, people: int, deals: int, repeats: int) -> None:
    found = asyncio.run(measured(url, people, deals, repeats))
    console.print(
        f"{name}, {people} people, {deals} deals: standings {found.standings:.0f} ms (aim {AIM}), "
        f"with all else of the page {found.page:.0f} ms"
    )


if __name__ == "__main__":
    typer.run(run)
