"""What is still to be kept of finished rounds is noted with their end: a start reads that and no log."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from sevenfold.core.log import Log
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.rounds import kept
from sevenfold.server.rounds.kept import catch_up
from sevenfold.server.storage.opening import create_engine
from sevenfold.server.storage.rows import as_text
from sevenfold.server.storage.upgrade import migrate
from tests.server.test_rounds import entries_of
from tests.server.test_upgrade import take_back
from tests.server.whole import WholeServer, a_server

pytestmark = pytest.mark.usefixtures("plain_python")


async def end_a_round(server: WholeServer) -> str:
    """A table whose first round ends in this process, which does not come to keep it."""
    await server.http.post("/api/session")
    table: str = (await server.http.post("/api/tables", json={"game": "lockup", "pace": 10_000})).json()["id"]
    await server.execute("DELETE FROM log WHERE table_id = :table", table=table)
    row, entries = await server.state.tables.find(table), entries_of("lockup", 1)
    match = replay(load_game("lockup"), Log(row.game, row.rules, row.options, row.players, tuple(entries)))
    await server.store.logs.append(table, 0, entries, match.standing)
    server.store.logs.ended.clear()
    return table


async def keep_all(server: WholeServer) -> None:
    await catch_up(server.store, server.state.rounds.reader)


def test_the_end_of_a_round_is_noted_until_it_is_kept(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_server(where, tmp_path) as server:
            table = await end_a_round(server)
            assert await server.there("not_kept WHERE table_id = :table", table=table)
            await keep_all(server)
            assert await server.there("kept_rounds WHERE table_id = :table", table=table)
            assert not await server.there("not_kept")

    asyncio.run(run())


def test_a_round_that_ends_while_another_is_kept_stays_noted(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_server(where, tmp_path) as server:
            table = await end_a_round(server)
            length = await server.store.logs.length(table)
            await server.store.rounds.all_kept(table, length - 1)
            assert await server.there("not_kept")
            await server.store.rounds.all_kept(table, length)
            assert not await server.there("not_kept")

    asyncio.run(run())


def test_a_start_with_nothing_left_to_keep_reads_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_server(tmp_path, tmp_path) as server:
            await end_a_round(server)
            await keep_all(server)
            read: list[Any] = []
            monkeypatch.setattr(server.store.logs, "logged", read.append)
            monkeypatch.setattr(server.store.rounds, "is_not_kept", read.append)
            await keep_all(server)
            assert not read

    asyncio.run(run())


def test_the_log_says_how_much_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with a_server(tmp_path, tmp_path) as server:
            for _ in range(2):
                await end_a_round(server)
            with capture_logs() as said:
                await keep_all(server)
            told = [(each["tables"], each["left"]) for each in said if "being kept" in each["event"]]
            assert told == [(2, 2), (2, 1)]

    monkeypatch.setattr(kept, "TELL_EVERY", 0.0)
    asyncio.run(run())


def test_an_upgrade_notes_what_earlier_versions_have_not_kept(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_server(where, tmp_path) as server:
            url, table = server.settings.database, await end_a_round(server)
            other = await end_a_round(server)
            await server.execute(
                "UPDATE tables SET standing = :kept WHERE id = :table", **in_play(), table=other
            )
            await server.execute("DELETE FROM log WHERE seq > 1 AND table_id = :table", table=other)
        await asyncio.to_thread(take_back, url, "0021")
        with create_engine(url).begin() as connection:  # 0021 itself is not taken back
            connection.exec_driver_sql("DROP TABLE not_kept")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0020'")
        await migrate(url)
        async with a_server(where, tmp_path) as server:
            assert not await server.there("not_kept WHERE table_id = :table", table=other)
            await keep_all(server)
            assert await server.there("kept_rounds WHERE table_id = :table", table=table)

    asyncio.run(run())


def in_play() -> dict[str, str]:
    """The standing of a table in its first round."""
    match = replay(load_game("lockup"), Log("lockup", 1, {}, 4, tuple(entries_of("lockup", 1)[:1])))
    return {"kept": as_text(match.standing)}
