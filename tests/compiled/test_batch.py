"""Batches: many rounds at once, and what is said of arrays and numbers that do not fit."""

from random import Random
from typing import Any

import numpy as np
import pytest

from sevenfold.compiled.cpu.batch import MOVE, Batch, NotOnePerRound, OutsideBatch, WrongRecords
from sevenfold.core import violations
from sevenfold.core.deal import dealt as dealt_from
from sevenfold.core.dealer import Dealer
from sevenfold.core.dice import dice_for, shuffle
from sevenfold.core.game import AnyGame
from sevenfold.games import load_game
from sevenfold.testing.contract.tables import every_game


def dealt(game: AnyGame, rounds: int = 8) -> Batch[Any]:
    options, players = game.meta.options(), game.meta.seats(None)
    deals = [Dealer(b"batch").deal(game, options, players, number) for number in range(rounds)]
    return Batch.start(game, options, players, deals)


@every_game
def test_a_batch_is_dealt_and_played_to_the_end(game: AnyGame) -> None:
    batch = dealt(game)
    moves = batch.playout(batch.dice(1))
    acting, outcomes = batch.to_act()
    assert moves > len(batch)
    assert not acting.any()
    assert not outcomes.any()
    assert all(game.rules.over(batch[number]) for number in range(len(batch)))


@every_game
def test_a_batch_deals_as_the_rules_do(game: AnyGame) -> None:
    options, players = game.meta.options(), game.meta.seats(None)
    batch = Batch.deal(game, options, players, 20, seed=3, first=1)
    deals = []
    for number in range(20):
        cards = list(game.rules.pack(options).cards)
        shuffle(cards, dice_for(3, number))
        deals.append(dealt_from(cards, players, game.rules.hand_size(options, players)))
    assert (batch.states == Batch.start(game, options, players, deals, first=1).states).all()


@every_game
def test_who_is_first_moves_on_by_a_seat_a_round(game: AnyGame) -> None:
    players = game.meta.seats(None)
    assert dealt(game).states["first"].tolist() == [number % players for number in range(8)]


@every_game
def test_a_legal_move_is_made_and_another_changes_nothing(game: AnyGame) -> None:
    batch = dealt(game)
    before = batch.copy()
    seat = int(batch.to_act()[0][0]).bit_length() - 1
    moves = np.zeros(len(batch), MOVE)
    moves[0] = (seat, *batch.legal(0, seat)[0])
    found = batch.step(moves)
    assert found[0] == violations.OK
    assert batch.states[0] != before.states[0]
    assert (found[1:] != violations.OK).all()
    assert (batch.states[1:] == before.states[1:]).all()


@every_game
def test_rollouts_leave_the_batch_and_depend_on_the_seed_alone(game: AnyGame) -> None:
    batch = dealt(game)
    before = batch.copy()
    first, again = batch.rollouts(200, 5), batch.rollouts(200, 5)
    assert first.moves == again.moves
    assert first.means.tolist() == again.means.tolist()
    assert first.means.tolist() != batch.rollouts(200, 6).means.tolist()
    assert (batch.states == before.states).all()


def test_a_round_that_the_batch_does_not_have_is_refused() -> None:
    batch = dealt(load_game("lockup"), 2)
    for number in (-1, 2, 10**9):
        with pytest.raises(OutsideBatch, match=f"no round {number}; the batch has 2"):
            batch[number]
        with pytest.raises(OutsideBatch):
            batch.legal(number, 0)
    with pytest.raises(OutsideBatch, match="the batch has 0"):
        dealt(load_game("lockup"), 0).rollouts(1, 0)


def test_an_array_of_something_else_is_refused() -> None:
    fixed = dealt(load_game("lockup")).states
    fixed.flags.writeable = False
    records: list[Any] = [np.zeros(3), dealt(load_game("trump7")).states, fixed, fixed.copy()[::2]]
    for states in records:
        with pytest.raises(WrongRecords, match="a batch of lockup is"):
            Batch(load_game("lockup"), states)


def test_moves_and_dice_are_one_for_each_round() -> None:
    batch = dealt(load_game("lockup"), 4)
    wrong_moves: list[Any] = [np.zeros(3, MOVE), np.zeros(4), np.zeros(8, MOVE)[::2]]
    wrong_dice: list[Any] = [np.zeros(3, np.int64), np.zeros(4), np.zeros(4, np.int32)]
    for moves in wrong_moves:
        with pytest.raises(NotOnePerRound, match="moves for 4 rounds"):
            batch.step(moves)
    for dice in wrong_dice:
        with pytest.raises(NotOnePerRound, match="dice for 4 rounds"):
            batch.playout(dice)


def test_any_integer_is_a_seed() -> None:
    batch = dealt(load_game("lockup"), 2)
    for seed in (-1, 1 << 70, Random(1).getrandbits(200)):
        assert batch.rollouts(4, seed).moves > 0


@every_game
def test_views_go_into_a_batch_that_is_kept(game: AnyGame) -> None:
    batch = dealt(game, 4)
    kept = batch.copy()
    for seat in (0, None):
        assert batch.views(seat, out=kept) is kept
        assert (kept.states == batch.views(seat).states).all()
    with pytest.raises(NotOnePerRound, match="views for 4 rounds"):
        batch.views(0, out=dealt(game, 3))


def test_arrays_of_another_type_are_not_compiled_for() -> None:
    batch = dealt(load_game("lockup"), 2)
    batch.returns()
    with pytest.raises(TypeError, match="No matching definition"):
        batch._engine.run("returns", batch.states, np.zeros((4, 8), np.int64)[::2, ::2])
