"""What a move loses: nothing for the best one, about as much as a large search says for another."""

from typing import Any

import pytest

from sevenfold.core.game import AnyGame
from sevenfold.core.seeded import new_match
from sevenfold.games import load_game
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.evaluate import evaluate
from sevenfold.search.loss import loss_of

GAME: AnyGame = load_game("lockup")


def test_each_move_loses_what_a_large_search_finds_it_behind_the_best() -> None:
    seen = new_match(GAME, seed=7).seen(0)
    moves = moves_to_try(GAME, seen, 0)
    values = evaluate(GAME, seen, 0, moves, worlds=4000, seed=5)
    best = max(value.mean for value in values)
    for value in values:
        lost = loss_of(GAME, seen, 0, value.move, 1000, 1)
        assert lost == pytest.approx(best - value.mean, abs=0.2)


def test_the_best_move_loses_nothing_and_luck_does_not_add_up() -> None:
    """By one half of the worlds chosen and by the other compared, losses of equal moves are 0 on average."""
    seen: Any = new_match(GAME, seed=7).seen(0)
    moves = moves_to_try(GAME, seen, 0)
    values = evaluate(GAME, seen, 0, moves, worlds=4000, seed=5)
    best = max(values, key=lambda value: value.mean).move
    losses = [loss_of(GAME, seen, 0, best, 16, seed) for seed in range(200)]
    assert min(losses) < 0
    assert sum(losses) / len(losses) < 0.05


def test_the_only_move_that_is_tried_loses_nothing() -> None:
    match = new_match(GAME, seed=7)
    while len(match.legal(match.acting[0])) > 1:
        seat = match.acting[0]
        match.play(seat, GAME.choose(match.seen(seat), seat))
    seat = match.acting[0]
    assert loss_of(GAME, match.seen(seat), seat, match.legal(seat)[0], 16, 1) == 0
