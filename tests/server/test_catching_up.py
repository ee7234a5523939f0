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
from sevenfold.server.storage.rows import as_text
from sevenfold.server.storage.upgrade import migrate
from tests.server.test_rounds import entries_of
from tests.server.whole import Room, a_room

pytestmark = pytest.mark.usefixtures("plain_python")


async def end_a_round(room: Room) -> str:
    """A table whose first round ends in this process, which does not come to keep it."""
    await room.http.post("/api/session")
    table: str = (await room.http.post("/api/tables", json={"game": "lockup", "pace": 10_000})).json()["id"]
    await room.execute("DELETE FROM log WHERE table_id = :table", table=table)
    row, entries = await room.state.tables.find(table), entries_of("lockup", 1)
    match = replay(load_game("lockup"), Log(row.game, row.rules, row.options, row.players, tuple(entries)))
    await room.store.logs.append(table, 0, entries, match.standing)
    room.store.logs.ended.clear()
    return table


async def keep_all(room: Room) -> None:
    await catch_up(room.store, room.state.rounds.reader)


def test_the_end_of_a_round_is_noted_until_it_is_kept(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_room(where, tmp_path) as room:
            table = await end_a_round(room)
            assert await room.there("not_kept WHERE table_id = :table", table=table)
            await keep_all(room)
            assert await room.there("kept_rounds WHERE table_id = :table", table=table)
            assert not await room.there("not_kept")

    asyncio.run(run())


def test_a_round_that_ends_while_another_is_kept_stays_noted(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_room(where, tmp_path) as room:
            table = await end_a_round(room)
            length = await room.store.logs.length(table)
            await room.store.rounds.all_kept(table, length - 1)
            assert await room.there("not_kept")
            await room.store.rounds.all_kept(table, length)
            assert not await room.there("not_kept")

    asyncio.run(run())


def test_a_start_with_nothing_left_to_keep_reads_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_room(tmp_path, tmp_path) as room:
            await end_a_round(room)
            await keep_all(room)
            read: list[Any] = []
            monkeypatch.setattr(room.store.logs, "logged", read.append)
            monkeypatch.setattr(room.store.rounds, "is_not_kept", read.append)
            await keep_all(room)
            assert not read

    asyncio.run(run())


def test_the_log_says_how_much_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with a_room(tmp_path, tmp_path) as room:
            for _ in range(2):
                await end_a_round(room)
            with capture_logs() as said:
                await keep_all(room)
            told = [(each["tables"], each["left"]) for each in said if "being kept" in each["event"]]
            assert told == [(2, 2), (2, 1)]

    monkeypatch.setattr(kept, "TELL_EVERY", 0.0)
    asyncio.run(run())


def test_an_upgrade_notes_what_earlier_versions_have_not_kept(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_room(where, tmp_path) as room:
            url, table = room.settings.database, await end_a_round(room)
            other = await end_a_round(room)
            await room.execute(
                "UPDATE tables SET standing = :kept WHERE id = :table", **in_play(), table=other
            )
            await room.execute("DELETE FROM log WHERE seq > 1 AND table_id = :table", table=other)
            await room.execute("DROP TABLE not_kept")
            await room.execute("UPDATE alembic_version SET version_num = '0020'")
        await migrate(url)
        async with a_room(where, tmp_path) as room:
            assert not await room.there("not_kept WHERE table_id = :table", table=other)
            await keep_all(room)
            assert await room.there("kept_rounds WHERE table_id = :table", table=table)

    asyncio.run(run())


def in_play() -> dict[str, str]:
    """The standing of a table in its first round."""
    match = replay(load_game("lockup"), Log("lockup", 1, {}, 4, tuple(entries_of("lockup", 1)[:1])))
    return {"kept": as_text(match.standing)}
