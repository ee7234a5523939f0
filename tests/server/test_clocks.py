"""Clocks: a time for each move and a bank besides; at zero the rule-based player moves."""

import asyncio
from pathlib import Path

import pytest

from sevenfold.server import clocks
from sevenfold.server.clocks import Clocks, Limit
from sevenfold.server.protocol import NewTable, TableSettings
from tests.server.test_workers import GUEST, Worker, with_workers


def test_what_is_used_beyond_a_moves_time_is_taken_from_the_bank() -> None:
    async def work() -> None:
        table = Clocks("fast", lambda: None)
        assert table.follow({0: 1}, 100.0)
        assert not table.follow({0: 1}, 110.0)
        assert table.late(174.0) == frozenset()
        assert table.late(175.0) == {0}
        assert table.follow({1: 1}, 120.0)  # after 20 s: 5 s of the bank
        assert [clock.bank for clock in table.shown(frozenset({0, 1}))] == [55_000, 60_000]
        assert [clock.deadline is None for clock in table.shown(frozenset({0, 1}))] == [True, False]
        table.follow({0: 2}, 130.0)  # within the time of a move
        assert [clock.bank for clock in table.shown(frozenset({0, 1}))] == [55_000, 60_000]
        table.follow({0: 3}, 300.0)
        assert table.shown(frozenset({0}))[0].bank == 0
        assert table.late(315.0) == {0}
        table.follow({}, 301.0)

    asyncio.run(work())


def test_a_table_without_clocks_shows_none() -> None:
    table = Clocks("none", lambda: None)
    assert not table.follow({0: 1}, 0.0)
    assert table.shown(frozenset({0})) == ()


def test_at_zero_the_rule_based_player_moves_and_the_move_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clocks.LIMITS, "fast", Limit(0.1, 0.1))

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        wanted = NewTable(game="lockup", pace=0, settings=TableSettings(clock="fast"))
        table = await one.tables.open((await one.tables.create(GUEST, wanted)).id, GUEST)
        woken = asyncio.Event()
        async with table.connection(GUEST, woken.set):
            message = await table.updates(0, None)
            while message.standing.result is None:
                await asyncio.wait_for(woken.wait(), 20)
                woken.clear()
                message = await table.updates(0, None)
            assert {mark.by for mark in message.marks} == {"clock"}
            assert table.presence.clocks[0].bank == 0
        kept = await one.store.made_by(table.id)
        assert {made.seat for made in kept.values()} == {0}

    with_workers(tmp_path, work, one_bus=True)
