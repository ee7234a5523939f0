"""Bots at a board play alike everywhere: at tables of any process, under load, and in the arena."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from time import sleep

import msgspec
import pytest

from sevenfold.arena.rounds import play_round
from sevenfold.bots import at_boards
from sevenfold.bots.at_boards import board_player
from sevenfold.bots.levels import Level
from sevenfold.compiled.cpu import compiler
from sevenfold.core.log import Dealt, Entry, Played, seat_text
from sevenfold.core.moves import Move
from sevenfold.games import game_names, load_game
from sevenfold.search.decide import Budget
from sevenfold.server.duplicate.references import play
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.rows import new_table_id
from sevenfold.testing.running import WAIT, Person, Server, to_act
from tests.server.boards import a_board, again, log_at, play_out
from tests.server.in_process import ServerHere, a_server, without_threads
from tests.server.test_rounds import finished

BUDGET = Budget(400)
"""A small one: these searches are played by plain Python."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "DISABLED", True)
    monkeypatch.setattr(at_boards, "budget_of", lambda _game, _level: BUDGET)


async def at_once(work: Callable[[], Move]) -> Move:
    return work()


def as_the_arena_plays(row: BoardRow, level: Level) -> list[tuple[str, str]]:
    """The moves of the board where a level sits at seat 0, as seats and texts."""
    game = load_game(row.game)
    board, options = row.board(game), game.meta.options()
    players = [
        board_player(game, level if seat == 0 else Level(row.bots), row.after, seat)
        for seat in range(row.players)
    ]
    played = play_round(game, board.start(game, options, row.players), players, board.chance)
    return [(seat_text(seat), game.notation.write(move)) for seat, move in played]


def moves_of(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [(entry.seat, entry.move) for entry in entries if isinstance(entry, Played)]


async def at_a_table(server: ServerHere, row: BoardRow, *, busy: bool) -> tuple[Entry, ...]:
    """The log of the board where somebody at seat 0 plays as Medium."""
    browser = await server.browser(f"person {new_table_id()}")
    game = load_game(row.game)
    table = await server.tables.begin_at(browser.person.id, row, 0, 0, None)
    others = [asyncio.create_task(server.thinkers.run(lambda: sleep(0.005))) for _ in range(30 * busy)]
    window = await browser.open(table)
    server.thinkers.set_search(row.game, "ready")
    played = -1
    while not (message := window.game or {})["standing"]["over"]:
        if to_act(message) and message["version"] != played:
            played = message["version"]
            match = await server.match(table)
            text = game.notation.write(game.medium(match.seen(0), 0))
            window.send("play", version=played, move=text)
        await asyncio.sleep(0.002)
    await asyncio.gather(*others)
    return await server.store.logs.entries(table)


@pytest.mark.parametrize("game", ["lockup", "seven_bridge"])
def test_no_load_and_no_process_changes_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    row = a_board(load_game(game), Level.HARD)

    async def play_twice() -> list[tuple[Entry, ...]]:
        async with a_server(tmp_path) as server:
            await server.store.boards.add(row)
            return [await at_a_table(server, row, busy=busy) for busy in (False, True)]

    without_threads(monkeypatch)
    calm, busy = asyncio.run(play_twice())
    assert calm == busy
    alone = asyncio.run(play(row, 0, Level.MEDIUM, at_once))
    assert tuple(alone.entries) == calm
    assert as_the_arena_plays(row, Level.MEDIUM) == moves_of(calm)


def test_people_wait_for_machine_code_and_medium_never_steps_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = next(
        board
        for number in range(9)
        if (board := a_board(load_game("lockup"), Level.HARD, bytes([number]) * 32)).dealt.first != 0
    )

    async def wait() -> None:
        async with a_server(tmp_path) as server:
            await server.store.boards.add(row)
            server.thinkers.set_search("lockup", "preparing")
            browser = await server.browser("one")
            table = await server.tables.begin_at(browser.person.id, row, 0, 0, None)
            window = await browser.open(table)
            assert window.game is not None
            assert window.game["table"]["search"] == "preparing"
            await asyncio.sleep(0.2)
            assert len(await server.store.logs.entries(table)) == 1
            server.thinkers.set_search("lockup", "ready")
            async with asyncio.timeout(WAIT):
                while not to_act(window.game):  # noqa: ASYNC110  # nothing else says so
                    await asyncio.sleep(0.002)
            assert len(await server.store.logs.entries(table)) > 1

    without_threads(monkeypatch)
    asyncio.run(wait())


@pytest.mark.parametrize("game", game_names())
def test_the_servers_table_is_played_as_in_the_arena(server: Server, person: Person, game: str) -> None:
    old = finished(server, person, game)
    table = again(person, f"{old}.1")
    play_out(server, person, table)
    row = kept(server, table["board"])
    assert as_the_arena_plays(row, Level.MEDIUM) == moves_of(log_at(server, table).entries)


def kept(server: Server, board: str) -> BoardRow:
    """A board as a server's database has it."""
    columns = "seed, dealt, round, bots, game, rules, options, players"
    with closing(server.database()) as connection:
        found = connection.execute(f"SELECT {columns} FROM boards WHERE id = ?", [board]).fetchone()
    seed, dealt, number, bots, game, rules, options, players = found
    return BoardRow(
        id=board,
        deal_id=board,
        kind="again",
        game=game,
        rules=rules,
        options=msgspec.json.decode(options),
        players=players,
        seed=bytes(seed),
        pseudonym_key="",
        dealt=msgspec.json.decode(dealt, type=Dealt),
        round=number,
        bots=bots,
        created=0,
    )
