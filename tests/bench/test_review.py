"""How planted losses are made and counted."""

import pytest

from bench.review import LARGE, LOSSES, bad_move, planted_rounds, share, values
from sevenfold.core import violations
from sevenfold.core.game import AnyGame
from sevenfold.games import OWN_GAMES, load_game


def test_a_planted_move_loses_about_what_is_aimed_at() -> None:
    game: AnyGame = load_game("lockup")
    planted = next(planted_rounds(game, LOSSES["lockup"], 10))
    match, seat = planted.match, planted.seat
    assert match.round_over
    (step,) = [step for step in match.round.steps if step.version == planted.at]
    seen = game.seen(step.before, seat)
    assert step.seat == seat
    assert game.rules.check(seen, seat, step.move) == violations.OK
    others = [move for move in match.at(planted.at - 1).legal(seat) if move != step.move]
    best = max(values(game, seen, seat, [step.move, *others], LARGE, 5)[1:], key=lambda value: value.ahead)
    assert 0.6 <= best.ahead / LOSSES["lockup"] <= 1.5


def test_where_no_move_loses_so_much_none_is_planted() -> None:
    game: AnyGame = load_game("lockup")
    planted = next(planted_rounds(game, LOSSES["lockup"], 10))
    then = planted.match.at(planted.at - 1)
    assert bad_move(game, then.seen(planted.seat), planted.seat, 50.0, 1) is None


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 0, "0 of 0"), (9, 10, "9 of 10 (60% to 98%)"), (0, 30, "0 of 30 (0% to 11%)")],
)
def test_a_share_has_an_interval_that_holds_near_none_and_all(part: int, whole: int, text: str) -> None:
    assert share(part, whole) == text


def test_every_game_has_a_loss_to_plant() -> None:
    assert set(LOSSES) == set(OWN_GAMES)
