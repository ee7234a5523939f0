"""The queue of reviews: several processes, those that stop or die, and what cannot be judged."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from sevenfold.core.game import AnyGame
from sevenfold.games import game_names, load_game
from sevenfold.search import review
from sevenfold.search.judged import Judged
from sevenfold.search.review import Reviewer
from sevenfold.search.warm import REVIEWS
from sevenfold.server.errors import ReviewImpossible
from sevenfold.server.limits import Limiter
from sevenfold.server.protocol import AskReview, NewTable, ReviewState, Search
from sevenfold.server.rounds import reviewing, reviews
from sevenfold.server.rounds.judgements import as_far, engine_of
from sevenfold.server.rounds.reviewing import MOST_BEGUN, Judging, Reviewing
from sevenfold.server.rounds.reviews import Reviews
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.reviews import LEASE, KeptReview, ReviewKey
from sevenfold.server.storage.rows import log_rows, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots import machine_code
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.testing.running import FEW_WORLDS, WAIT
from tests.server.test_rounds import entries_of, match_after

Where = Path | str


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "WORLDS", FEW_WORLDS)
    monkeypatch.setattr(reviewing, "SAVE_EVERY", 0.0)


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(WAIT):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Process:
    """What one process of several has of this. It judges once it is told to begin."""

    def __init__(self, url: str) -> None:
        self.store = Store(open_database(url))
        self.can_review: Search = "ready"
        self.reviewing = Reviewing(self.store, lambda _: self.can_review)
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self.reviewing.go_on())

    async def stop(self) -> None:
        """Stop as a server does."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def die(self) -> None:
        """Do nothing any more, as after `kill -9`: what is in the database stays as it is."""

        async def nothing(*_: object) -> bool:
            await asyncio.Event().wait()
            return False

        for name in ("save", "renew", "let_go", "end"):
            setattr(self.store.reviews, name, nothing)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.reviewing.close()
        await self.store.close()

    async def found(self, key: ReviewKey) -> KeptReview:
        kept = await self.store.reviews.find(key)
        assert kept is not None
        return kept

    async def state(self, key: ReviewKey) -> ReviewState:
        return as_far(key, "lockup", await self.found(key))

    async def until(self, key: ReviewKey, *states: str) -> ReviewState:
        """Wait until a review is in one of these states."""

        async def is_so() -> bool:
            return (await self.state(key)).state in states

        await until(is_so)
        return await self.state(key)

    async def execute(self, statement: str, **values: Any) -> None:
        await self.store.backend.write(Statement(statement).of([values]))


def with_processes(
    where: Where,
    work: Callable[[Process, Process, list[ReviewKey]], Awaitable[None]],
    tables: int = 1,
) -> None:
    """Do the work with two processes, and tables whose first round is over. Reviews of it are asked for."""

    async def run() -> None:
        url = where if isinstance(where, str) else Settings(data=where).database
        await migrate(url)
        one, two = Process(url), Process(url)
        try:
            guest = await one.store.guests.add(b"token", now() + 60_000)
            keys = [await finished(one, guest) for _ in range(tables)]
            for key in keys:
                await one.store.reviews.add(key, guest)
                await asyncio.sleep(0.002)  # the order is by milliseconds
            await work(one, two, keys)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


async def finished(process: Process, guest: int) -> ReviewKey:
    """A table whose first round is over, and the key of the review of its first seat."""
    jobs, thinkers = Jobs(), Thinkers()
    tables = Tables(process.store, MemoryBus(), jobs, thinkers)
    table = (await tables.create(guest, NewTable(game="lockup", pace=10_000))).id
    await jobs.close()
    thinkers.close()
    await process.execute("DELETE FROM log WHERE table_id = :table", table=table)
    await process.store.backend.write(
        Statement("INSERT INTO log (table_id, seq, entry) VALUES (:table_id, :seq, :entry)").of(
            log_rows(table, 0, entries_of("lockup", 1))
        )
    )
    return ReviewKey(table, 1, 0, False, engine_of("lockup"))


