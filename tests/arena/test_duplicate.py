"""Duplicate deals: the same cards from every seat, and means with their intervals."""

from random import Random

import pytest

from sevenfold.arena.duplicate import Duplicate
from sevenfold.bots.players import random_player
from sevenfold.core.duplicate import interval
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.state import Seen

OPTIONS = Trump7Options()
EVEN = Duplicate(GAME, OPTIONS, 3, GAME.choose, GAME.choose)


def test_a_player_among_its_like_is_ahead_of_nobody() -> None:
    for states in EVEN.rounds(10, seed=1):
        assert states[0] == states[1] == states[2]
        assert EVEN.ahead(states) == pytest.approx(0)


def test_the_same_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    once, again, other = (list(EVEN.rounds(5, seed)) for seed in (1, 1, 2))
    assert once == again != other


def test_the_player_sits_at_each_seat_in_turn() -> None:
    sat: list[int] = []

    def player(view: Seen, seat: int) -> Move:
        sat.append(seat)
        return GAME.choose(view, seat)

    pairing = Duplicate(GAME, OPTIONS, 3, player, random_player(GAME, Random(1)))
    assert len(next(pairing.rounds(1, seed=1))) == 3
    assert sat == sorted(sat)
    assert set(sat) == {0, 1, 2}


def test_ahead_is_the_result_less_the_mean_of_the_others() -> None:
    pairing = Duplicate(GAME, OPTIONS, 3, GAME.choose, random_player(GAME, Random(1)))
    (states,) = pairing.rounds(1, seed=3)
    results = [GAME.returns(state) for state in states]
    first, second, third = results
    expected = (
        first[0]
        - (first[1] + first[2]) / 2
        + second[1]
        - (second[0] + second[2]) / 2
        + third[2]
        - (third[0] + third[1]) / 2
    )
    assert pairing.ahead(states) == pytest.approx(expected / 3)


def test_an_interval_reaches_two_standard_errors() -> None:
    found = interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3.0
    assert found.reach == pytest.approx(1.95996 * (2.5 / 5) ** 0.5, abs=1e-4)
    assert found.text(2) == "3.00 ± 1.39"


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        ("lockseven", [-2.3333, 1.0, 0.3333]),
        ("lockup", [-0.0, -0.6667, 0.3333]),
        ("seven_bridge", [3.1667, 42.6667, -16.8333]),
        ("trump7", [-0.5, 1.0, -3.5]),
    ],
)
def test_the_figures_of_a_seed_stay(game: str, figures: list[float]) -> None:
    loaded = load_game(game)
    players = loaded.meta.players.default
    random = random_player(loaded, Random(1))
    pairing = Duplicate(loaded, loaded.meta.options(), players, random, random)
    assert [round(pairing.ahead(states), 4) for states in pairing.rounds(3, seed=5)] == figures
