"""Networks that weigh moves: what is told goes through a layer of units."""

from importlib import import_module
from random import Random

import pytest

from sevenfold.core.game import AnyGame
from sevenfold.core.network import NetworkShape, note_moment, weight_count, worth_of
from sevenfold.testing.contract.tables import every_game

SHAPE = NetworkShape(rows=3, choices=2, numbers=1, units=4)


def worth(weights: list[float], rows: list[int], choice: int, number: float) -> float:
    layer = [0.0] * SHAPE.units
    note_moment(SHAPE, tuple(weights), 0, [*rows, 0, 0], len(rows), layer)
    return worth_of(SHAPE, tuple(weights), 0, layer, choice, [number])


def test_what_is_told_goes_through_units_that_are_silent_below_zero() -> None:
    rng = Random(1)
    weights = [rng.uniform(-1, 1) for _ in range(weight_count(SHAPE))]
    rows = [weights[4 * row : 4 * row + 4] for row in range(8)]
    always, says, direct = rows[6], rows[7], weights[32:]
    for told, choice, number in (([0, 2], 1, 0.5), ([1], 0, -2.0), ([], 1, 1.0)):
        units = [
            always[unit]
            + sum(rows[row][unit] for row in told)
            + rows[3 + choice][unit]
            + number * rows[5][unit]
            for unit in range(4)
        ]
        expected = sum(max(0.0, unit) * word for unit, word in zip(units, says, strict=True))
        expected += direct[choice] + number * direct[2]
        assert worth(weights, told, choice, number) == pytest.approx(expected)


@every_game
def test_a_learnt_player_has_all_weights_of_its_networks(game: AnyGame) -> None:
    if game.learnt is not None:
        learnt = import_module(game.learnt.__module__)
        assert len(learnt.NETWORK) == learnt.inputs.NETWORKS * weight_count(learnt.inputs.SHAPE)
