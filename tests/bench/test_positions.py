"""Known positions: found again, truly solved, and what a level solves of them."""

from itertools import product
from typing import Any

import pytest

from bench.levels import player_of
from bench.positions import GAMES, TRICKS, after, answer, best_moves, found, kept, moments, solved
from sevenfold.cards.masks import lowest
from sevenfold.core.choosing import legal_moves
from sevenfold.core.game import AnyGame
from sevenfold.games import load_game
from sevenfold.search.evaluate import ahead_of_others


@pytest.mark.parametrize("name", GAMES)
def test_the_first_position_is_found_again(name: str) -> None:
    assert next(found(load_game(name))) == kept(name)[0]


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_of_rounds_that_differ(name: str) -> None:
    rounds = [position.round for position in kept(name)]
    assert len(rounds) > 100
    assert rounds == sorted(set(rounds))


def worth_by_lines(game: AnyGame, state: Any, seat: int) -> dict[str, float]:
    """What each move is worth, by playing every line of choices to the end, one after the other."""
    most: dict[str, float] = {}
    for line in product(range(TRICKS + 2), repeat=TRICKS):
        now, left, first = state, list(line), ""
        while not game.rules.over(now):
            assert not game.rules.chance(now)
            acting = lowest(game.rules.acting(now))
            seen = game.seen(now, acting)
            move = game.choose(seen, acting)
            if acting == seat:
                moves = list(legal_moves(game.rules, seen, seat))
                move = moves[min(left.pop(0), len(moves) - 1)]
                first = first or game.notation.write(move)
            now = after(game, now, acting, move)
        worth = ahead_of_others(game.meta, seat)(tuple(game.returns(now)))
        most[first] = max(most.get(first, worth), worth)
    return most


def test_the_best_moves_are_those_of_the_best_lines() -> None:
    game: AnyGame = load_game("trump7")
    for position in kept("trump7")[:4]:
        moment = next(each for _, each in moments(game, position.round) if each.version == position.version)
        worth = worth_by_lines(game, moment.state, moment.seat)
        assert {move for move, each in worth.items() if each == max(worth.values())} == set(position.best)


def test_a_decision_that_the_hidden_cards_decide_is_no_position() -> None:
    game: AnyGame = load_game("trump7")
    (asked,) = (each for _, each in moments(game, 0) if each.version == 19)
    best = best_moves(game, asked.state, asked.seat)
    assert len(best) < len(legal_moves(game.rules, asked.seen, asked.seat))
    assert answer(game, asked, 1) == []


def test_a_position_is_solved_by_its_best_moves_alone_and_by_rules_more_often_than_by_chance() -> None:
    game: AnyGame = load_game("trump7")
    positions = kept("trump7")[:60]
    shares = {name: sum(solved(game, player_of(name, game, 1), positions)) for name in ("random", "rules")}
    assert 0 < shares["random"] < shares["rules"] < len(positions)
    for position in positions[:3]:
        moment = next(each for _, each in moments(game, position.round) if each.version == position.version)
        moves = {
            game.notation.write(move): move for move in legal_moves(game.rules, moment.seen, moment.seat)
        }
        answers = {text: solved(game, lambda *_, move=move: move, [position]) for text, move in moves.items()}
        assert {text for text, each in answers.items() if each == [1.0]} == set(position.best)
