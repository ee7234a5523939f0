"""How strength is measured and learnt: roles, weights found again, changes to weights."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pytest

from bench import opponents
from bench.climb import changed, name, paths, value
from bench.levels import AT_ONE_SEAT, Pairing, player_of
from bench.opponents import opponent
from bench.regress import Plays, Units, fitted, weight_indices
from bench.roles import ATTACK, ATTACKER, DEFENSE, HOST, each_seat, lockseven_roles
from sevenfold.bots.players import random_player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.games import ROOMS, load_game
from sevenfold.games.lockseven.bot import features
from sevenfold.games.lockseven.bot.card_weights import CARDS
from sevenfold.games.lockseven.state import Phase, State
from sevenfold.games.trump7.bot import player


class Weights(NamedTuple):
    one: float
    table: tuple[float, float]


def test_a_weight_is_changed_by_its_path() -> None:
    weights = Weights(1.0, (2.0, 3.0))
    found = list(paths(weights))
    assert [name(weights, path) for path in found] == ["one", "table.0", "table.1"]
    assert value(weights, found[2]) == 3.0
    assert changed(weights, found[2], 5.0) == Weights(1.0, (2.0, 5.0))


def test_weights_that_explain_the_values_are_found() -> None:
    rng = np.random.default_rng(1)
    wanted = np.array([2.0, -1.0, 0.5])
    moments = []
    for _ in range(200):
        noted = rng.normal(size=(4, 3))
        moments.append((noted, noted @ wanted + rng.normal()))
    assert fitted(moments, np.zeros(3)) == pytest.approx(wanted, abs=0.02)


def test_weights_are_held_to_those_before_at_the_scale_of_the_values() -> None:
    rng = np.random.default_rng(1)
    noted = rng.normal(size=(4, 3))
    before = np.array([20.0, -10.0, 5.0])
    moments = [(noted, noted @ before / 10)]
    assert fitted(moments, before, hold=100.0) == pytest.approx(before / 10, abs=0.01)


def test_weighed_by_units_a_card_is_its_features() -> None:
    units = Units([6, 7, 9])
    assert (units[6] * 2.0 + units[9] * 5.0).tolist() == [2.0, 0.0, 5.0]


def test_what_lockseven_s_player_takes_a_play_to_be_worth_is_its_features_weighed() -> None:
    game = load_game("lockseven")
    plays = Plays(game)
    match = dealing.begin(Dealer(b"plays 2"), game, game.meta.options(), 4)
    compared = 0
    while not match.round_over:
        seat = match.acting[0]
        seen: Any = match.seen(seat)
        row = plays.situation(seen, seat)
        tried = plays.moves(seen, seat) if row >= 0 else []
        match.play(seat, game.choose(seen, seat))
        if len(tried) < 2:
            continue
        compared += 1
        indices = weight_indices(features, row)
        with patch.object(features, "CARDS", Units(indices)):
            noted = plays.worths(seen, seat, tried, row)
        weights: Any = np.array(CARDS)[indices]
        assert [part @ weights for part in noted] == pytest.approx(plays.worths(seen, seat, tried, row))
    assert compared > 20


def test_the_sides_of_lockseven_begin_with_the_first_trick_and_the_host_with_the_call() -> None:
    roles = (HOST, ATTACKER, DEFENSE, ATTACK)
    state = State(phase=Phase.DEAL)
    assert [lockseven_roles(state, role) for role in roles] == [0, 0, 0, 0]
    state = State(phase=Phase.PLAY, host=1, partner=2)
    assert [lockseven_roles(state, role) for role in roles] == [0b10, 0b1000, 0b110, 0b1001]
    assert lockseven_roles(state, 3) == each_seat(state, 3) == 0b1000


@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_a_player_among_its_like_is_not_ahead(game: str) -> None:
    room = load_game(game)
    today = player_of("medium", room, 1)
    pairing = Pairing(room, room.meta.options(), room.meta.seats(None), today, today)
    assert list(pairing.by_deal(2, 1, [AT_ONE_SEAT])) == [[pytest.approx(0)], [pytest.approx(0)]]


def test_the_player_of_today_is_ahead_of_chance() -> None:
    room = load_game("trump7")
    today, chance = player_of("medium", room, 1), random_player(room, Random(1))
    pairing = Pairing(room, room.meta.options(), 3, today, chance)
    assert sum(ahead for (ahead,) in pairing.by_deal(8, 1, [AT_ONE_SEAT])) > 0


def test_a_player_who_sees_all_cards_is_ahead_of_one_who_does_not() -> None:
    room = load_game("trump7")
    best, today = player_of("clairvoyant", room, 1), player_of("medium", room, 1)
    pairing = Pairing(room, room.meta.options(), 3, best, today, sees_all=True)
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
    room = load_game("trump7")
    seats = [seat for seat in range(3) if earlier.seats(None, seat) == 1 << seat]
    assert seats == [0, 1, 2]
    pairing = Pairing(room, room.meta.options(), 3, player_of("rules", room, 1), earlier.choose)
    assert list(pairing.by_deal(1, 5, [AT_ONE_SEAT])) == [[0.0]]


@pytest.mark.parametrize("game", [game for game in ROOMS if find_spec(f"bench.opponents.{game}")])
def test_an_earlier_player_of_every_game_can_be_met(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(opponents, "_copies", SimpleNamespace(name=str(tmp_path)))
    earlier = opponent(game, Path(__file__).parents[2])
    for module in [module for module in sys.modules if module.split(".")[0] == f"before_{game}"]:
        monkeypatch.delitem(sys.modules, module)
    assert earlier.choose.__module__ == f"before_{game}.player"
    room = load_game(game)
    match = dealing.begin(Dealer(b"earlier"), room, room.meta.options(), room.meta.seats(None))
    seat = match.acting[0]
    assert earlier.choose(match.seen(seat), seat) == room.choose(match.seen(seat), seat)
