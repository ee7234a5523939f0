"""A network of `core.network`, learnt by gradient descent: to choose well, and to say by how much."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.network import NetworkShape

Array = NDArray[Any]

SOFT = 0.12
"""A choice this far behind the best, in results of a round, is made e times less often in learning."""
SAID = 0.3
"""The weight of saying by how much a choice is better; choosing well has weight 1."""
SHARP = 0.5
"""A choice this far behind the best, in results of a round, counts half for that."""
RATE, DECAY, BATCH = 3e-3, 0.02, 256


@dataclass(frozen=True)
class Examples:
    """Moments, with a row of `flags` for each, and their choices one after the other: `counts` for each.

    Flags are 0 or 1. `numbers` has a row for each choice. The first number in it is the choice's weight by
    rules of thumb.
    """

    flags: Array
    choices: Array
    numbers: Array
    counts: Array
    worths: Array

    @property
    def firsts(self) -> Array:
        """Where the choices of each moment begin."""
        return np.cumsum(self.counts) - self.counts

    def part(self, moments: Array) -> "Examples":
        """Some of the moments."""
        counts = self.counts[moments]
        offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        indices = np.repeat(self.firsts[moments], counts) + offsets
        told = self.choices[indices], self.numbers[indices]
        return Examples(self.flags[moments], *told, counts, self.worths[indices])

    def split(self, share: float) -> tuple["Examples", "Examples"]:
        """All but the last share of the moments, and that share."""
        cut = len(self.counts) - int(share * len(self.counts))
        return self.part(np.arange(cut)), self.part(np.arange(cut, len(self.counts)))

    def sums(self, values: Array) -> Array:
        """For each choice, the sum of the values of its moment's choices."""
        return np.repeat(np.add.reduceat(values, self.firsts), self.counts)

    def most(self, values: Array) -> Array:
        """For each choice, the greatest value among its moment's choices."""
        return np.repeat(np.maximum.reduceat(values, self.firsts), self.counts)

    def best(self, values: Array) -> Array:
        """The choice of each moment with the greatest value; of equals the first."""
        found: Array = np.lexsort((np.arange(len(values)), -values, np.repeat(self.firsts, self.counts)))
        return found[self.firsts]


class Net:
    """Weights that are being learnt. At first they choose about as the rules of thumb do."""

    def __init__(self, shape: NetworkShape, examples: Examples, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        units, told = shape.units, self._rng.normal
        thumb = examples.numbers[:, 0] - examples.sums(examples.numbers[:, 0]) / np.repeat(
            examples.counts, examples.counts
        )
        direct = np.zeros(shape.numbers)
        direct[0] = thumb @ examples.worths / max(thumb @ thumb, 1e-9)
        parts: dict[str, Array] = {
            "rows": told(0, 0.15, (shape.rows, units)),
            "choices": told(0, 0.3, (shape.choices, units)),
            "numbers": told(0, 0.2, (shape.numbers, units)),
            "always": np.zeros(units),
            "says": told(0, 0.02, units),
            "direct_choices": np.zeros(shape.choices),
            "direct_numbers": direct,
        }
        self._parts = {name: part.astype(np.float32) for name, part in parts.items()}
        self._means = {name: np.zeros_like(part) for name, part in self._parts.items()}
        self._squares = {name: np.zeros_like(part) for name, part in self._parts.items()}
        self._steps = 0

    def weights(self) -> Array:
        """All weights, as `core.network` has them."""
        return np.concatenate([part.ravel() for part in self._parts.values()])

    def says(self, examples: Examples) -> Array:
        """What each choice weighs."""
        return self._forward(examples)[0]

    def gain(self, examples: Examples) -> Interval:
        """How much more a choice by the network brings than one by rules of thumb."""
        gained = (
            examples.worths[examples.best(self.says(examples))]
            - examples.worths[examples.best(examples.numbers[:, 0])]
        )
        return interval(gained.tolist())

    def learn(self, examples: Examples, passes: int) -> None:
        """Go over the examples `passes` times, in a new order each time, in smaller and smaller steps."""
        moments = len(examples.counts)
        for number in range(passes):
            rate = RATE * (0.5 * (1 + np.cos(np.pi * number / passes)) + 0.02)
            order = self._rng.permutation(moments)
            for first in range(0, moments, BATCH):
                self._step(examples.part(order[first : first + BATCH]), rate)

    def _forward(self, examples: Examples) -> tuple[Array, Array]:
        """What each choice weighs, and the outputs of the hidden units."""
        parts = self._parts
        noted = examples.flags.astype(np.float32) @ parts["rows"] + parts["always"]
        units = np.repeat(noted, examples.counts, axis=0) + parts["choices"][examples.choices]
        units += examples.numbers @ parts["numbers"]
        said = examples.numbers @ parts["direct_numbers"] + parts["direct_choices"][examples.choices]
        fired = np.maximum(units, 0)
        return said + fired @ parts["says"], fired

    def _step(self, examples: Examples, rate: float) -> None:
        """One step of Adam."""
        self._steps += 1
        for name, slope in self._slopes(examples).items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            step = mean / (1 - 0.9**self._steps) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            if name in ("rows", "choices", "numbers"):
                step = step + DECAY * self._parts[name]
            self._parts[name] -= (rate * step).astype(np.float32)

    def _slopes(self, examples: Examples) -> dict[str, Array]:
        """The gradient of the loss by each weight."""
        said, fired = self._forward(examples)
        by_choice = (_slope_of_choosing(examples, said) + SAID * _slope_of_saying(examples, said)).astype(
            np.float32
        ) / len(examples.counts)
        chosen = np.zeros((len(said), len(self._parts["choices"])), np.float32)
        chosen[np.arange(len(said)), examples.choices] = 1
        by_unit = by_choice[:, None] * self._parts["says"] * (fired > 0)
        by_moment = np.add.reduceat(by_unit, examples.firsts, axis=0)
        return {
            "rows": examples.flags.T.astype(np.float32) @ by_moment,
            "choices": chosen.T @ by_unit,
            "numbers": examples.numbers.T @ by_unit,
            "always": by_moment.sum(axis=0),
            "says": fired.T @ by_choice,
            "direct_choices": chosen.T @ by_choice,
            "direct_numbers": examples.numbers.T @ by_choice,
        }


def _slope_of_choosing(examples: Examples, said: Array) -> Array:
    """The gradient of what is lost by choosing at random, with a softmax of the weights."""
    chance = np.exp((said - examples.most(said)) / SOFT)
    chance /= examples.sums(chance)
    slope: Array = -chance * (examples.worths - examples.sums(chance * examples.worths)) / SOFT
    return slope


def _slope_of_saying(examples: Examples, said: Array) -> Array:
    """The gradient of the squared differences between what is said of choices and what they are worth."""
    share = 1 / (1 + (examples.most(examples.worths) - examples.worths) / SHARP)
    share /= examples.sums(share)
    wrong = said - examples.worths
    slope: Array = share * (wrong - examples.sums(share * wrong))
    return slope
