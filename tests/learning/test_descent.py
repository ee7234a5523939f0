"""Networks learn what is worth most, and weigh as compiled code does."""

import numpy as np
import pytest

from sevenfold.core.network import NetworkShape, note_moment, worth_of
from sevenfold.learning.descent import Examples, Net

SHAPE = NetworkShape(rows=3, choices=4, numbers=2, units=8)


def examples(moments: int, seed: int) -> Examples:
    """Of two choices the second is the better where the last flag is set, whatever the rule of thumb says."""
    rng = np.random.default_rng(seed)
    flags = rng.integers(0, 2, (moments, 3)).astype(np.float32)
    choices = np.tile([1, 2], moments)
    worths = np.stack([1 - flags[:, 2], flags[:, 2]], axis=1).ravel()
    numbers = rng.normal(size=(2 * moments, 2)).astype(np.float32)
    return Examples(flags, choices, numbers, np.full(moments, 2), worths)


def test_a_network_learns_which_choice_is_worth_most() -> None:
    net = Net(SHAPE, examples(2_000, 1), 1)
    fresh = examples(400, 2)
    before = net.gain(fresh).mean
    net.learn(examples(2_000, 1), 12)
    assert before < 0.3
    assert net.gain(fresh).mean > 0.45


def test_a_network_weighs_as_the_player_does() -> None:
    told = examples(40, 3)
    net = Net(SHAPE, told, 1)
    net.learn(told, 2)
    weights = tuple(net.weights().tolist())
    said = net.says(told)
    for moment in range(40):
        rows, layer = np.flatnonzero(told.flags[moment]).tolist(), [0.0] * 8
        note_moment(SHAPE, weights, 0, rows, len(rows), layer)
        for choice in (2 * moment, 2 * moment + 1):
            numbers = told.numbers[choice].tolist()
            worth = worth_of(SHAPE, weights, 0, layer, int(told.choices[choice]), numbers)
            assert worth == pytest.approx(float(said[choice]), abs=1e-4)


def test_moments_are_taken_with_their_choices() -> None:
    told = Examples(np.eye(3), np.arange(6), np.zeros((6, 1)), np.array([1, 3, 2]), np.arange(6.0))
    assert told.part(np.array([2, 0])).worths.tolist() == [4, 5, 0]
    assert told.best(np.array([0.0, 1, 2, 2, 5, 1])).tolist() == [0, 2, 4]
    first, last = told.split(0.4)
    assert (len(first.counts), last.worths.tolist()) == (2, [4, 5])
