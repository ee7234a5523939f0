"""Small neural networks that score moves, for players that learnt.

A network has one hidden layer of units. Each fact about the moment, such as that a card is out, adds a row of
weights to the units' sums. So does the choice that is scored. Each number that describes the choice adds its
row times that number. A unit puts out its sum if that is above zero, else 0. `learning` finds the weights, by
what cards were worth in rollouts; `inputs` says what is told. `compiled` compiles this too.
"""

from importlib.resources import files
from typing import NamedTuple

import msgspec

AT_A_TIME = 4
"""How many units are summed together, since a processor can add them in one step."""


class NetworkShape(NamedTuple):
    """How large a network is; the units are a multiple of AT_A_TIME.

    Its weights stand in this order: the rows of the facts, of the choices and of the numbers, and a row that
    always counts; the weight of each unit's output; the weights by which choices and numbers count directly.
    """

    rows: int
    choices: int
    numbers: int
    units: int


def weight_count(shape: NetworkShape) -> int:
    """How many weights a network has."""
    rows = shape.rows + shape.choices + shape.numbers + 1
    return shape.units * (rows + 1) + shape.choices + shape.numbers


def note_moment(
    shape: NetworkShape,
    weights: tuple[float, ...],
    first: int,
    rows: list[int],
    count: int,
    layer: list[float],
) -> None:
    """Set `layer` to the units' sums for a moment whose facts are the first `count` of `rows`.

    The weights of the network begin at `first`.
    """
    always = first + shape.units * (shape.rows + shape.choices + shape.numbers)
    for unit in range(0, shape.units, AT_A_TIME):
        one, two, three, four = (
            weights[always + unit],
            weights[always + unit + 1],
            weights[always + unit + 2],
            weights[always + unit + 3],
        )
        for fact in range(count):
            index = first + shape.units * rows[fact] + unit
            one += weights[index]
            two += weights[index + 1]
            three += weights[index + 2]
            four += weights[index + 3]
        layer[unit], layer[unit + 1], layer[unit + 2], layer[unit + 3] = one, two, three, four


def worth_of(
    shape: NetworkShape,
    weights: tuple[float, ...],
    first: int,
    layer: list[float],
    choice: int,
    numbers: list[float],
) -> float:
    """The score of a choice, from its numbers and the sums in `layer`, as `note_moment` sets them."""
    chosen = first + shape.units * (shape.rows + choice)
    counted = first + shape.units * (shape.rows + shape.choices)
    says = counted + shape.units * (shape.numbers + 1)
    direct = says + shape.units
    worth = weights[direct + choice]
    for number in range(shape.numbers):
        worth += numbers[number] * weights[direct + shape.choices + number]
    for unit in range(0, shape.units, AT_A_TIME):
        one = layer[unit] + weights[chosen + unit]
        two = layer[unit + 1] + weights[chosen + unit + 1]
        three = layer[unit + 2] + weights[chosen + unit + 2]
        four = layer[unit + 3] + weights[chosen + unit + 3]
        for number in range(shape.numbers):
            index, times = counted + shape.units * number + unit, numbers[number]
            one += times * weights[index]
            two += times * weights[index + 1]
            three += times * weights[index + 2]
            four += times * weights[index + 3]
        worth += max(0.0, one) * weights[says + unit] + max(0.0, two) * weights[says + unit + 1]
        worth += max(0.0, three) * weights[says + unit + 2] + max(0.0, four) * weights[says + unit + 3]
    return worth


def read_weights(package: str) -> tuple[float, ...]:
    """The weights that a package keeps in `network.json`."""
    return msgspec.json.decode((files(package) / "network.json").read_bytes(), type=tuple[float, ...])
