"""Several workers serve one table: the log decides which of them was first, and the other catches up."""

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import psycopg
import pytest
from sqlalchemy import text

from sevenfold.core.log import Dealt, Played
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.errors import Stale, TableUnknown
from sevenfold.server.http.sending import Sending
from sevenfold.server.protocol.from_client import Hello
from sevenfold.server.protocol.from_server import Update
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.talk import Line, Say
from sevenfold.server.settings import Settings
from sevenfold.server.storage import tables
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.rows import as_text, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import plan
from sevenfold.server.tables.table import Table
from sevenfold.server.timings import USUAL, Timings
from sevenfold.testing.running import LONGEST_PAUSE, WAIT
from tests.server.test_dealing import short_deal

PERSON = 1

SLOW_BOTS = Timings(shortest_pause=LONGEST_PAUSE)
"""Bots take as long as their pace says."""


class Worker:
    """What one process of several would have."""

    def __init__(self, url: DatabaseUrl, bus: MemoryBus, timings: Timings = USUAL) -> None:
        self.store = Store(open_database(url))
        self.jobs = Jobs()
        self.thinkers = Thinkers()
        self.tables = Tables(self.store, bus, self.jobs, self.thinkers, timings)

    async def open(self, table: str) -> Table:
        return await self.tables.open(table, PERSON)

    async def close(self) -> None:
        await self.jobs.close()
        self.thinkers.close()
        await self.store.close()


Where = Path | str
"""A folder for SQLite's file, or the URL of a database of PostgreSQL."""


def with_workers(
    where: Where,
    work: Callable[[Worker, Worker, str], Awaitable[None]],
    *,
    one_bus: bool,
    game: str = "lockup",
    timings: Timings = SLOW_BOTS,
    prepare: Callable[[Worker, str], Awaitable[None]] | None = None,
) -> None:
    """Do the work with two workers and a table at which the person is to act.

    Without a bus between them, no worker hears what the other did.
    """

    async def run() -> None:
        url = where if isinstance(where, str) else Settings(data=where).database
        await migrate(url)
        bus = MemoryBus()
        one = Worker(url, bus, timings)
        two = Worker(url, bus if one_bus else MemoryBus(), timings)
        try:
            assert await one.store.persons.add(b"token", now() + 60_000) == PERSON
            table = (await one.tables.create(PERSON, NewTable(game=game, pace=0))).id
            if prepare is not None:
                await prepare(one, table)
            await wait_for_turn(await one.open(table))
            await work(one, two, table)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


async def wait_for_turn(table: Table) -> None:
    woken = asyncio.Event()
    async with table.connection(PERSON, woken.set):
        while 0 not in (await table.views.updates(0, None)).view.acting:
            await asyncio.wait_for(woken.wait(), WAIT)
            woken.clear()


async def without_bots(one: Worker, two: Worker, table: str) -> tuple[Table, Table]:
    """The table at both workers, with a pace so slow that no bot moves during the test."""
    here = await one.open(table)
    await here.set_pace(PERSON, 10_000)
    return here, await two.open(table)


async def legal(table: Table) -> tuple[int, list[str]]:
    message = await table.views.updates(0, None)
    return message.version, list(message.choices.cards)


