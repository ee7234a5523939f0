"""Clocks: a time for each move and a bank in addition; at zero the rule-based player moves."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.storage.rows import TableRow, Wait, now
from sevenfold.server.tables.play import clocks, waits
from sevenfold.server.tables.play.clocks import LIMITS, Limit
from sevenfold.server.tables.play.waits import Waits, patience_ends
from sevenfold.server.tables.seating.seats import Seats
from sevenfold.server.times import iso
from sevenfold.testing.running import WAIT, Message, Person, Server, any_move
from tests.server.test_workers import PERSON, Where, Worker, with_workers
from tests.server.together import all_there, look, play_until, start_with

FAST = Limit(15_000, 60_000)


def test_what_is_used_beyond_a_moves_time_is_taken_from_the_bank() -> None:
    wait = Wait("1.0", asked=100_000)
    assert FAST.deadline(wait) == 175_000
    assert FAST.left_of_bank(clocks.stopped(wait, 110_000)) == 60_000
    stopped = clocks.stopped(wait, 120_000)  # after 20 s: 5 s of the bank
    assert (stopped.move, stopped.asked, FAST.left_of_bank(stopped)) == ("1.0", 0, 55_000)
    assert clocks.stopped(stopped, 300_000) == stopped
    assert FAST.next_move(stopped, "1.1") == Wait("1.1", used=5_000)
    assert FAST.next_move(clocks.stopped(wait, 900_000), "1.1").used == FAST.bank


def test_the_time_for_a_move_is_given_once() -> None:
    assert clocks.is_new(Wait(), "1.0")
    assert [move for move in ("1.9", "1.10", "1.11", "2.0") if clocks.is_new(Wait("1.10"), move)] == [
        "1.11",
        "2.0",
    ]


def test_the_bank_is_shown_as_it_was_when_the_clock_last_began_or_stopped() -> None:
    stopped = clocks.stopped(Wait("1.0", asked=100_000), 120_000)
    shown = clocks.shown("fast", {0: stopped, 1: Wait("1.0", asked=120_000)})
    assert [clock.bank for clock in shown] == [55_000, 60_000]
    assert [clock.deadline is None for clock in shown] == [True, False]


def test_a_table_without_clocks_shows_none() -> None:
    assert clocks.shown("none", {0: Wait("1.0", asked=1)}) == ()


def test_patience_is_counted_on_the_absent_persons_own_turn() -> None:
    settings = TableSettings(absence="bot", grace=60)
    wait = Wait("1.0", asked=5_000)
    assert patience_ends(settings, wait, None) is None
    assert patience_ends(settings, wait, 1_000) == 65_000
    assert patience_ends(settings, wait, 9_000) == 69_000
    assert patience_ends(TableSettings(absence="wait"), wait, 1_000) is None


def test_at_zero_the_rule_based_player_moves_and_the_move_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "fast", Limit(100, 100))

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        wanted = NewTable(game="lockup", pace=0, settings=TableSettings(clock="fast"))
        table = await one.tables.open((await one.tables.create(PERSON, wanted)).id, PERSON)
        woken = asyncio.Event()
        async with table.connection(PERSON, woken.set):
            message = await table.views.updates(0, None)
            while message.standing.result is None:
                await asyncio.wait_for(woken.wait(), WAIT)
                woken.clear()
                message = await table.views.updates(0, None)
            assert {mark.by for mark in message.marks} == {"clock"}
            assert table.views.presence.clocks[0].bank == 0
        kept = (await one.store.logs.logged(table.id)).made_by
        assert {made.seat for made in kept.values()} == {0}

    with_workers(tmp_path, work, one_bus=True)


WithWaits = Callable[[Worker, Worker, TableRow], Awaitable[None]]


def with_waits(folder: Path, work: WithWaits, **settings: str) -> None:
    """Do the work with two workers and a table with these settings."""

    async def begin(one: Worker, two: Worker, _table: str) -> None:
        wanted = NewTable(game="lockup", settings=TableSettings(**settings))  # type: ignore[arg-type]
        made = await one.tables.create(PERSON, wanted)
        await work(one, two, await one.tables.find(made.id))

    with_workers(folder, begin, one_bus=True)


def seated(row: TableRow, worker: Worker) -> Seats:
    """The seats of a table whose person is there."""
    seats = Seats(row, worker.store)
    seats.connect(PERSON)
    return seats


def waits_of(seats: Seats, worker: Worker) -> Waits:
    return Waits(seats, worker.store.friends, lambda: None)


def test_of_two_processes_that_see_the_same_move_the_first_says_since_when(tmp_path: Path) -> None:
    async def work(one: Worker, two: Worker, row: TableRow) -> None:
        here, there = (waits_of(seated(row, each), each) for each in (one, two))
        assert await here.update({0: "1.0"})
        kept = await one.store.friends.waits(row.id)
        assert kept[0].move == "1.0"
        await asyncio.sleep(0.01)
        assert not await there.update({0: "1.0"})
        assert there.clocks == here.clocks
        await asyncio.sleep(0.01)
        assert await here.update({0: "1.1"})
        await asyncio.sleep(0.01)
        assert await there.update({0: "1.1"})
        assert there.clocks == here.clocks
        assert (await two.store.friends.waits(row.id))[0].asked > kept[0].asked

    with_waits(tmp_path, work, clock="relaxed")


def test_a_table_that_sleeps_wakes_with_the_times_that_were_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Worker, _two: Worker, row: TableRow) -> None:
        began = now()
        monkeypatch.setattr(waits, "now", lambda: began)
        seats = seated(row, one)
        table = waits_of(seats, one)
        await table.update({0: "1.0"})
        monkeypatch.setattr(waits, "now", lambda: began + 70_000)  # 10 s more than a move has
        seats.disconnect(PERSON)
        await table.update({0: "1.0"})
        monkeypatch.setattr(waits, "now", lambda: began + 900_000)
        assert not await table.update({0: "1.0"})
        again = waits_of(seated(row, one), one)
        await again.update({0: "1.0"})
        assert again.clocks[0].bank == 290_000
        assert again.clocks[0].deadline == iso(began + 900_000 + 290_000)
        assert again.late == frozenset()

    with_waits(tmp_path, work, clock="relaxed")


def test_who_was_late_while_no_server_ran_has_a_moment_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Worker, _two: Worker, row: TableRow) -> None:
        before = waits_of(seated(row, one), one)
        await before.update({0: "1.0"})
        later = now() + 900_000
        monkeypatch.setattr(waits, "now", lambda: later)
        assert before.late == {0}
        after = waits_of(seated(row, one), one)
        await after.update({0: "1.0"})
        assert after.clocks == before.clocks
        assert after.late == frozenset()
        monkeypatch.setattr(waits, "now", lambda: later + waits.TIME_TO_RETURN)
        assert after.late == {0}

    with_waits(tmp_path, work, clock="relaxed")


def clock_of(message: Message, seat: int) -> Message:
    """The clock of a seat in a message."""
    return next(clock for clock in message["table"]["clocks"] if clock["seat"] == seat)


def test_a_clock_that_runs_goes_on_after_the_server_was_killed(own_server: Server) -> None:
    with ExitStack() as stack:
        host, friend = (stack.enter_context(Person(own_server)) for _ in range(2))
        table = start_with(host, friend, pace=0, settings={"clock": "relaxed", "absence": "bot", "grace": 0})
        with host.socket(table) as one, friend.socket(table) as two:
            all_there(one, two)
            play_until(1, [one, two])
            before = clock_of(look(one), 1)
            assert before["deadline"] is not None
            own_server.kill()
        own_server.start()
        with friend.socket(table) as two:
            message = look(two)
            assert clock_of(message, 1) == before
            two.ask("play", "update", version=message["version"], move=any_move(message))


def test_clocks_are_written_with_the_move_that_stops_and_starts_them(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        wanted = NewTable(game="lockup", pace=0, settings=TableSettings(clock="relaxed"))
        table = await one.tables.open((await one.tables.create(PERSON, wanted)).id, PERSON)
        woken = asyncio.Event()
        async with table.connection(PERSON, woken.set):
            message = await table.views.updates(0, None)
            while 0 not in message.view.acting:
                await asyncio.wait_for(woken.wait(), WAIT)
                woken.clear()
                message = await table.views.updates(0, None)
            await table.set_pace(PERSON, 10_000)  # no bot moves meanwhile
            before = table.views.presence.clocks[0].deadline
            with monkeypatch.context() as alone:
                alone.setattr(one.store.friends, "keep_waits", None)
                await table.play(0, message.version, message.choices.cards[0])
                assert table.views.presence.clocks[0].deadline != before
                kept = await one.store.friends.waits(table.id)
                assert clocks.shown("relaxed", kept) == table.views.presence.clocks

    with_workers(where, work, one_bus=True)
