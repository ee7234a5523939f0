"""A host deletes a table; the sweep deletes what nobody will ask for again."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from sevenfold.server.protocol.http import NewTable
from sevenfold.server.storage import sweeping
from sevenfold.server.tables.sweep import UNPLAYED_KEPT, sweep
from sevenfold.testing.running import Person, Server, any_move, wait_for_turn
from tests.server.conftest import SitTogether
from tests.server.test_dealing import short_deal
from tests.server.test_workers import PERSON, Worker, legal, with_workers, without_bots


def delete(person: Person, server: Server, table: str) -> tuple[int, str]:
    answer = person.http.delete(f"{server.url}/api/tables/{table}")
    return answer.status_code, answer.json()["code"] if answer.content else ""


def test_a_table_is_deleted_with_its_log_and_whoever_sits_there_is_told(
    server: Server, person: Person
) -> None:
    table, other = person.create(pace=0)["id"], person.create()["id"]
    with person.socket(table) as socket:
        message = wait_for_turn(socket, socket.hello())
        socket.ask("play", "update", version=message["version"], move=any_move(message))
        assert delete(person, server, table) == (204, "")
        assert socket.receive("error")["code"] == "table_unknown"
        assert socket.close_code == 4404

    assert server.kept(table) == [[], [], []]
    assert [each["id"] for each in person.get("/tables").json()] == [other]
    assert delete(person, server, table) == (404, "table_unknown")


def test_only_the_host_deletes_a_table(
    server: Server, other_person: Person, sit_together: SitTogether
) -> None:
    table = sit_together("lockseven", short_deal({}))
    before = server.kept(table)

    assert delete(other_person, server, table) == (403, "not_host")
    with Person(server) as stranger:
        assert delete(stranger, server, table) == (403, "not_seated")
    assert server.kept(table) == before


def test_tables_that_were_never_played_in_are_swept_by_age(tmp_path: Path) -> None:
    async def work(one: Worker, two: Worker, played: str) -> None:
        here, _ = await without_bots(one, two, played)
        version, cards = await legal(here)
        await here.play(0, version, cards[0])
        old, opened, young = [(await one.tables.create(PERSON, NewTable(game="trump7"))).id for _ in range(3)]
        kept = await one.tables.open(opened, PERSON)
        with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
            ages = [(UNPLAYED_KEPT + 60_000, table) for table in (played, old, opened)]
            database.executemany("UPDATE tables SET created = created - ? WHERE id = ?", ages)

        await sweep(one.store, one.tables)

        assert {row.id for row in (await one.store.tables.of_person(PERSON))[0]} == {played, opened, young}
        assert kept.id == opened

    with_workers(tmp_path, work, one_bus=False)


def test_persons_whose_session_is_over_are_swept_unless_they_sit_somewhere(tmp_path: Path) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        gone = await one.store.persons.add(b"gone", 1)
        here = await one.store.persons.add(b"here", 2**50)
        with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
            database.execute("UPDATE sessions SET expires = 1 WHERE person_id = ?", [PERSON])

        await sweep(one.store, one.tables)

        with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database:
            left = {row[0] for row in database.execute("SELECT id FROM persons")}
        assert left == {PERSON, here}
        assert gone not in left

    with_workers(tmp_path, work, one_bus=False)


def test_others_have_their_turn_while_much_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        for number in range(10):
            await one.store.persons.add(b"gone %d" % number, 1)
        order: list[str] = []
        usual = one.store.backend.transaction

        @asynccontextmanager
        async def transaction(*, long: bool = False) -> AsyncIterator[Any]:
            async with usual(long=long) as begun:
                yield begun
            order.append("swept" if long else "other")
            if order == ["swept"]:
                others.append(asyncio.create_task(one.store.persons.add(b"new", 2**50)))

        others: list[asyncio.Task[int]] = []
        monkeypatch.setattr(one.store.backend, "transaction", transaction)
        monkeypatch.setattr(sweeping, "AT_ONCE", 3)
        assert await one.store.persons.sweep() == 10
        await asyncio.gather(*others)
        assert order.count("swept") == 8  # sessions, and then persons
        assert order.index("other") < 3, order

    with_workers(tmp_path, work, one_bus=False)