def test_nobody_hears_a_line_before_it_is_kept_and_of_two_at_once_each_has_its_number(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        keep = one.store.friends.add_line
        heard: list[list[Line]] = []

        async def after_the_other(table: str, line: Line, person: int) -> bool:
            heard.append(await here.talk.lines())
            if len(heard) == 1:
                await there.say(PERSON, Say(reaction="clap"))
            return await keep(table, line, person)

        monkeypatch.setattr(one.store.friends, "add_line", after_the_other)
        await here.say(PERSON, Say(reaction="laugh"))

        assert [len(lines) for lines in heard] == [0, 1]
        said = [(line.number, line.reaction) for line in await here.talk.lines()]
        assert said == [(1, "clap"), (2, "laugh")]
        assert await here.talk.lines() == await there.talk.lines()

    with_workers(where, work, one_bus=False)


def test_of_two_moves_at_one_version_one_is_made_and_one_is_stale(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        version, cards = await legal(here)
        await legal(there)

        outcomes = await asyncio.gather(
            here.play(0, version, cards[0]), there.play(0, version, cards[0]), return_exceptions=True
        )

        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "Stale"]
        assert await here.views.updates(0, version) == await there.views.updates(0, version)

    with_workers(where, work, one_bus=False)


async def sit_with_another(worker: Worker, table: str) -> None:
    """A second person sits down, and LockSeven is dealt so that the person may call with the first card."""
    other = await worker.store.persons.add(b"other", now() + 60_000)
    deal = as_text(short_deal({0: "7S KS QS"}))
    values = [{"deal": deal, "table": table, "other": other}]
    for change in (
        "UPDATE log SET entry = :deal WHERE table_id = :table",
        "UPDATE seats SET bot = NULL, person_id = :other WHERE table_id = :table AND seat = 1",
    ):
        await worker.store.backend.write(Statement(text(change)).of(values))


def test_who_leaves_has_left_also_where_another_worker_has_moved_on(where: Where) -> None:
    """Only one person is left, so that bots answer at once. This worker, too, sees what the other one did."""

    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await one.open(table), await two.open(table)
        woken = asyncio.Event()
        async with here.connection(PERSON, woken.set):
            asked = await here.views.updates(0, None)
            await there.views.updates(0, None)  # the match is in its memory from now on
            await here.play(0, asked.version, "call S")
            while len(await one.store.logs.entries(table)) == 1:  # a call is kept until its card is shown
                await asyncio.wait_for(woken.wait(), WAIT)
                woken.clear()

            await there.change(lambda row, standing: plan.gone(row, 0, over=standing.over))

            assert there.row.seats[0].bot is not None
            told = await there.views.updates(1, None)
            assert told.version > asked.version

    with_workers(where, work, one_bus=False, game="lockseven", prepare=sit_with_another)


def test_a_worker_that_heard_nothing_finds_out_by_the_log(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        version, cards = await legal(there)
        await here.play(0, version, cards[0])
        kept = await one.store.logs.entries(table)
        assert (await there.views.updates(0, None)).version == version

        with pytest.raises(Stale):
            await there.play(0, version, cards[-1])

        assert await one.store.logs.entries(table) == kept
        update = await there.views.updates(0, version)
        assert update == await here.views.updates(0, version)
        assert isinstance(update, Update)
        assert update.events[0].move == cards[0]

    with_workers(where, work, one_bus=False)


def test_a_worker_that_hears_of_a_move_catches_up(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        woken = asyncio.Event()
        async with there.connection(PERSON, woken.set):
            version, cards = await legal(there)
            woken.clear()
            await here.play(0, version, cards[0])
            await asyncio.wait_for(woken.wait(), WAIT)
            assert await there.views.updates(0, version) == await here.views.updates(0, version)

    with_workers(where, work, one_bus=True)


class Heard:
    """A client's socket: what it is sent."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.more = asyncio.Event()

    async def send_data(self, data: bytes) -> None:
        self.messages.append(msgspec.json.decode(data))
        self.more.set()

    async def until(self, type_: str, move: str | None = None) -> None:
        """Wait for a message of this type that tells of a move."""
        while not any(_tells(message, type_, move) for message in self.messages):
            await asyncio.wait_for(self.more.wait(), WAIT)
            self.more.clear()


async def let_the_person_lead(worker: Worker, table: str) -> None:
    """The person leads from two cards."""
    hands = {"0": "AS 2S", "1": "KS 3S", "2": "QS 4S", "3": "JS 5S"}
    values = [{"deal": as_text(Dealt(0, hands, "")), "table": table}]
    change = "UPDATE log SET entry = :deal WHERE table_id = :table"
    await worker.store.backend.write(Statement(text(change)).of(values))


def _tells(message: Any, type_: str, move: str | None) -> bool:
    events = message.get("events", ())
    return message["type"] == type_ and (move is None or move in [each.get("move") for each in events])


def test_who_is_shown_an_answer_that_another_worker_came_before_is_then_shown_everything(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both versions have the same number, so the client would not notice by it."""

    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        version, cards = await legal(there)
        await here.play(0, version, cards[0])
        shown, append = asyncio.Event(), two.store.logs.append

        async def once_shown(*arguments: Any) -> None:
            await shown.wait()
            await append(*arguments)

        monkeypatch.setattr(two.store.logs, "append", once_shown)
        client = Heard()
        sending = Sending(cast("Any", client), there, PERSON, lambda: False)
        async with there.connection(PERSON, sending.something_new.set), asyncio.TaskGroup() as tasks:
            running = tasks.create_task(sending.run())
            await sending.greet(Hello(version=version))
            turns = there._turns
            async with turns.hold() as match:
                turns.make(match, 0, match.game.notation.parse(cards[1]))
                turns.append_unseen(match)
            sending.something_new.set()
            await client.until("update", cards[1])
            shown.set()
            await client.until("snapshot", cards[0])
            running.cancel()

    with_workers(where, work, one_bus=False, prepare=let_the_person_lead)


def test_a_table_that_another_worker_has_deleted_is_gone_and_not_damaged(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        there = await two.open(table)
        await one.tables.delete(table, PERSON)
        with pytest.raises(TableUnknown):
            await there.views.updates(0, None)

    with_workers(where, work, one_bus=False)


def test_what_else_is_heard_does_not_hide_a_move(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, there = await without_bots(one, two, table)
        async with there.connection(PERSON, lambda: None):
            version, cards = await legal(there)
            await here.play(0, version, cards[0])
            await here.set_pace(PERSON, 9_000)
            assert await there.views.updates(0, version) == await here.views.updates(0, version)

    with_workers(where, work, one_bus=True)


def test_of_many_tables_the_newest_are_listed(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Worker, _two: Worker, table: str) -> None:
        monkeypatch.setattr(tables, "MOST_LISTED", 2)
        newer = {(await one.tables.create(PERSON, NewTable(game="trump7"))).id for _ in range(2)}
        assert table not in newer
        assert {each.id for each in (await one.tables.of_person(PERSON))[0]} == newer

    with_workers(where, work, one_bus=False)


def test_a_move_that_cannot_be_kept_is_not_made(where: Where) -> None:
    async def work(one: Worker, two: Worker, table: str) -> None:
        here, _ = await without_bots(one, two, table)
        before = await here.views.updates(0, None)
        version, cards = await legal(here)

        await rename(one, "log", "gone")
        with pytest.raises((sqlite3.Error, psycopg.Error)):
            await here.play(0, version, cards[0])
        await rename(one, "gone", "log")

        assert (await here.views.updates(0, None)).view == before.view
        await here.play(0, version, cards[0])

    with_workers(where, work, one_bus=False)


async def rename(worker: Worker, old: str, new: str) -> None:
    async with worker.store.backend.transaction() as transaction:
        await transaction.change(Statement(text(f"ALTER TABLE {old} RENAME TO {new}")).of([{}]))


def test_a_refused_move_leaves_no_trace(where: Where) -> None:
    async def work(one: Worker, _two: Worker, table: str) -> None:
        here = await one.open(table)
        version, _ = await legal(here)
        kept, before = await one.store.logs.entries(table), await here.views.updates(0, None)

        refusal = await here.play(0, version, "ZZ")
        assert refusal is not None
        assert refusal.rule == "malformed"

        assert await one.store.logs.entries(table) == kept
        assert await here.views.updates(0, None) == before

    with_workers(where, work, one_bus=False)


def test_what_is_written_together_stands_or_falls_alone(where: Where) -> None:
    """Appends that wait go into one transaction; one that conflicts does not make the others fail."""

    async def work(one: Worker, _two: Worker, table: str) -> None:
        other = (await one.tables.create(1, NewTable(game="lockup"))).id
        end = len(await one.store.logs.entries(table))
        entry = Played("0", "AS")

        outcomes = await asyncio.gather(
            one.store.logs.append(table, end, [entry]),
            one.store.logs.append(other, 0, [entry, entry]),
            one.store.logs.append(table, end + 1, [entry, entry]),
            one.store.logs.append(table, end, [entry]),
            return_exceptions=True,
        )

        assert [type(outcome).__name__ for outcome in outcomes] == [
            "NoneType",
            "LogConflict",
            "NoneType",
            "LogConflict",
        ]
        assert len(await one.store.logs.entries(table)) == end + 3
        assert len(await one.store.logs.entries(other)) == 1

    with_workers(where, work, one_bus=False)


def test_a_table_at_which_nobody_is_leaves_the_memory(where: Where) -> None:
    async def work(one: Worker, _two: Worker, table: str) -> None:
        there = weakref.ref(await one.open(table))
        await one.jobs.idle()
        gc.collect()
        assert there() is None

    with_workers(where, work, one_bus=False)
