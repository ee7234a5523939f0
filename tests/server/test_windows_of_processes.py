"""Claim windows where two processes serve a table: an answer at one changes no time at the other (law 8)."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress

import pytest

from sevenfold.core.log import Dealt
from sevenfold.server.errors import Stale
from sevenfold.server.protocol.from_server import Snapshot, Update
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.storage.rows import as_text, now
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.play.claim_window import WindowDue
from sevenfold.server.tables.sent.seat_updates import Viewer
from sevenfold.server.tables.table import Table
from sevenfold.server.timings import Timings
from sevenfold.testing.postgres import PostgresConnection
from sevenfold.testing.running import WAIT
from tests.server.test_workers import PERSON, Worker

LONG = Timings(claim_window=600_000)
"""With a window that ends in no test."""

HANDS = {"0": "KS QH TD 5C 4H 3D 2S", "1": "2C 2D KH JC 8D 6S 9C", "2": "AS AH QD JS TH 5D 3H"}
"""Seat 1 may pon the 2S of seat 0."""

DEAL = Dealt(0, HANDS, "9H TC 3S 7D")


class SharedBus(MemoryBus):
    """One bus for two workers in this process."""

    alone = False


def sit_and_deal(url: str, table: str, other: int) -> None:
    """Give seat 1 to another person, and deal these cards."""
    with closing(PostgresConnection(url)) as database, database:
        deal = as_text(DEAL)
        database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [deal, table])
        seat = "UPDATE seats SET bot = NULL, person_id = ? WHERE table_id = ? AND seat = 1"
        database.execute(seat, [other, table])


def with_two_processes(url: str, work: Callable[[Table, Table], Awaitable[None]]) -> None:
    """Do the work with a table at two processes, each of which has one of its persons."""

    async def run() -> None:
        await migrate(url)
        bus = SharedBus()
        one, two = (Worker(url, bus, Timings(claim_window=60)) for _ in range(2))
        try:
            persons = [await one.store.persons.add(token, now() + 60_000) for token in (b"one", b"other")]
            assert persons[0] == PERSON
            wanted = NewTable(game="seven_bridge", players=3, pace=10_000, options={"joker": "no"})
            table = (await one.tables.create(PERSON, wanted)).id
            sit_and_deal(url, table, persons[1])
            await work(await one.tables.open(table, persons[0]), await two.tables.open(table, persons[1]))
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


async def discard(table: Table, there: Table, woken: asyncio.Event) -> None:
    """Seat 0 draws and discards what seat 1 may pon; the window after it does not end, nor elsewhere."""
    while 0 not in (await table.views.updates(0, None)).view.acting:
        await asyncio.wait_for(woken.wait(), WAIT)
        woken.clear()
    for each in (table, there):
        each._turns.window._timings = LONG
    for move in ("draw", "discard 2S"):
        version = (await table.views.updates(0, None)).version
        assert await table.play(0, version, move) is None


async def due_at(table: Table) -> WindowDue | None:
    """What the window at this process waits for."""
    async with table._turns.hold() as match:
        return table._turns.window.due(match)


def test_sb_4_10_a_pass_at_another_process_does_not_change_when_the_window_is_due(
    postgres_url: str,
) -> None:
    """The process that opened the window ends it first, whatever was answered at the other."""

    async def work(here: Table, there: Table) -> None:
        woken = asyncio.Event()
        async with here.connection(PERSON, woken.set), there.connection(PERSON + 1, lambda: None):
            await discard(here, there, woken)
            asked = await there.views.updates(1, None)
            before = await due_at(here), await due_at(there)
            assert await there.play(1, asked.version, "pass") is None
            assert (await there.views.updates(1, None)).version == asked.version + 1
            assert (await due_at(here), await due_at(there)) == before
            assert here._turns.live.logged == there._turns.live.logged
            assert here._turns.live.wrote_last_public_entry
            assert not there._turns.live.wrote_last_public_entry

    with_two_processes(postgres_url, work)


def test_of_two_looks_at_who_is_elsewhere_the_later_one_counts_whichever_is_answered_first(
    postgres_url: str,
) -> None:
    """Otherwise a person who is there would count as gone, and not be asked to agree to a move taken back."""

    async def work(here: Table, _there: Table) -> None:
        async with here.connection(PERSON, lambda: None):
            heads = await here._store.shared.heads([here.id], "here")
            nobody = heads[here.id]._replace(persons=frozenset())
            await here.refresh(nobody._replace(persons=frozenset((PERSON + 1,)), asked=nobody.asked + 1))
            assert here.views.presence.connected == {0, 1}
            await here.refresh(nobody)
            assert here.views.presence.connected == {0, 1}
            await here.refresh(nobody._replace(asked=nobody.asked + 2))
            assert here.views.presence.connected == {0}

    with_two_processes(postgres_url, work)


@pytest.mark.parametrize("answered", ["pass", "pon 2D 2C"])
def test_whoever_was_shown_an_answer_that_the_log_does_not_have_is_sent_all_of_it(
    postgres_url: str, answered: str
) -> None:
    """This process ends the window without an answer that the other has written meanwhile."""

    async def work(here: Table, there: Table) -> None:
        woken = asyncio.Event()
        async with here.connection(PERSON, woken.set), there.connection(PERSON + 1, lambda: None):
            await discard(here, there, woken)
            since, before = (await here.views.updates(0, None)).version, here.views.withdrawn
            asked = (await there.views.updates(1, None)).version
            async with here._turns.hold() as match:
                assert await there.play(1, asked, answered) is None
                here._turns._answer_claims(match)  # as nobody had answered
                here._turns.append_unseen(match)
            with suppress(Stale):
                await here.written()
            shown = await here.views.prepared(Viewer(0), since, asked=True, withdrawn=before)
            assert shown is not None
            assert isinstance(shown.message, Update if answered == "pass" else Snapshot)
            told = [event.move for event in shown.message.events if event.kind == "move"]
            assert told[-1:] == ([] if answered == "pass" else [answered])

    with_two_processes(postgres_url, work)
