"""Levels of bots: chosen when a table is made, changed between rounds, and searched beside the event loop."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest

from sevenfold.bots.levels import Level, search_player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.search.decide import Budget
from sevenfold.search.trials import PlainTrials
from sevenfold.server.errors import Stale
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.table import Search
from sevenfold.server.tables.bots import hints, thinkers
from sevenfold.server.tables.bots.table_bots import TableBots
from sevenfold.server.tables.bots.thinkers import LEAST_MOVES, Thinkers
from sevenfold.testing.running import WAIT, Message, Person, Server, Socket, play_round
from tests.server.test_workers import PERSON, Worker, with_workers
from tests.server.together import table_where


def levels(table: Message) -> list[str | None]:
    return [seat["bot"] for seat in table["seats"]]


def to_the_end(socket: Socket) -> None:
    message = socket.hello()
    play_round(socket, message)


# --- at the table -------------------------------------------------------------------------------------


def test_a_level_is_chosen_for_each_seat_or_for_all(person: Person) -> None:
    assert levels(person.create()) == [None, "medium", "medium", "medium"]
    assert levels(person.create(bots=["easy"])) == [None, "easy", "easy", "easy"]
    each = person.create(bots=["easy", "hard", "expert"])
    assert levels(person.get(f"/tables/{each['id']}").json()) == [None, "easy", "hard", "expert"]


def test_between_rounds_a_level_is_changed_kept_and_told_to_every_socket(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as one, person.socket(table) as two:
        to_the_end(one)
        two.hello()
        one.send("set_bot", seat=2, bot="easy")
        table_where(two, lambda table: levels(table) == [None, "medium", "easy", "medium"])
        one.send("next_round", version=two.hello()["version"])
        one.receive("update")

    assert levels(person.get(f"/tables/{table}").json()) == [None, "medium", "easy", "medium"]


def test_in_a_round_a_level_stays(person: Person) -> None:
    table = person.create(pace=10_000)["id"]
    with person.socket(table) as socket:
        socket.hello()
        answer = socket.ask("set_bot", "error", seat=2, bot="easy")

    assert answer["code"] == "round_not_over"
    assert levels(person.get(f"/tables/{table}").json()) == [None, "medium", "medium", "medium"]


def test_after_the_start_no_bot_is_taken_away(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        socket.hello()
        answer = socket.ask("set_bot", "error", seat=2, bot=None)

    assert answer["code"] == "already_started"


@pytest.mark.parametrize("seat", [0, 4, -1])
def test_nobody_else_than_a_bot_has_a_level(person: Person, seat: int) -> None:
    with person.socket(person.create()["id"]) as socket:
        socket.hello()
        answer = socket.ask("set_bot", "error", seat=seat, bot="easy")

    assert answer["code"] == "option_invalid"
    assert answer["values"] == {"name": "seat", "value": str(seat), "range": "1 2 3"}


def test_at_a_table_older_than_levels_bots_play_on_as_medium_ones(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE seats SET bot = 'rules' WHERE table_id = ? AND seat > 0", [table])

    assert levels(person.get(f"/tables/{table}").json()) == [None, "medium", "medium", "medium"]
    with person.socket(table) as socket:
        to_the_end(socket)


def test_without_machine_code_a_table_says_so_and_is_played(person: Person) -> None:
    made = person.create(bots=["expert"])
    assert made["search"] == "missing"
    with person.socket(made["id"]) as socket:
        to_the_end(socket)


# --- thinking -----------------------------------------------------------------------------------------


class SlowThinkers(Thinkers):
    """Thinkers that think until the test tells them what they have found."""

    def __init__(self) -> None:
        super().__init__()
        self.found: asyncio.Future[Move] = asyncio.get_running_loop().create_future()
        self.set_search("trump7", "ready")

    async def choose(self, *_: object) -> Move:
        return await self.found


def a_match() -> tuple[AnyMatch, int]:
    game = load_game("trump7")
    match = dealing.begin(Dealer(b"levels"), game, game.meta.options(), 3)
    return match, match.acting[0]


def in_a_loop(work: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await work()

    asyncio.run(run())


def test_what_is_thought_of_in_time_is_chosen_and_otherwise_medium_chooses() -> None:
    async def work() -> None:
        match, seat = a_match()
        slow = SlowThinkers()
        bots = TableBots(match.game, {seat: Level.HARD}, slow)
        thought = bots.consider(match, seat)
        assert bots.consider(match, seat) is thought
        by_medium = match.game.medium(match.seen(seat), seat)
        assert (bots.is_ready(match, seat), bots.choose(match, seat)) == (False, by_medium)
        other = next(move for move in match.extend(seat).moves if move != by_medium)
        slow.found.set_result(other)
        await thought
        assert (bots.is_ready(match, seat), bots.choose(match, seat)) == (True, other)
        match.play(seat, by_medium)
        assert not bots.is_ready(match, seat)
        slow.close()

    in_a_loop(work)


def test_a_search_that_fails_is_replaced_by_medium() -> None:
    async def work() -> None:
        match, seat = a_match()
        slow = SlowThinkers()
        bots = TableBots(match.game, {seat: Level.EXPERT}, slow)
        thought = bots.consider(match, seat)
        slow.found.set_exception(RuntimeError("no world"))
        await thought
        assert bots.choose(match, seat) == match.game.medium(match.seen(seat), seat)
        slow.close()

    in_a_loop(work)


@pytest.mark.parametrize(("level", "search"), [(Level.EASY, "ready"), (Level.HARD, "preparing")])
def test_a_bot_that_need_not_or_cannot_search_is_ready_at_once(level: Level, search: Search) -> None:
    async def work() -> None:
        match, seat = a_match()
        slow = SlowThinkers()
        slow.set_search("trump7", search)
        assert TableBots(match.game, {seat: level}, slow).is_ready(match, seat)
        slow.close()

    in_a_loop(work)


def test_the_longer_the_queue_the_smaller_the_budget_down_to_the_least() -> None:
    async def work() -> None:
        thinkers = Thinkers()
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()
        whole = Budget(12_000)
        shares = [thinkers.share(whole).moves]
        waiting = []
        for _ in range(3):
            waiting += [asyncio.create_task(thinkers.run(lambda: wait_for(loop, gate))) for _ in range(8)]
            await asyncio.sleep(0)
            shares.append(thinkers.share(whole).moves)
        gate.set()
        await asyncio.gather(*waiting)
        shares.append(thinkers.share(whole).moves)
        thinkers.close()
        assert shares == [12_000, 6_000, 3_000, 2_000, 12_000]
        assert thinkers.share(Budget(1)).moves == LEAST_MOVES

    in_a_loop(work)


def test_the_more_often_bots_decide_the_less_time_each_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """160 decisions a second, as at two hundred tables, leave five milliseconds on two cores."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)

    async def work() -> None:
        time = count(1)
        thinking = Thinkers(clock=lambda: next(time) / 160)
        level = thinkers.capped_budget(load_game("lockup"), Level.EXPERT)
        assert thinking.share(level).milliseconds == 100
        for _ in range(1000):
            await thinking.run(lambda: None)
        assert thinking.share(level).milliseconds == pytest.approx(5, rel=0.1)
        assert thinking.share(level).moves == pytest.approx(5 * thinkers.MOVES_A_MILLISECOND, rel=0.1)
        thinking.close()

    in_a_loop(work)


