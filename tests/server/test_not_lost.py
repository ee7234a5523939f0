"""What a table is to do, or to hear of, is not lost because something else is going on just then."""

import asyncio
from collections.abc import Collection
from typing import cast

import pytest

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.errors import StorageAway
from sevenfold.server.storage.backend import Backend
from sevenfold.server.tables.across import notices
from sevenfold.server.tables.across.notices import PostgresBus
from sevenfold.server.tables.jobs import Jobs
from sevenfold.testing.running import WAIT


@pytest.mark.parametrize("error", [None, StorageAway()])
def test_a_job_that_is_started_while_it_runs_is_done_once_more(error: Exception | None) -> None:
    """It may have looked already at what has changed since: its end takes a while too."""

    async def run() -> None:
        jobs, has_looked, may_end, done = Jobs(), asyncio.Event(), asyncio.Event(), 0

        async def work() -> None:
            nonlocal done
            done += 1
            has_looked.set()
            await may_end.wait()
            if done == 1 and error is not None:
                raise error

        jobs.start("table", work)
        await has_looked.wait()
        jobs.start("table", work)
        jobs.start("table", work)
        may_end.set()
        await jobs.idle()
        assert done == 2
        jobs.start("table", work)
        await jobs.idle()
        assert done == 3

    asyncio.run(run())


def test_a_lost_notice_is_made_up_for_though_others_come_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a busy server something changes at some table more often than all tables are looked through."""
    monkeypatch.setattr(notices, "REFRESH_EVERY", 0.05)

    async def run() -> None:
        bus = PostgresBus("here", cast(Backend, None), cast(DatabaseUrl, None))
        for table in ("busy", "quiet"):
            bus.subscribe(table, lambda _: None)
        looked_at_all = asyncio.Event()

        async def refresh(tables: Collection[str]) -> None:
            if "quiet" in tables:
                looked_at_all.set()
            await asyncio.sleep(0)
            bus.on_notice("there busy:0")

        bus._refresh = refresh
        bus.on_notice("there busy:0")
        refreshing = asyncio.create_task(bus._refresh_tables())
        try:
            await asyncio.wait_for(looked_at_all.wait(), WAIT / 10)
        finally:
            refreshing.cancel()

    asyncio.run(run())
