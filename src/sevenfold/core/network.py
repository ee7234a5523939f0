"""Small networks that weigh moves, for players that learnt.

There is a layer of units between what is told and what a move weighs. What is the case at a moment, such as
that a card is out, is a row of weights, one for each unit. So is the move, one of so many choices. What is
told of it in numbers are rows that count so many times. A unit says what its sum is, where that is above
zero. `compiled` compiles this too.
"""

from importlib.resources import files
from typing import NamedTuple

import msgspec

AT_A_TIME = 4
"""So many units are added up at once, which processors do in one step."""


class Shape(NamedTuple):
    """How large a network is; the units are a multiple of AT_A_TIME.

    Its weights stand in this order: the rows of what may be the case, of the choices and of the numbers, and
    a row that always counts; what each unit's word weighs; what choices and numbers weigh directly.
    """

    rows: int
    choices: int
    numbers: int
    units: int


def weight_count(shape: Shape) -> int:
    """How many weights a network has."""
    rows = shape.rows + shape.choices + shape.numbers + 1
    return shape.units * (rows + 1) + shape.choices + shape.numbers


def note_moment(
    shape: Shape, weights: tuple[float, ...], first: int, rows: list[int], count: int, layer: list[float]
) -> None:
    """Make `layer` what the units have of a moment, by the first `count` of `rows`.

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
        for index in range(count):
            place = first + shape.units * rows[index] + unit
            one += weights[place]
            two += weights[place + 1]
            three += weights[place + 2]
            four += weights[place + 3]
        layer[unit], layer[unit + 1], layer[unit + 2], layer[unit + 3] = one, two, three, four


def worth_of(
    shape: Shape,
    weights: tuple[float, ...],
    first: int,
    layer: list[float],
    choice: int,
    numbers: list[float],
) -> float:
    """What a choice weighs, by its numbers and the moment noted in a layer."""
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
            place, times = counted + shape.units * number + unit, numbers[number]
            one += times * weights[place]
            two += times * weights[place + 1]
            three += times * weights[place + 2]
            four += times * weights[place + 3]
        worth += max(0.0, one) * weights[says + unit] + max(0.0, two) * weights[says + unit + 1]
        worth += max(0.0, three) * weights[says + unit + 2] + max(0.0, four) * weights[says + unit + 3]
    return worth


def read_weights(package: str) -> tuple[float, ...]:
    """The weights that a package keeps in `network.json`."""
    return msgspec.json.decode((files(package) / "network.json").read_bytes(), type=tuple[float, ...])