def wait_for(loop: asyncio.AbstractEventLoop, gate: asyncio.Event) -> None:
    asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()


@pytest.fixture
def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set budgets so small that search in plain Python is fast enough."""
    for module in (thinkers, hints):
        monkeypatch.setattr(module, "capped_budget", lambda _game, _level: Budget(60))
    monkeypatch.setattr(thinkers, "LEAST_MOVES", 1)
    monkeypatch.setattr("sevenfold.search.trials._engine", PlainTrials)


@pytest.mark.usefixtures("think_little")
def test_a_level_chooses_as_the_player_of_its_budget_would() -> None:
    async def work() -> None:
        match, seat = a_match()
        thinkers = Thinkers()
        seen = match.seen(seat)
        found = await thinkers.choose(match.game, seen, seat, Level.HARD, 7)
        assert found == search_player(match.game, Random(7), Budget(60))(seen, seat)
        thinkers.close()

    in_a_loop(work)


@pytest.mark.usefixtures("think_little")
@pytest.mark.parametrize("game", ["trump7", "seven_bridge", "lockseven"])
def test_a_table_of_bots_that_search_is_played(game: str, tmp_path: Path) -> None:
    """The person plays by rules; the others search, at a pace that leaves claims a window."""

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        one.thinkers.set_search(game, "ready")
        made = await one.tables.create(PERSON, NewTable(game=game, pace=3, bots=(Level.HARD,)))
        table = await one.open(made.id)
        something_new = asyncio.Event()
        async with table.connection(PERSON, something_new.set):
            for _ in range(12):
                message = await table.views.updates(0, None)
                if message.standing.result is not None:
                    return
                if 0 in message.view.acting:
                    with suppress(Stale):  # the window has ended meanwhile
                        hint = await table.views.hint(0, message.version)
                        assert await table.play(0, message.version, hint.move.text) is None
                else:
                    await asyncio.wait_for(something_new.wait(), WAIT)
                something_new.clear()

    with_workers(tmp_path, work, one_bus=True)


@pytest.mark.usefixtures("think_little")
def test_a_hint_is_there_at_once_and_again_when_it_was_searched(tmp_path: Path) -> None:
    async def work(one: Worker, _two: Worker, table: str) -> None:
        opened = await one.open(table)
        version = (await opened.views.updates(0, None)).version
        hint = await opened.views.hint(0, version)
        assert hint.reason is not None
        assert (hint.searched, hint.others) == (False, ())
        assert await opened.views.searched_hint(0, version) is None
        one.thinkers.set_search("lockup", "ready")
        searched = await opened.views.searched_hint(0, version)
        assert searched is not None
        assert searched.reason is not None
        assert searched.searched
        assert len(searched.others) <= 2
        with pytest.raises(Stale):
            await opened.views.searched_hint(0, version + 5)

    with_workers(tmp_path, work, one_bus=True)
