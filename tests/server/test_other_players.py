"""Players from other packages as bots: chosen by name; nobody waits for one that errs or hangs."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sevenfold.bots import plugins
from sevenfold.bots.players import PLAYERS
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.games import load_game
from sevenfold.server.errors import OptionInvalid
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.tables.bots import other_players
from sevenfold.server.tables.bots.apart import Apart
from sevenfold.server.tables.bots.other_players import check_bot, offered
from sevenfold.server.tables.bots.table_bots import TableBots
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.testing.running import WAIT
from tests.packages.erring import NAMES, write_players
from tests.server.test_workers import PERSON, Worker, with_workers

OFFERED = ("contrary", "counts", "dies", "hangs", "nonsense", "raises")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a package with players is installed."""
    site = tmp_path_factory.mktemp("site")
    write_players(site, *NAMES)
    return site


@pytest.fixture(scope="module", autouse=True)
def installed(site: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        for cached in (offered, plugins.installed_names, other_players._problems):
            cached.cache_clear()
        yield
    for cached in (offered, plugins.installed_names, other_players._problems):
        cached.cache_clear()


def a_match() -> tuple[AnyMatch, int]:
    """A match of Lockup whose first card is to be played."""
    game = load_game("lockup")
    match = dealing.begin(Dealer(b"others"), game, game.meta.options(), 4)
    return match, match.acting[0]


def moved(*names: str, patience: float = WAIT) -> tuple[list[Move], list[bool]]:
    """What each of the players plays at a table, and whether it was given up for it."""
    match, seat = a_match()

    async def work() -> tuple[list[Move], list[bool]]:
        thinkers = Thinkers()
        moves, erred = [], []
        for name in names:
            bots = TableBots(match.game, {seat: name}, thinkers)
            assert not bots.is_ready(match, seat)
            await bots.consider(match, seat)
            assert bots.is_ready(match, seat)
            moves.append(bots.choose(match, seat))
            erred.append(bots.erred == {seat: name})
            assert bots.takes_time(seat) != erred[-1]
        await thinkers.others.stop()
        return moves, erred

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(other_players, "PATIENCE", patience)
        return asyncio.run(work())


def test_a_player_is_offered_in_the_games_that_it_can_be_made_for() -> None:
    assert offered("lockup") == OFFERED
    assert "contrary" not in offered("lockseven")
    check_bot("lockup", "contrary")
    check_bot("lockup", "easy")
    for game, name in (("lockseven", "contrary"), ("lockup", "rules"), ("lockup", "unmade")):
        with pytest.raises(OptionInvalid):
            check_bot(game, name)


def test_a_player_moves_at_its_seat() -> None:
    match, seat = a_match()
    moves, erred = moved("contrary", "contrary")
    assert moves[0] == moves[1] != match.game.medium(match.seen(seat), seat)
    assert erred == [False, False]


def test_a_player_that_wants_to_is_told_the_score_of_the_match() -> None:
    """The process apart has it too: the player picks its card by the totals of the rounds before."""
    match: SeededMatch[Any, Any] = new_match(load_game("lockup"), seed=1)
    while not match.round_over:
        match.play(match.acting[0], match.game.choose(match.seen(match.acting[0]), match.acting[0]))
    match.next_round()
    seat, totals = match.acting[0], match.totals
    legal = list(match.legal(seat))
    assert 0 < sum(totals) % len(legal) < len(legal) - 1

    async def work() -> Move:
        bots = TableBots(match.game, {seat: "counts"}, thinkers := Thinkers())
        move = await bots.consider(match, seat)
        await thinkers.others.stop()
        return move

    assert asyncio.run(work()) == legal[sum(totals) % len(legal)]


def test_a_player_that_errs_is_given_up_and_the_next_one_is_asked() -> None:
    match, seat = a_match()
    moves, erred = moved("raises", "nonsense", "dies", "contrary")
    assert erred == [True, True, True, False]
    assert set(moves) <= set(match.legal(seat))


def test_a_player_that_hangs_is_given_up_and_not_asked_again_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    run = Apart.run

    async def noted(self: Apart, think: Any, *more: Any) -> Any:
        asked.append(think)
        return await run(self, think, *more)

    monkeypatch.setattr(Apart, "run", noted)
    _, erred = moved("hangs", "hangs", patience=0.05)
    assert erred == [True, True]
    assert len(asked) == 2  # it was made, and asked once


def given(player: Any, _game: Any, _rng: Any) -> Any:
    """Makes the player that is given."""
    return player


def test_a_bot_of_ours_that_errs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = a_match()

    def refused(_seen: Any, _seat: int) -> Move:
        return Move(0, 0, 0, 0)

    def raises(_seen: Any, _seat: int) -> Move:
        raise LookupError("no idea")

    for broken in (refused, raises):
        monkeypatch.setitem(PLAYERS, "medium", partial(given, broken))
        bots = TableBots(match.game, {seat: "medium"}, Thinkers())
        assert bots.choose(match, seat) in match.legal(seat)
        assert bots.erred == {seat: "medium"}


def test_a_table_of_such_players_is_played_to_the_end_of_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_players, "PATIENCE", WAIT)
    names = ("contrary", "raises", "dies")

    async def work(one: Worker, two: Worker, _table: str) -> None:
        made = await one.tables.create(PERSON, NewTable(game="lockup", pace=0, bots=names))
        assert (made.bots, tuple(seat.bot for seat in made.seats)) == (offered("lockup"), (None, *names))
        table = await one.open(made.id)
        something_new = asyncio.Event()
        async with table.connection(PERSON, something_new.set):
            while (message := await table.views.updates(0, None)).standing.result is None:
                if 0 in message.view.acting:
                    move = (await table.views.hint(0, message.version)).move.text
                    assert await table.play(0, message.version, move) is None
                else:
                    await asyncio.wait_for(something_new.wait(), WAIT)
                something_new.clear()
        kept = await two.tables.info(made.id, PERSON)
        assert tuple(seat.bot for seat in kept.seats) == (None, "contrary", "random", "random")
        assert tuple(seat.name for seat in kept.seats) == (None, None, "raises", "dies")
        await one.tables._thinkers.others.stop()
        await table.set_bot(PERSON, 2, "contrary")  # the host has another instead
        kept = await two.tables.info(made.id, PERSON)
        assert [(seat.bot, seat.name) for seat in kept.seats[2:]] == [("contrary", None), ("random", "dies")]

    with_workers(tmp_path, work, one_bus=True)


def test_the_host_of_a_waiting_table_chooses_among_those_that_there_are(tmp_path: Path) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        made = await one.tables.create(PERSON, NewTable(game="lockup", friends=True))
        table = await one.open(made.id)
        await table.set_bot(PERSON, 1, "contrary")
        with pytest.raises(OptionInvalid):
            await table.set_bot(PERSON, 2, "nobody")
        with pytest.raises(OptionInvalid):
            await table.start(PERSON, "nobody")
        await table.start(PERSON, "easy")
        assert [holder.bot for holder in table.row.seats] == [None, "contrary", "easy", "easy"]
        with pytest.raises(OptionInvalid):
            await table.set_bot(PERSON, 1, "nobody")

    with_workers(tmp_path, work, one_bus=True)
