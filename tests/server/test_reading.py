"""Whoever looks back waits for no search: what takes long has a thread of its own, and a turn for each."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx
import pytest

from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.server.errors import GivenUp
from sevenfold.server.rounds import branching
from sevenfold.server.rounds.reading import IsGivenUp, Reader
from sevenfold.server.storage.rows import log_rows
from sevenfold.server.storage.statements import Statement
from sevenfold.testing.running import WAIT
from tests.server.test_rounds import entries_of
from tests.server.whole import WholeServer, a_server


class Held:
    """Something that takes until it is let go, and says when it has begun."""

    def __init__(self) -> None:
        self.begun, self.let_go = Event(), Event()

    def __call__(self) -> None:
        self.begun.set()
        assert self.let_go.wait(WAIT)

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, WAIT)


def with_reader(work: Callable[[Reader], Awaitable[None]]) -> None:
    async def run() -> None:
        reader = Reader()
        try:
            async with asyncio.timeout(WAIT):
                await work(reader)
        finally:
            reader.close()

    asyncio.run(run())


def test_what_takes_milliseconds_waits_for_nothing_that_takes_seconds() -> None:
    async def work(reader: Reader) -> None:
        held = Held()
        dear = [asyncio.create_task(reader.run_dear(who, held)) for who in range(10)]
        await held.has_begun()
        assert await reader.run(lambda: "a click") == "a click"
        assert not any(each.done() for each in dear)
        held.let_go.set()
        await asyncio.gather(*dear)

    with_reader(work)


def test_somebody_with_much_that_takes_long_lets_others_come_in_between() -> None:
    async def work(reader: Reader) -> None:
        done: list[str] = []
        held = Held()
        first = asyncio.create_task(reader.run_dear("one", held))
        await held.has_begun()
        asked = ["one", "one", "one", "two", "three"]
        others = [asyncio.create_task(reader.run_dear(who, partial(done.append, who))) for who in asked]
        await asyncio.sleep(0)
        held.let_go.set()
        await asyncio.gather(first, *others)
        assert done == ["two", "three", "one", "one", "one"]

    with_reader(work)


def test_a_question_gives_up_the_same_persons_older_ones_also_the_one_that_is_on() -> None:
    async def work(reader: Reader) -> None:
        begun, answered = Event(), []

        def until_given_up(is_given_up: IsGivenUp) -> None:
            begun.set()
            while not is_given_up():
                pass
            raise GivenUp

        def answer(_: IsGivenUp) -> str:
            answered.append(1)
            return "the newest"

        on = asyncio.create_task(reader.run_newest("one", until_given_up))
        assert await asyncio.to_thread(begun.wait, WAIT)
        waiting = [asyncio.create_task(reader.run_newest("one", answer)) for _ in range(60)]
        results = await asyncio.gather(on, *waiting, return_exceptions=True)
        assert [type(each) for each in results[:-1]] == [GivenUp] * 60
        assert (results[-1], len(answered)) == ("the newest", 1)

    with_reader(work)


def test_a_question_gives_up_nobody_elses() -> None:
    async def work(reader: Reader) -> None:
        held = Held()

        def answer(is_given_up: IsGivenUp) -> bool:
            held()
            return is_given_up()

        one = asyncio.create_task(reader.run_newest("one", answer))
        await held.has_begun()
        two = asyncio.create_task(reader.run_newest("two", answer))
        await asyncio.sleep(0)
        held.let_go.set()
        assert list(await asyncio.gather(one, two)) == [False, False]

    with_reader(work)


# --- in a server ---------------------------------------------------------------------------------------


async def finished(server: WholeServer, person: httpx.AsyncClient) -> str:
    """The id of a finished round of a person."""
    await person.post("/api/session")
    table: str = (await person.post("/api/tables", json={"game": "lockup", "pace": 10_000})).json()["id"]
    await server.execute("DELETE FROM log WHERE table_id = :table", table=table)
    add = Statement("INSERT INTO log (table_id, seq, entry) VALUES (:table_id, :seq, :entry)")
    await server.store.backend.write(add.of(log_rows(table, 0, entries_of("lockup", 1))))
    return f"{table}.1"


async def what_if(person: httpx.AsyncClient, round_id: str, **message: Any) -> httpx.Response:
    asked = {"at": 0, "from": "open", "bots": "hard", "message": message}
    return await person.post(f"/api/rounds/{round_id}/what-if", json=asked)


def test_somebodys_what_ifs_keep_no_replay_waiting_and_the_newest_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_server(tmp_path, tmp_path) as server, server.person() as other:
            round_id, others = await finished(server, server.http), await finished(server, other)
            hello = (await what_if(server.http, round_id, type="hello")).json()["answer"]
            (move, *_) = [each["text"] for each in hello["choices"]["moves"]] or hello["choices"]["cards"]
            play = {"type": "play", "version": hello["version"], "move": move}

            asked = [asyncio.create_task(what_if(server.http, round_id, **play)) for _ in range(20)]
            await held.has_begun()
            replay = await other.get(f"/api/rounds/{others}")
            assert (replay.status_code, len(replay.json()["moments"]) > 1) == (200, True)
            again = await what_if(server.http, round_id, type="hello")
            assert again.json()["answer"]["version"] == hello["version"]
            assert not asked[-1].done()
            assert all(each.result().json()["code"] == "given_up" for each in asked if each.done())
            held.let_go.set()
            answers = [await each for each in asked]
            assert [each.json().get("code") for each in answers[:-1]] == ["given_up"] * 19
            assert answers[-1].json()["moments"]

    held = Held()

    def player(game: AnyGame, rng: Random, *_: object) -> Player[SeenState]:
        choose = PLAYERS["easy"](game, rng)

        def slowly(seen: SeenState, seat: int) -> Move:
            held()
            return choose(seen, seat)

        return slowly

    monkeypatch.setattr(branching, "search_player", player)
    asyncio.run(run())
