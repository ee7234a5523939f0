"""Work that goes on for as long as the server runs outlives every error, and is done afterwards."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sevenfold.bots.levels import Level
from sevenfold.games import load_game
from sevenfold.search import review
from sevenfold.server import garbage
from sevenfold.server.announced import Notice
from sevenfold.server.endless import Endless, for_each
from sevenfold.server.errors import StorageAway
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.table import Search
from sevenfold.server.rounds import review_queue, reviews
from sevenfold.server.rounds.evaluating import ToEvaluate
from sevenfold.server.storage.care import NewAct
from sevenfold.server.storage.postgres import PostgresBackend, connect
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.reviews import ReviewKey
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.sqlite import SqliteBackend
from sevenfold.server.tables.across import notices
from sevenfold.server.tables.across.notices import CHANNEL, PostgresBus
from sevenfold.server.tables.bots import machine_code
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.sweep import go_on_sweeping
from sevenfold.testing.running import FEW_WORLDS
from tests.server.boards import a_board
from tests.server.evaluating import EvaluatorThread, finished, until
from tests.server.whole import WholeServer, a_server

pytestmark = pytest.mark.usefixtures("plain_python")


class Fault:
    """An error that one work meets, whatever it asks of the database, of the system or of other processes."""

    def __init__(self) -> None:
        self.work: str | None = None
        self.met = asyncio.Event()

    def strike(self) -> None:
        task = asyncio.current_task()
        if task is not None and task.get_name() == self.work:
            self.met.set()
            raise BlockingIOError("Resource temporarily unavailable")

    def before(self, there: Any, name: str, patch: pytest.MonkeyPatch) -> None:
        """Have a function of a module or a class strike first."""
        usual = getattr(there, name)

        def struck(*args: Any, **named: Any) -> Any:
            self.strike()
            return usual(*args, **named)

        patch.setattr(there, name, struck)


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fault]:
    fault = Fault()
    for backend in (SqliteBackend, PostgresBackend):
        for name in ("rows", "write", "transaction"):
            fault.before(backend, name, monkeypatch)
    fault.before(notices, "connect", monkeypatch)
    fault.before(Tables, "refresh_many", monkeypatch)  # what it reads, it reads by another task
    fault.before(gc, "collect", monkeypatch)

    class Evaluator(EvaluatorThread):
        async def begin(self, asked: ToEvaluate) -> None:
            fault.strike()
            await super().begin(asked)

    judged: frozenset[Search] = frozenset({"missing"})
    monkeypatch.setattr(reviews, "EvaluatorProcess", Evaluator)
    monkeypatch.setattr(review_queue, "EVALUATED", judged)
    monkeypatch.setattr(review_queue, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(review, "WORLDS", FEW_WORLDS)
    monkeypatch.setattr(garbage, "EVERY", 0.05)
    before = gc.get_threshold()
    yield fault
    gc.set_threshold(*before)


def bus_of(server: WholeServer) -> PostgresBus:
    bus: PostgresBus = server.state.tables._bus
    return bus


@dataclass(frozen=True)
class Case:
    """What a work has to do, and when that is done."""

    begin: Callable[[WholeServer], Awaitable[Any]]
    is_done: Callable[[WholeServer, Any], Awaitable[bool]]


async def nothing(_server: WholeServer) -> None:
    pass


async def has_collected(_server: WholeServer, before: int) -> bool:
    return _collections() > before


def _collections() -> int:
    """How often the collector has looked through all objects."""
    times: int = gc.get_stats()[-1]["collections"]
    return times


async def count_collections(_server: WholeServer) -> int:
    gc.set_threshold(0)
    return _collections()


async def delete_oneself(server: WholeServer) -> None:
    await server.http.post("/api/session")
    for _ in range(2):
        assert (await server.http.post("/api/tables", json={"game": "lockup"})).status_code == 201
    assert (await server.http.delete("/api/session")).status_code == 204


async def is_forgotten(server: WholeServer, _: object) -> bool:
    return not await server.there("forgetting") and not await server.there(
        "seats WHERE person_id IS NOT NULL"
    )


async def end_a_round(server: WholeServer) -> ReviewKey:
    person = await server.store.persons.add(b"token", now() + 10**9)
    key = await finished(server, person)  # type: ignore[arg-type]
    server.store.logs.ended.add(key.table)
    return key


async def leave_a_round(server: WholeServer) -> ReviewKey:
    """As it was left by a process that was killed."""
    key = await end_a_round(server)
    server.store.logs.ended.clear()
    await server.execute("INSERT INTO not_kept (table_id, seq) VALUES (:table, 1)", table=key.table)
    return key


async def is_kept(server: WholeServer, key: ReviewKey) -> bool:
    return await server.there("kept_rounds WHERE table_id = :table", table=key.table)


async def ask_for_review(server: WholeServer) -> ReviewKey:
    person = await server.store.persons.add(b"token", now() + 10**9)
    key = await finished(server, person)  # type: ignore[arg-type]
    await server.store.reviews.add(key, person)
    return key


async def is_reviewed(server: WholeServer, key: ReviewKey) -> bool:
    return await server.there("reviews WHERE table_id = :table AND state = 'done'", table=key.table)


async def make_an_evening(server: WholeServer) -> str:
    await server.http.post("/api/session")
    wanted = {"name": "Thursday", "game": "lockup", "kind": "evening", "deals": 1}
    event: str = (await server.http.post("/api/events", json=wanted)).json()["id"]
    return event


async def begin_an_evening(server: WholeServer) -> str:
    event = await make_an_evening(server)
    await server.execute("UPDATE events SET begun = 1, round = 1")
    return event


async def is_ended(server: WholeServer, event: str) -> bool:
    return await server.there("events WHERE id = :event AND closes IS NOT NULL", event=event)


async def leave_a_board_open(server: WholeServer) -> str:
    person = await server.store.persons.add(b"token", now() + 10**9)
    new = replace(a_board(load_game("lockup"), Level.EASY), created=now())  # an old one may be swept
    board = await server.store.boards.add(new)
    table: str = await server.state.tables.begin_at(person, board, 0, 0, None)
    await server.execute("UPDATE boards SET closes = 1")
    return table


async def is_finished(server: WholeServer, table: str) -> bool:
    return await server.there("results WHERE table_id = :table AND ended IS NOT NULL", table=table)


async def be_long_gone(server: WholeServer) -> int:
    person: int = await server.store.persons.add(b"gone", 1)
    return person


async def is_swept(server: WholeServer, person: int) -> bool:
    return not await server.there("persons WHERE id = :person", person=person)


async def note_what_is_heard(server: WholeServer) -> list[str]:
    heard: list[str] = []
    bus_of(server).on_notice = heard.append  # type: ignore[method-assign, assignment]
    return heard


async def hears_others(server: WholeServer, heard: list[str]) -> bool:
    await server.execute("SELECT pg_notify(:channel, 'other table:1')", channel=CHANNEL)
    return "other table:1" in heard


async def listen_elsewhere(server: WholeServer) -> Any:
    elsewhere = await connect(server.settings.database, pooled=False)
    await elsewhere.execute(f"LISTEN {CHANNEL}")
    await bus_of(server).publish("table", 1)
    return elsewhere


async def others_are_told(server: WholeServer, elsewhere: Any) -> bool:
    await bus_of(server).publish("table", 2)
    told = [notice.payload async for notice in elsewhere.notifies(timeout=0.1)]
    if f"{bus_of(server).process} table:2" in told:
        await elsewhere.close()
        return True
    return False


async def be_at_a_table(server: WholeServer) -> Any:
    person = await server.store.persons.add(b"token", now() + 10**9)
    table = (await server.state.tables.create(person, NewTable(game="lockup", pace=10_000))).id
    opened = await server.state.tables.open(table, person)
    stack = AsyncExitStack()
    await stack.enter_async_context(opened.connection(person, lambda: None))
    await server.execute(
        "UPDATE tables SET pace = 9999, edition = edition + 1 WHERE id = :table", table=table
    )
    return opened, stack


async def is_read_again(_server: WholeServer, at: Any) -> bool:
    opened, stack = at
    if opened.row.pace != 9999:
        return False
    await stack.aclose()
    return True


async def is_believed(server: WholeServer, _: object) -> bool:
    return await server.there("processes WHERE id = :process", process=bus_of(server).process)


KINDS = ["tables", "persons", "admissions", "reviews", "events", "boards", "seen"]
"""What is swept, in order."""


async def say_something(server: WholeServer) -> None:
    care = server.store.care
    await care.do(NewAct("host", "say", {}, "told"), care.putting(Notice("said", "Hello", now(), None)))


async def is_told(server: WholeServer, _: object) -> bool:
    said: object = (await server.http.get("/api/notice")).json()["said"]
    return said is not None


EVERYWHERE = {
    "garbage": Case(count_collections, has_collected),
    "forgetting": Case(delete_oneself, is_forgotten),
    "rounds": Case(end_a_round, is_kept),
    "catching up": Case(leave_a_round, is_kept),
    "reviews": Case(ask_for_review, is_reviewed),
    "evenings": Case(begin_an_evening, is_ended),
    "finishing": Case(leave_a_board_open, is_finished),
    "sweep": Case(be_long_gone, is_swept),
    "taking up": Case(say_something, is_told),
}
ACROSS = {
    "listening": Case(note_what_is_heard, hears_others),
    "telling": Case(listen_elsewhere, others_are_told),
    "refreshing": Case(be_at_a_table, is_read_again),
    "attendance": Case(nothing, is_believed),
}


def test_every_work_that_a_server_begins_is_tried_here(where: Path | str, tmp_path: Path) -> None:
    async def run() -> None:
        async with a_server(where, tmp_path) as server:
            works = EVERYWHERE | (ACROSS if is_postgres(server.settings.database) else {})
            assert set(server.state.endless.failures) == set(works)

    asyncio.run(run())


def outlives_an_error(fault: Fault, where: Path | str, tmp_path: Path, work: str, case: Case) -> None:
    async def run() -> None:
        fault.work = work
        async with a_server(where, tmp_path) as server:
            begun = await case.begin(server)
            await asyncio.wait_for(fault.met.wait(), 60)
            ready = await server.http.get("/readyz")
            failing = {"database": True, "migrations": True, "writable": True, "failing": [work]}
            assert (ready.status_code, ready.json()) == (200, failing)
            assert server.failures(work)
            fault.work = None
            await until(lambda: case.is_done(server, begun))

    asyncio.run(run())


@pytest.mark.parametrize("work", EVERYWHERE)
def test_a_work_that_meets_an_error_is_done_afterwards(
    work: str, fault: Fault, where: Path | str, tmp_path: Path
) -> None:
    outlives_an_error(fault, where, tmp_path, work, EVERYWHERE[work])


@pytest.mark.parametrize("work", ACROSS)
def test_a_work_between_processes_that_meets_an_error_is_done_afterwards(
    work: str, fault: Fault, postgres_url: str, tmp_path: Path
) -> None:
    outlives_an_error(fault, postgres_url, tmp_path, work, ACROSS[work])


def test_games_are_compiled_after_an_error(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        compiled = asyncio.Event()

        async def prepare(*_: object, **__: object) -> None:
            fault.strike()
            compiled.set()

        monkeypatch.setattr(machine_code, "prepare", prepare)
        fault.work = "compile"
        async with a_server(tmp_path, tmp_path, compile=True):
            await asyncio.wait_for(fault.met.wait(), 60)
            fault.work = None
            await asyncio.wait_for(compiled.wait(), 60)

    asyncio.run(run())


# --- one keeps no other waiting ----------------------------------------------------------------------


def test_an_evening_that_raises_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_server(tmp_path, tmp_path) as server:
            evenings = server.state.events.evenings
            one, other = [await make_an_evening(server) for _ in range(2)]
            usual, raised = evenings.settle, asyncio.Event()

            async def settle(event: Any) -> bool:
                if event.id == one:
                    raised.set()
                    raise RuntimeError
                ended: bool = await usual(event)
                return ended

            monkeypatch.setattr(evenings, "settle", settle)
            await server.execute("UPDATE events SET begun = 1, round = 1")
            await until(lambda: is_ended(server, other))
            await asyncio.wait_for(raised.wait(), 60)
            assert not await is_ended(server, one)

    asyncio.run(run())


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_cannot_be_swept_keeps_no_other_from_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_server(tmp_path, tmp_path) as server:
            swept: list[str] = []
            for each in KINDS:

                async def sweep(*, _kind: str = each, **_: object) -> int:
                    swept.append(_kind)
                    if _kind == kind:
                        raise RuntimeError
                    return 0

                monkeypatch.setattr(getattr(server.store, each), "sweep", sweep)
            with pytest.raises(ExceptionGroup):
                await go_on_sweeping(server.store, server.state.tables)
            assert swept == KINDS

    asyncio.run(run())


def test_an_error_with_one_keeps_no_other_waiting_but_a_database_that_is_away_does() -> None:
    async def run() -> None:
        done: list[int] = []

        async def do(each: int, error: type[Exception]) -> None:
            done.append(each)
            if each == 1:
                raise error

        with pytest.raises(ExceptionGroup) as raised:
            await for_each([0, 1, 2], lambda each: do(each, ValueError))
        assert (done, len(raised.value.exceptions)) == ([0, 1, 2], 1)
        done.clear()
        with pytest.raises(StorageAway):
            await for_each([0, 1, 2], lambda each: do(each, StorageAway))
        assert done == [0, 1]

    asyncio.run(run())


# --- the supervisor itself ---------------------------------------------------------------------------


def test_pauses_grow_and_begin_short_again_once_all_was_well(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    turn = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await turn(0)

    clock = iter([0.0, 1.0] * 5 + [0.0, 9.0] + [0.0, 1.0] * 9)
    monkeypatch.setattr("sevenfold.server.endless.asyncio.sleep", sleep)
    monkeypatch.setattr("sevenfold.server.endless.monotonic", lambda: next(clock))

    async def fail() -> None:
        if len(pauses) < 7:
            raise ValueError

    async def run() -> None:
        endless = Endless()
        endless.start("failing", fail, longest_pause=4.0)
        while len(pauses) < 7:
            await turn(0)
        await endless.close()
        assert endless.failures == {"failing": 7}

    asyncio.run(run())
    assert pauses == [0.5, 1.0, 2.0, 4.0, 4.0, 0.5, 1.0]


def test_a_cancellation_from_elsewhere_ends_no_work_and_its_own_does() -> None:
    async def run() -> None:
        endless, again = Endless(), asyncio.Event()
        awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            if awaited.cancelled():
                again.set()
                await asyncio.Event().wait()
            await awaited

        endless.start("waiting", work)
        await asyncio.sleep(0)
        awaited.cancel()
        await asyncio.wait_for(again.wait(), 60)
        assert endless.failing == ("waiting",)
        await endless.close()

    asyncio.run(run())
