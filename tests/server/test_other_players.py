"""Players from other packages as bots: chosen by name; nobody waits for one that fails or hangs."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevenfold.bots import plugins
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.server.errors import OptionInvalid
from sevenfold.server.protocol import NewTable
from sevenfold.server.tables.bots import other_players
from sevenfold.server.tables.bots.other_players import check_bot, offered
from sevenfold.server.tables.bots.table_bots import TableBots
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.testing.running import WAIT
from tests.server.test_workers import GUEST, Worker, with_workers

Choose = Callable[[Any, int], Any]
AWAY = threading.Event()
"""Set only by the test in which a player that hangs comes back."""


def contrary(game: AnyGame, _rng: Random) -> Choose:
    """A player that plays another card than Medium would."""
    if game.meta.name == "lockseven":
        raise ValueError("it does not play LockSeven")

    def choose(seen: Any, seat: int) -> Move:
        by_medium = game.medium(seen, seat)
        others = [move for move in legal_moves(game.rules, seen, seat) if move != by_medium]
        seen.hands[seat] = 0  # what it does to its view is nobody else's matter
        return others[0] if others else by_medium

    return choose


def raises(_game: AnyGame, _rng: Random) -> Choose:
    def choose(_seen: Any, _seat: int) -> Move:
        raise RuntimeError("it has no idea")

    return choose


def answers_nonsense(_game: AnyGame, _rng: Random) -> Choose:
    return lambda _seen, _seat: "7C"


def hangs(_game: AnyGame, _rng: Random) -> Choose:
    def choose(_seen: Any, _seat: int) -> Move:
        AWAY.wait(20)
        raise RuntimeError("too late")

    return choose


MAKERS = {"contrary": contrary, "raises": raises, "nonsense": answers_nonsense, "hangs": hangs}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The players above, as though packages had brought them."""
    found = EntryPoints(EntryPoint(name, f"{__name__}:{name}", plugins.GROUP) for name in MAKERS)
    monkeypatch.setattr(plugins, "entry_points", found.select)
    monkeypatch.setattr(EntryPoint, "load", lambda entry: MAKERS[entry.name])
    for cached in (offered, plugins.installed_names):
        cached.cache_clear()
    AWAY.clear()
    yield
    AWAY.set()
    for cached in (offered, plugins.installed_names):
        cached.cache_clear()


def a_match() -> tuple[AnyMatch, int]:
    """A match of Lockup whose first card is to be played."""
    game = load_game("lockup")
    match = dealing.begin(Dealer(b"others"), game, game.meta.options(), 4)
    return match, match.acting[0]


def moved(name: str, *, patience: float = 10) -> tuple[Move, Move]:
    """What the player's seat plays at a table, and what Medium would."""
    match, seat = a_match()

    async def work() -> Move:
        bots = TableBots(match.game, {seat: name}, Thinkers())
        assert not bots.is_ready(match, seat)
        await bots.consider(match, seat)
        assert bots.is_ready(match, seat)
        return bots.choose(match, seat)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_players, "PATIENCE", patience)
        return asyncio.run(work()), match.game.medium(match.seen(seat), seat)


def test_a_player_is_offered_in_the_games_that_it_can_be_made_for() -> None:
    assert offered("lockup") == ("contrary", "hangs", "nonsense", "raises")
    assert "contrary" not in offered("lockseven")
    check_bot("lockup", "contrary")
    check_bot("lockup", "easy")
    for game, name in (("lockseven", "contrary"), ("lockup", "rules"), ("lockup", "nobody")):
        with pytest.raises(OptionInvalid):
            check_bot(game, name)


def test_a_player_moves_at_its_seat() -> None:
    move, by_medium = moved("contrary")
    assert move != by_medium


@pytest.mark.parametrize("name", ["raises", "nonsense"])
def test_medium_moves_for_a_player_that_errs(name: str) -> None:
    move, by_medium = moved(name)
    assert move == by_medium


def test_medium_moves_for_a_player_that_hangs_and_it_is_not_asked_again_meanwhile() -> None:
    match, seat = a_match()

    async def work() -> None:
        thinkers = Thinkers()
        bots = TableBots(match.game, {seat: "hangs"}, thinkers)
        for _ in range(2):
            await bots.consider(match, seat)
            assert bots.choose(match, seat) == match.game.medium(match.seen(seat), seat)
            bots.cancel_thought()
        (thread,) = thinkers.others._threads.values()
        assert thread.hangs
        AWAY.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_players, "PATIENCE", 0.05)
        asyncio.run(work())


def test_a_table_of_such_players_is_played_to_the_end_of_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_players, "PATIENCE", 0.05)
    names = ("contrary", "raises", "hangs")

    async def work(one: Worker, two: Worker, _table: str) -> None:
        made = await one.tables.create(GUEST, NewTable(game="lockup", pace=0, bots=names))
        assert (made.bots, tuple(seat.bot for seat in made.seats)) == (offered("lockup"), (None, *names))
        table = await one.open(made.id)
        something_new = asyncio.Event()
        async with table.connection(GUEST, something_new.set):
            while (message := await table.views.updates(0, None)).standing.result is None:
                if 0 in message.view.acting:
                    move = (await table.views.hint(0, message.version)).move.text
                    assert await table.play(0, message.version, move) is None
                else:
                    await asyncio.wait_for(something_new.wait(), WAIT)
                something_new.clear()
        kept = await two.tables.info(made.id, GUEST)
        assert tuple(seat.bot for seat in kept.seats) == (None, *names)

    with_workers(tmp_path, work, one_bus=True)


def test_the_host_of_a_waiting_table_chooses_among_those_that_there_are(tmp_path: Path) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        made = await one.tables.create(GUEST, NewTable(game="lockup", friends=True))
        table = await one.open(made.id)
        await table.set_bot(GUEST, 1, "contrary")
        with pytest.raises(OptionInvalid):
            await table.set_bot(GUEST, 2, "nobody")
        with pytest.raises(OptionInvalid):
            await table.start(GUEST, "nobody")
        await table.start(GUEST, "easy")
        assert [sitter.bot for sitter in table.row.seats] == [None, "contrary", "easy", "easy"]
        with pytest.raises(OptionInvalid):
            await table.set_bot(GUEST, 1, "nobody")

    with_workers(tmp_path, work, one_bus=True)
