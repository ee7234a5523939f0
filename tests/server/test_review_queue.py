"""The queue of reviews: several processes, those that stop or die, and what cannot be judged."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from sevenfold.core.game import AnyGame
from sevenfold.games import load_game
from sevenfold.search import review
from sevenfold.search.review import Reviewer
from sevenfold.server.endless import Endless
from sevenfold.server.errors import ReviewImpossible
from sevenfold.server.limits import Limiter
from sevenfold.server.protocol.reviews import AskReview
from sevenfold.server.protocol.table import Search
from sevenfold.server.rounds import review_queue, reviews
from sevenfold.server.rounds.evaluating import ToEvaluate
from sevenfold.server.rounds.review_queue import MOST_BEGUN
from sevenfold.server.rounds.reviews import Reviews
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.storage.reviews import LEASE, ReviewKey
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.testing.running import FEW_WORLDS
from tests.server.evaluating import Evaluator, EvaluatorThread, Process, Where, until, with_processes

pytestmark = pytest.mark.usefixtures("plain_python")


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "WORLDS", FEW_WORLDS)
    monkeypatch.setattr(review_queue, "SAVE_EVERY", 0.0)


# --- no process can be begun ------------------------------------------------------------------------------


def test_a_review_is_not_given_up_for_a_machine_that_begins_no_process(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        begin, times = one.judge.begin, 0

        async def begun(asked: ToEvaluate) -> None:
            nonlocal times
            times += 1
            if times <= MOST_BEGUN + 1:
                raise BlockingIOError
            await begin(asked)

        monkeypatch.setattr(one.judge, "begin", begun)
        endless = Endless()
        endless.start("reviews", one.review_queue.go_on, longest_pause=0.01)
        assert (await one.until(key, "done", "failed")).state == "done"
        await endless.close()
        assert endless.failures == {"reviews": MOST_BEGUN + 1}

    with_processes(where, work)


# --- stopped, killed, and shared -------------------------------------------------------------------------


def test_after_a_stop_another_goes_on_where_it_was(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        (key,) = keys
        judge = Evaluator(monkeypatch)
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
        judge = Evaluator(monkeypatch)
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
        judge = Evaluator(monkeypatch)
        judge.hold_at = 2
        one.begin()
        await judge.is_held()
        await two.execute("UPDATE reviews SET lease = 0")
        assert await two.store.reviews.take(key, "two")
        kept = await two.found(key)
        judge.go_on.set()
        await one.judge.reader.run(lambda: None)  # all that was begun in the thread is done
        assert not await one.review_queue._judge_next()
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
        judge = Evaluator(monkeypatch)
        judge.hold_at = 1
        monkeypatch.setattr(review_queue, "RENEW_EVERY", 0.01)
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
        begin = EvaluatorThread.begin

        async def noted(thread: EvaluatorThread, asked: ToEvaluate) -> None:
            taken.append(asked.key)
            await begin(thread, asked)

        monkeypatch.setattr(EvaluatorThread, "begin", noted)
        judge = Evaluator(monkeypatch)
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
        assert two.review_queue.waiting <= 1

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
        assert not await two.review_queue._judge_next()
        two.can_review = "missing"
        assert not await two.review_queue._judge_next()
        assert await one.review_queue._judge_next()

    with_processes(tmp_path, work)


def test_a_review_by_another_engine_is_left_to_whoever_has_it(tmp_path: Path) -> None:
    async def work(one: Process, _two: Process, keys: list[ReviewKey]) -> None:
        await one.execute("UPDATE reviews SET engine = 'older'")
        assert not await one.review_queue._judge_next()
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
            assert await two.review_queue._judge_next()
        assert (await two.state(key)).state == "failed"
        assert [each["log_level"] for each in logged] == ["error"]

    with_processes(where, work)


@pytest.mark.parametrize("change", ["DELETE FROM tables", "UPDATE tables SET rules = 99"])
def test_what_is_deleted_or_changed_while_it_is_judged_ends_quietly(
    where: Where, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Process, two: Process, keys: list[ReviewKey]) -> None:
        judge = Evaluator(monkeypatch)
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
        assert await one.review_queue._judge_next()
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
                assert (state.state, state.seconds_left) == ("queued", None)
                asked.review_queue.took = 9.0  # as long as others took of late
                state = await asked.state(f"{table}.1", 1, None, known=False)
                assert state.seconds_left == 9.0
                return
            for look in (
                asked.state(f"{table}.1", 1, None, known=False),
                asked.ask(f"{table}.1", 1, AskReview(), "a"),
            ):
                with pytest.raises(ReviewImpossible) as refused:
                    await look
                assert refused.value.values == {"game": "lockup", "reason": reason}
        finally:
            await asked.review_queue.close()
            rounds.close()
            thinkers.close()

    with_processes(tmp_path, work)