class Judge:
    """Counts the decisions that are judged in this process, and can hold the thread at one of them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.judged: list[int] = []
        self.hold_at: int | None = None
        self.held, self.go_on = Event(), Event()
        judge = Reviewer._judge

        def counted(reviewer: Any, step: Any) -> Judged:
            if len(self.judged) == self.hold_at:
                self.held.set()
                assert self.go_on.wait(WAIT)
            self.judged.append(step.version)
            return judge(reviewer, step)

        patch.setattr(Reviewer, "_judge", counted)

    async def is_held(self) -> None:
        assert await asyncio.to_thread(self.held.wait, WAIT)


# --- stopped, killed, and shared -------------------------------------------------------------------------


def test_after_a_stop_another_goes_on_where_it_was(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        judge = Judge(monkeypatch)
        judge.hold_at = 3
        one.begin()
        await judge.is_held()
        running = await one.state(key)
        assert (running.state, len(running.decisions), running.ahead) == ("running", 3, 0)
        assert running.of is not None
        assert running.seconds_left is not None
        assert running.now not in [each.at for each in running.decisions]
        await one.stop()
        left = await two.state(key)
        assert (left.state, left.decisions, left.now) == ("queued", running.decisions, None)
        judge.hold_at = None
        judge.go_on.set()
        await asyncio.sleep(0)
        before = list(judge.judged[:3])
        two.begin()
        done = await two.until(key, "done", "failed")
        assert done.state == "done"
        assert done.decisions[:3] == running.decisions
        again = judge.judged[3:]
        assert not set(before) & set(again)

    with_processes(where, work)


def test_what_a_dead_process_judged_is_left_to_another_when_its_lease_has_lapsed(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        judge = Judge(monkeypatch)
        judge.hold_at = 2
        one.begin()
        await judge.is_held()
        one.die()
        judge.hold_at = None
        judge.go_on.set()
        assert await two.store.reviews.free() == []
        assert not await two.store.reviews.take(key, "two")
        await two.execute("UPDATE reviews SET lease = lease - :lease", lease=LEASE)
        two.begin()
        done = await two.until(key, "done", "failed")
        assert (done.state, done.of) == ("done", len(done.decisions))

    with_processes(where, work)


def test_whoever_has_lost_the_lease_changes_nothing(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        judge = Judge(monkeypatch)
        judge.hold_at = 2
        one.begin()
        await judge.is_held()
        await two.execute("UPDATE reviews SET lease = 0")
        assert await two.store.reviews.take(key, "two")
        kept = await two.found(key)
        judge.go_on.set()
        await one.reviewing._thread.run(lambda: None)  # all that was begun in the thread is done
        assert not await one.reviewing._judge_next()
        assert await two.found(key) == kept
        assert not await one.store.reviews.renew(key, "one")
        assert not await one.store.reviews.save(key, "one", "{}")
        await one.store.reviews.end(key, "one", None)
        await one.store.reviews.let_go(key, "one", None)
        assert await two.found(key) == kept

    with_processes(where, work)


def test_a_lease_is_renewed_while_one_decision_takes_long(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        judge = Judge(monkeypatch)
        judge.hold_at = 1
        monkeypatch.setattr(reviewing, "RENEW_EVERY", 0.01)
        one.begin()
        await judge.is_held()
        await two.execute("UPDATE reviews SET lease = lease - :lease", lease=LEASE)

        async def is_renewed() -> bool:
            return (await two.found(keys[0])).is_leased

        await until(is_renewed)
        judge.go_on.set()
        assert (await one.until(keys[0], "done", "failed")).state == "done"

    with_processes(where, work)


def test_a_review_is_the_same_by_whichever_process(where: Where) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        found = []
        for process in (one, two):
            await process.execute("DELETE FROM reviews")
            await process.store.reviews.add(key, 1)
            process.begin()
            found.append(await process.until(key, "done", "failed"))
            await process.stop()
        assert found[0] == found[1]
        assert found[0].state == "done"

    with_processes(where, work)


def test_several_processes_share_the_queue_the_oldest_first(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        assert [(await one.state(key)).ahead for key in keys] == [0, 1, 2]
        taken: list[ReviewKey] = []
        begin = Judging.__init__

        def noted(judging: Judging, key: ReviewKey, *more: Any) -> None:
            taken.append(key)
            begin(judging, key, *more)

        monkeypatch.setattr(Judging, "__init__", noted)
        judge = Judge(monkeypatch)
        judge.hold_at = 0
        one.begin()
        await judge.is_held()
        judge.hold_at = None
        two.begin()
        await two.until(keys[1], "done", "failed")
        await two.until(keys[2], "done", "failed")
        judge.go_on.set()
        await one.until(keys[0], "done", "failed")
        assert taken == keys
        assert two.reviewing.waiting <= 1

    with_processes(postgres_url, work, tables=3)


def test_a_start_on_sqlite_waits_for_no_lease(tmp_path: Path) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        assert await one.store.reviews.take(keys[0], "dead")
        two.begin()
        assert (await two.until(keys[0], "done", "failed")).state == "done"

    with_processes(tmp_path, work)


# --- what cannot be judged -------------------------------------------------------------------------------


def test_a_game_whose_machine_code_is_not_there_yet_waits(tmp_path: Path) -> None:
    async def work(one: Process, two: Process, _keys: list[ReviewKey]) -> None:
        two.can_review = "preparing"
        assert not await two.reviewing._judge_next()
        two.can_review = "missing"
        assert not await two.reviewing._judge_next()
        assert await one.reviewing._judge_next()

    with_processes(tmp_path, work)


def test_a_review_by_another_engine_is_left_to_whoever_has_it(tmp_path: Path) -> None:
    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        await one.execute("UPDATE reviews SET engine = 'older'")
        assert not await one.reviewing._judge_next()
        assert await one.store.reviews.find(keys[0]) is None

    with_processes(tmp_path, work)


def test_a_review_that_fails_says_so_and_others_go_on(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        luck = Reviewer.put_together

        def fails(*_: Any) -> Any:
            monkeypatch.setattr(Reviewer, "put_together", luck)
            raise ValueError("no luck")

        monkeypatch.setattr(Reviewer, "put_together", fails)
        with capture_logs() as logged:
            one.begin()
            assert (await one.until(keys[0], "done", "failed")).state == "failed"
            assert (await one.until(keys[1], "done", "failed")).state == "done"
        assert [each["event"] for each in logged] == ["a review has failed"]

    with_processes(where, work, tables=2)


def test_a_review_that_kills_whoever_judges_it_is_given_up(where: Where) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        for number in range(MOST_BEGUN):
            assert await one.store.reviews.take(key, f"killed {number}")
            await one.execute("UPDATE reviews SET lease = 0")
        with capture_logs() as logged:
            assert await two.reviewing._judge_next()
        assert (await two.state(key)).state == "failed"
        assert [each["log_level"] for each in logged] == ["error"]

    with_processes(where, work)


@pytest.mark.parametrize("change", ["DELETE FROM tables", "UPDATE tables SET rules = 99"])
def test_what_is_deleted_or_changed_while_it_is_judged_ends_quietly(
    where: Where, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        judge = Judge(monkeypatch)
        judge.hold_at = 1
        one.begin()
        await judge.is_held()
        await two.execute(change)
        judge.go_on.set()

        async def is_over() -> bool:
            kept = await two.store.reviews.find(keys[0])
            return kept is None or kept.state != "open"

        await until(is_over)

    with capture_logs() as logged:
        with_processes(where, work)
    assert logged == []


def test_a_review_of_a_table_that_has_other_rules_by_now_fails(tmp_path: Path) -> None:
    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        await one.execute("UPDATE tables SET rules = 99")
        assert await one.reviewing._judge_next()
        assert (await one.state(keys[0])).state == "failed"

    with_processes(tmp_path, work)


def test_what_came_to_nothing_is_swept(where: Where) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        assert await one.store.reviews.sweep() == 0
        _, failed, done = keys
        for key, end in ((failed, None), (done, "{}")):
            assert await one.store.reviews.take(key, "one")
            await one.store.reviews.end(key, "one", end)
        await one.execute("UPDATE reviews SET asked = 0")
        assert await one.store.reviews.sweep() == 2
        assert [await two.store.reviews.find(key) is not None for key in keys] == [False, False, True]

    with_processes(where, work, tables=3)


# --- whether a round can be reviewed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("can_review", "offered", "has_sample", "reason"),
    [
        ("ready", True, True, None),
        ("preparing", True, True, None),
        ("missing", True, True, "engine"),
        ("ready", True, False, "game"),
        ("ready", False, True, "off"),
    ],
)
def test_what_no_process_could_judge_is_not_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    can_review: Search,
    offered: bool,
    has_sample: bool,
    reason: str | None,
) -> None:
    def load(name: str) -> AnyGame:
        game = load_game(name)
        return game if has_sample else replace(game, sample=None)

    monkeypatch.setattr(reviews, "load_game", load)

    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        await one.execute("DELETE FROM reviews")
        thinkers, rounds, limiter = Thinkers(), FinishedRounds(one.store), Limiter(None)
        thinkers.set_review("lockup", can_review)
        asked = Reviews(one.store, rounds, thinkers, limiter, offered=offered)
        table = keys[0].table
        try:
            if reason is None:
                state = await asked.ask(f"{table}.1", 1, AskReview(), "a")
                assert state.state == "queued"
                return
            for look in (
                asked.state(f"{table}.1", 1, None, known=False),
                asked.ask(f"{table}.1", 1, AskReview(), "a"),
            ):
                with pytest.raises(ReviewImpossible) as refused:
                    await look
                assert refused.value.values == {"game": "lockup", "reason": reason}
        finally:
            asked.reviewing.close()
            rounds.close()
            thinkers.close()

    with_processes(tmp_path, work)


@pytest.mark.parametrize("fails", ["", "search", "review"])
def test_reviews_are_compiled_when_all_bots_can_search(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    done: list[tuple[str, str]] = []
    thinkers = Thinkers()
    noted: list[tuple[Search, Search]] = []

    async def compile_(*what: str) -> str | None:
        kind, name = "review" if what[0] == REVIEWS else "search", what[-1]
        done.append((kind, name))
        return "why" if (kind, name) == (fails, "lockup") else None

    async def tell(game: str) -> None:
        noted.append((thinkers.search(game), thinkers.review(game)))

    monkeypatch.setattr(machine_code, "game_names", lambda: ("lockup", "trump7"))
    monkeypatch.setattr(machine_code, "_compile", compile_)
    monkeypatch.setattr(machine_code, "warm_up_search", lambda _: None)
    monkeypatch.setattr(machine_code, "warm_up_review", lambda _: None)
    with capture_logs() as logged:
        asyncio.run(machine_code.prepare(thinkers, tell, reviews=True))
    thinkers.close()
    assert [kind for kind, _ in done[:2]] == ["search", "search"]
    assert noted == [("missing" if fails == "search" else "ready", "preparing"), ("ready", "preparing")]
    assert thinkers.review("lockup") == ("missing" if fails else "ready")
    assert thinkers.review("trump7") == "ready"
    assert [each["log_level"] for each in logged] == (["error"] if fails else [])


# --- of all games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("known", [False, True])
def test_what_is_judged_comes_through_the_database_as_it_is(game: str, known: bool) -> None:
    """A review that goes on after each decision from what is kept is the same as one that never stops."""
    match = match_after(game, 1)
    seat = match.players - 1
    key = ReviewKey("table", match.deals, seat, known, engine_of(game))
    at_once, kept = Judging(key, match.round, None), None
    while not at_once.is_judged:
        going_on = Judging(key, match.round, kept)
        at_once.judge()
        going_on.judge()
        kept = msgspec.json.encode(going_on.so_far).decode()
    assert Judging(key, match.round, kept).end() == at_once.end()
    done = as_far(key, game, KeptReview("done", False, 0, None, at_once.end()))
    assert done.decisions
    for decision in done.decisions:
        step = match.round.steps[decision.at]
        assert (step.seat, match.write(step.move)) == (seat, decision.played.text)
    assert done.curve[0].at == 0
    assert done.curve[-1].at == len(match.round.steps)
    assert done.result == match.standing.result[seat]
