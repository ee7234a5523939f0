"""What numbers a state can have, by its types: checked of states and records that come from outside.

Compiled code checks no bounds: with a seat that is not there it would read or write whatever lies there.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from sevenfold.core.encoding import (
    CardOrder,
    CardSet,
    Each,
    Feature,
    Flags,
    GameEncoding,
    NoFeature,
    Number,
    OneCard,
    OneOf,
    SeatNumber,
    features_of,
)
from sevenfold.core.meta import SeatRange
from sevenfold.core.visibility import visibilities

LARGEST = 62
"""How many kinds a mask has room for (cards/masks.py)."""

LEAST, MOST = -(1 << 62), (1 << 62) - 1
"""The bounds of a field whose type says none."""


class Bounds(NamedTuple):
    """A field with the least and the greatest number that it, or each entry of it, can be."""

    field: str
    length: int
    """How many entries it has; 0 for a single number."""
    low: int
    high: int

    def allow(self, value: object) -> bool:
        """Whether a field can have this value."""
        if self.length == 0:
            return type(value) is int and self.low <= value <= self.high
        if not isinstance(value, list) or len(value) != self.length:
            return False
        return all(type(number) is int and self.low <= number <= self.high for number in value)


@cache
def bounds_of(state: type[Any], seats: SeatRange) -> tuple[Bounds, ...]:
    """The bounds of each field of a game's state, in the order of declaration."""
    module, blank = state.__module__.removesuffix(".state") + ".encoding", state()
    encoding: GameEncoding | None = import_module(module).ENCODING if find_spec(module) else None
    kinds = LARGEST if encoding is None else encoding.kinds
    found = []
    for name in visibilities(state):
        value = getattr(blank, name)
        low, high = _range(_feature(state, encoding, name), kinds, seats.max)
        if name == "players":
            low, high = seats.min, seats.max
        found.append(Bounds(name, len(value) if isinstance(value, list) else 0, low, high))
    return tuple(found)


def _feature(state: type[Any], encoding: GameEncoding | None, name: str) -> Feature | None:
    if encoding is not None and encoding.fields is not None:
        return encoding.fields.get(name)
    try:
        return features_of(state, [name])[name]
    except NoFeature:  # nobody sees it
        return None


def _range(feature: Feature | None, kinds: int, seats: int) -> tuple[int, int]:
    """The least and the greatest number that a feature can stand for."""
    match feature:
        case Each(inner):
            return _range(inner, kinds, seats)
        case CardSet():
            return 0, (1 << kinds) - 1
        case OneCard() | CardOrder():
            return -1, kinds - 1
        case SeatNumber():
            return -1, seats - 1
        case OneOf(count):
            return -1, count - 1
        case Number(high, low):
            return low, high
        case Flags(count):
            return 0, (1 << count) - 1
    return LEAST, MOST
