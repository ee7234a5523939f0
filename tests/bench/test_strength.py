"""How strength is measured: roles, and players met in the same deals."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from bench import opponents
from bench.levels import AT_ONE_SEAT, Pairing, player_of
from bench.opponents import opponent
from bench.roles import ATTACK, ATTACKER, DEFENSE, HOST, each_seat, lockseven_roles
from sevenfold.bots.players import random_player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.games.lockseven.state import Phase, State
from sevenfold.games.trump7.bot import player


def test_the_sides_of_lockseven_begin_with_the_first_trick_and_the_host_with_the_call() -> None:
    roles = (HOST, ATTACKER, DEFENSE, ATTACK)
    state = State(phase=Phase.DEAL)
    assert [lockseven_roles(state, role) for role in roles] == [0, 0, 0, 0]
    state = State(phase=Phase.PLAY, host=1, partner=2)
    assert [lockseven_roles(state, role) for role in roles] == [0b10, 0b1000, 0b110, 0b1001]
    assert lockseven_roles(state, 3) == each_seat(state, 3) == 0b1000


@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_a_player_among_its_like_is_not_ahead(game: str) -> None:
    loaded = load_game(game)
    today = player_of("medium", loaded, 1)
    pairing = Pairing(loaded, loaded.meta.options(), loaded.meta.seats(None), today, today)
    assert list(pairing.by_deal(2, 1, [AT_ONE_SEAT])) == [[pytest.approx(0)], [pytest.approx(0)]]


def test_the_player_of_today_is_ahead_of_chance() -> None:
    loaded = load_game("trump7")
    today, chance = player_of("medium", loaded, 1), random_player(loaded, Random(1))
    pairing = Pairing(loaded, loaded.meta.options(), 3, today, chance)
    assert sum(ahead for (ahead,) in pairing.by_deal(8, 1, [AT_ONE_SEAT])) > 0


def test_a_player_who_sees_all_cards_is_ahead_of_one_who_does_not() -> None:
    loaded = load_game("trump7")
    best, today = player_of("clairvoyant", loaded, 1), player_of("medium", loaded, 1)
    pairing = Pairing(loaded, loaded.meta.options(), 3, best, today, sees_all=True)
    assert sum(ahead for (ahead,) in pairing.by_deal(6, 1, [AT_ONE_SEAT])) > 0


def test_a_player_of_another_checkout_is_its_own_and_plays_by_today_s_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    bot = tmp_path / "src/sevenfold/games/trump7/bot"
    shutil.copytree(Path(player.__file__).parent, bot)
    weights = bot / "weights.py"
    weights.write_text(weights.read_text() + "\nMARK = 7\n")
    earlier = opponent("trump7", tmp_path)
    copied = [name for name in sys.modules if name.split(".")[0] == "before_trump7"]
    modules = [sys.modules.pop(name) for name in copied]
    assert any(getattr(module, "MARK", None) == 7 for module in modules)
    loaded = load_game("trump7")
    seats = [seat for seat in range(3) if earlier.seats(None, seat) == 1 << seat]
    assert seats == [0, 1, 2]
    pairing = Pairing(loaded, loaded.meta.options(), 3, player_of("rules", loaded, 1), earlier.choose)
    assert list(pairing.by_deal(1, 5, [AT_ONE_SEAT])) == [[0.0]]


@pytest.mark.parametrize("game", [game for game in OWN_GAMES if find_spec(f"bench.opponents.{game}")])
def test_an_earlier_player_of_every_game_can_be_met(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(opponents, "_copies", SimpleNamespace(name=str(tmp_path)))
    earlier = opponent(game, Path(__file__).parents[2])
    for module in [module for module in sys.modules if module.split(".")[0] == f"before_{game}"]:
        monkeypatch.delitem(sys.modules, module)
    assert earlier.choose.__module__ == f"before_{game}.player"
    loaded = load_game(game)
    match = dealing.begin(Dealer(b"earlier"), loaded, loaded.meta.options(), loaded.meta.seats(None))
    seat = match.acting[0]
    assert earlier.choose(match.seen(seat), seat) == loaded.choose(match.seen(seat), seat)
