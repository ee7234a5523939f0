"""What an event costs is measured at one that is over, in which everybody has played every deal."""

import asyncio
from pathlib import Path

import pytest

from bench.events import filled, measured
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.duplicate.event_shown import SeenEvent, state_of
from sevenfold.server.protocol.events import EventStanding
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate

PEOPLE, DEALS = 5, 3


@pytest.fixture
def database(tmp_path: Path) -> DatabaseUrl:
    return Settings(data=tmp_path).database


async def _standings(database: str) -> tuple[str, tuple[EventStanding, ...]]:
    """The state and the standings of an event that was filled in."""
    await migrate(database)
    store = Store(open_database(database))
    try:
        event_id = await filled(store, PEOPLE, DEALS)
        listed = await store.events.find(event_id, 1)
        assert listed is not None
        seen = SeenEvent(listed, 1, await store.events.boards(event_id), ())
        people = await store.events.people(event_id)
        sums = await store.events.sums(event_id, seen.known_bits)
        return state_of(listed.event), seen.standings(people, sums)
    finally:
        await store.close()


def test_everybody_stands_in_the_event_that_is_measured_with_all_deals(database: str) -> None:
    state, standings = asyncio.run(_standings(database))
    assert state == "over"
    assert [each.finished for each in standings] == [DEALS] * PEOPLE
    assert all(each.ahead is not None and each.place is not None for each in standings)


def test_the_page_takes_no_less_than_the_standings_on_it(database: str) -> None:
    times = asyncio.run(measured(database, PEOPLE, DEALS, repeats=1))
    assert 0 < times.standings <= times.page
