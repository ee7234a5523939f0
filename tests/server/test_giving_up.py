"""What is begun counts: whatever becomes of a board's table, its result is ended and stays where it is."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sevenfold.bots.levels import Level
from sevenfold.core.replaying import replay
from sevenfold.games import load_game, load_meta
from sevenfold.server.storage.boards import BotAtBoard
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.finishing import Finishing
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.sweep import UNPLAYED_KEPT, sweep
from sevenfold.testing.running import Person, Server, any_move, to_act
from tests.server.boards import a_board, again, compared
from tests.server.in_process import Browser, ServerHere, a_server
from tests.server.test_rounds import finished

CLOSE = Statement("UPDATE boards SET closes = :now")
AGE = Statement("UPDATE tables SET created = created - :by")
RESULTS = Statement("SELECT person_id, given_up, result, ended FROM results")

Act = Callable[[ServerHere, Browser, str], Awaitable[None]]


async def begun(server: ServerHere, game: str = "lockup") -> tuple[Browser, str]:
    """Somebody's table with a deal of a day, at which they have done nothing yet."""
    person = await server.browser("Mei")
    board = await server.store.boards.add(a_board(load_game(game), Level.MEDIUM))
    return person, await server.tables.begin_at(person.person.id, board, 0, 0, "Mei")


async def finish(server: ServerHere) -> None:
    await Finishing(server.store, server.tables).finish_all()


async def leave(server: ServerHere, person: Browser, table: str) -> None:
    await server.invitations.leave(table, person.person.id)


async def delete(server: ServerHere, person: Browser, table: str) -> None:
    await server.tables.delete(table, person.person.id)


async def be_forgotten(server: ServerHere, person: Browser, _table: str) -> None:
    forgetting = Forgetting(server.store, server.tables, server.invitations)
    await forgetting.forget(person.person.id)
    await forgetting.do_what_is_left()


async def see_the_day_end(server: ServerHere, _person: Browser, _table: str) -> None:
    await server.store.backend.write(CLOSE.of([{"now": now()}]))
    await finish(server)


async def be_stopped_while_giving_up(server: ServerHere, _person: Browser, table: str) -> None:
    row = await server.row(table)
    await server.store.results.give_up(row, row.person_seats)
    await server.restart()
    await finish(server)


async def be_stopped_as_the_day_ends(server: ServerHere, _person: Browser, _table: str) -> None:
    await server.store.backend.write(CLOSE.of([{"now": now()}]))
    await server.restart()
    await finish(server)


WAYS_OUT: tuple[Act, ...] = (
    leave,
    delete,
    be_forgotten,
    see_the_day_end,
    be_stopped_while_giving_up,
    be_stopped_as_the_day_ends,
)


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("game", ["lockup", "seven_bridge", "lockseven", "trump7"])
def test_by_whatever_way_somebody_goes_their_result_is_ended(tmp_path: Path, way: Act, game: str) -> None:
    async def ended() -> None:
        async with a_server(tmp_path) as server:
            person, table = await begun(server, game)
            await way(server, person, table)
            (row,) = await server.store.backend.rows(RESULTS)
            assert row["person_id"] == (None if way is be_forgotten else person.person.id)
            assert row["given_up"]
            assert None not in (row["result"], row["ended"])
            assert await server.store.results.unfinished() == []
            (before,) = await server.store.backend.rows(RESULTS)
            await finish(server)
            assert await server.store.backend.rows(RESULTS) == [before]

    asyncio.run(ended())


def test_of_several_processes_one_finishes_a_table(tmp_path: Path) -> None:
    async def finished_once() -> None:
        async with a_server(tmp_path) as server:
            _, table = await begun(server)
            await server.store.backend.write(CLOSE.of([{"now": now()}]))
            others = [
                Tables(server.store, MemoryBus(), Jobs(), Thinkers(), server.tables._timings)
                for _ in range(2)
            ]
            each = [Finishing(server.store, tables).finish_all() for tables in (server.tables, *others)]
            await asyncio.gather(*each)
            row = await server.row(table)
            match = replay(load_game("lockup"), row.log(await server.store.logs.entries(table)))
            assert match.over
            assert row.standing == match.standing
            assert await server.store.results.unfinished() == []

    asyncio.run(finished_once())


def test_a_board_that_was_begun_is_not_swept_with_old_tables(tmp_path: Path) -> None:
    async def kept() -> None:
        async with a_server(tmp_path) as server:
            _, table = await begun(server)
            await server.store.backend.write(AGE.of([{"by": UNPLAYED_KEPT + 60_000}]))
            await sweep(server.store, server.tables)
            assert (await server.row(table)).id == table

    asyncio.run(kept())


def test_what_stands_for_a_person_is_read_in_one_place(tmp_path: Path) -> None:
    """The worse of what came out and of the worst that was finished there, by a bot too."""

    async def read() -> None:
        async with a_server(tmp_path) as server:
            person, table = await begun(server)
            await leave(server, person, table)
            (row,) = await server.store.backend.rows(RESULTS)
            signs = {"lockup": load_meta("lockup").sign}
            (mine,) = await server.store.results.of_person(person.person.id, signs)
            assert (mine.given_up, mine.result, mine.game, mine.kind) == (
                True,
                row["result"],
                "lockup",
                "day",
            )
            await server.store.boards.add_bot(BotAtBoard(mine.board, 0, "easy", row["result"] - 3, ()))
            (worse,) = await server.store.results.of_person(person.person.id, signs)
            assert worse.result == row["result"] - 3
            assert await server.store.results.of_person(person.person.id, {}) == ()

    asyncio.run(read())


def test_with_few_cards_left_it_is_given_up_all_the_same(server: Server, person: Person) -> None:
    table = again(person, f"{finished(server, person)}.1")
    with person.socket(table["id"]) as socket:
        message = socket.hello()
        while len(message["view"]["hand"]) > 6 or not to_act(message):  # a lockup costs cards, unasked
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            message = socket.receive("update")
    person.post(f"/tables/{table['id']}/leave").raise_for_status()
    entries = compared(person, table["board"])["entries"]
    assert [each["given_up"] for each in entries if each["you"] and not each["at_table"]] == [True]


def a_result(result: int | None, *, given_up: bool, counts: bool = True) -> Result:
    return Result(*("b", 0, "t", 1, None, None, 1, counts, given_up, result, True), lowest=-3, highest=5)


@pytest.mark.parametrize(
    ("out", "sign", "stands"), [(-9, 1, -9), (0, 1, -3), (9, 1, -3), (0, -1, 5), (9, -1, 9)]
)
def test_a_result_that_was_given_up_stands_as_the_worse_one(out: int, sign: int, stands: int) -> None:
    assert a_result(out, given_up=True).standing(sign) == stands
    assert a_result(out, given_up=False).standing(sign) == out
    assert a_result(out, given_up=True, counts=False).standing(sign) is None
    assert a_result(None, given_up=True).standing(sign) is None
