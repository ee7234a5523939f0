"""A table that everybody has left is freed at once, with its match: the collector hardly ever runs.

See server/garbage.py. The collector is off in these tests.
"""

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from sevenfold.games import game_names
from sevenfold.server.tables.play.turns import TableTurns, TurnDue
from sevenfold.testing.running import any_move, to_act
from tests.server.in_process import Browser, Window, a_server, without_threads

TABLES = 2
"""So many tables are made in each test."""

PARTS = ("sevenfold.server.tables.", "sevenfold.core.match", "sevenfold.core.ledger", "sevenfold.core.round")
"""The modules of what a table is made of."""

Evening = Callable[[list[Browser], str], Awaitable[None]]
"""What these people do at a table of this game, until everybody has left."""


@pytest.fixture(autouse=True)
def collector_off() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def parts_in_memory() -> Counter[str]:
    """How many objects there are of each class that a table is made of."""
    return Counter(
        kind.__qualname__ for kind in map(type, gc.get_objects()) if kind.__module__.startswith(PARTS)
    )


async def play(window: Window, moves: int = 3) -> None:
    """Make some moves, as long as it is this window's turn."""
    for _ in range(moves):
        game = window.game
        if game is not None and to_act(game):
            await window.ask("play", version=game["version"], move=any_move(game))


async def alone_with_bots(people: list[Browser], game: str) -> None:
    ada = people[0]
    made = await ada.create(game=game, friends=False, pace=0)
    window = await ada.open(made.id)
    await play(window)
    await window.ask("play", version=(window.game or {})["version"], move="no move")
    await window.close()


async def among_friends(people: list[Browser], game: str) -> None:
    """With a clock, a pause, a spectator, talk, a hint and a move to be taken back."""
    ada, bo, cy = people
    settings = {"watching": True, "clock": "fast", "absence": "bot"}
    made = await ada.create(game=game, pace=0, settings=settings)
    await bo.join(made.link or "", 1)
    windows = [await each.open(made.id) for each in (ada, bo)]
    await windows[0].ask("start", fill="easy")
    await cy.join((await ada.server.row(made.id)).watch_link or "")
    windows.append(await cy.open(made.id))
    for window in windows[:2]:
        await play(window)
        version = (window.game or {})["version"]
        await window.ask("ask_hint", version=version)
        await window.ask("ask_take_back", version=version)
        await window.ask("say", phrase="hello")
    await windows[0].ask("set_pause", paused=True)
    await windows[0].ask("set_pause", paused=False)
    await ada.server.quiet()
    for window in windows:
        await window.close()


async def given_up(people: list[Browser], game: str) -> None:
    """Its only person leaves the seat: it is deleted."""
    ada = people[0]
    made = await ada.create(game=game, friends=False, pace=0)
    window = await ada.open(made.id)
    await play(window)
    await ada.leave(made.id)
    await window.close()


async def listed_only(people: list[Browser], game: str) -> None:
    """Nobody comes to it: it is opened only to be changed."""
    ada, bo, _ = people
    made = await ada.create(game=game, pace=0)
    await bo.join(made.link or "", 1)
    window = await ada.open(made.id)
    await window.ask("start", fill="easy")
    await window.close()
    await bo.leave(made.id)
    await ada.server.tables.of_person(ada.person.id)


@pytest.mark.parametrize("evening", [alone_with_bots, among_friends, given_up, listed_only])
@pytest.mark.parametrize("game", game_names())
def test_a_table_that_everybody_has_left_is_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, evening: Evening
) -> None:
    without_threads(monkeypatch)

    async def run() -> Counter[str]:
        async with a_server(tmp_path) as server:
            people = [await server.browser(name) for name in ("Ada", "Bo", "Cy")]
            before = parts_in_memory()
            for _ in range(TABLES):
                await evening(people, game)
            await server.jobs.idle()
            assert server.tables.number_open == 0
            return parts_in_memory() - before

    assert asyncio.run(run()) == Counter()


def test_a_table_is_kept_while_a_bot_thinks_though_nobody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_threads(monkeypatch)

    async def run() -> None:
        thinks, may_move = asyncio.Event(), asyncio.Event()
        go_on = TableTurns._go_on

        async def slowly(turns: TableTurns, due: TurnDue) -> None:
            thinks.set()
            await may_move.wait()
            await go_on(turns, due)

        async with a_server(tmp_path) as server:
            ada = await server.browser("Ada")
            made = await ada.create(game="lockup", pace=1)  # with a pause, as Ada may take their own trick
            window = await ada.open(made.id)
            monkeypatch.setattr(TableTurns, "_go_on", slowly)
            await window.ask("start", fill="easy")
            await play(window, 1)
            await window.close()
            await thinks.wait()
            before = len(await server.store.logs.entries(made.id))
            table = weakref.ref(await server.tables.open(made.id, ada.person.id))
            assert table() is not None
            may_move.set()
            await server.jobs.idle()
            assert table() is None
            assert len(await server.store.logs.entries(made.id)) > before

    asyncio.run(run())
