"""A game's state as a NumPy record: every field an int64 or a row of them, in the order of declaration."""

from collections import namedtuple
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sevenfold.core.codes import is_codes, named
from sevenfold.core.visibility import Visibility, visibilities
from sevenfold.core.worlds import Layout, empty_layout
from sevenfold.errors import SevenfoldError

S = TypeVar("S")
Records = NDArray[np.void]
Words = NDArray[np.int64]

LONG_TABLE = 32
"""A tuple with more numbers than this is an array in compiled code."""


_types: dict[type[Any], np.dtype[np.void]] = {}


def record_type(cls: type[Any]) -> np.dtype[np.void]:
    """The dtype of a game's states."""
    if cls not in _types:
        blank = cls()
        lengths = {name: _length(getattr(blank, name)) for name in visibilities(cls)}
        _types[cls] = np.dtype(
            [(name, np.int64, (length,)) if length else (name, np.int64) for name, length in lengths.items()]
        )
    return _types[cls]


def _length(value: int | list[int]) -> int:
    return len(value) if isinstance(value, list) else 0


class NotARecord(SevenfoldError, ValueError):
    """A state with a number that a record has no room for, or with more or fewer than its type says."""

    def __init__(self, state: str, reason: str) -> None:
        super().__init__(
            f"a {state} of whole numbers of 64 bits and lists of fixed length is wanted: {reason}"
        )


class DealtCards(NamedTuple):
    """A deal as compiled code has it: a row of kinds for each hand."""

    hands: Any
    rest: Any


def constant(value: Any) -> Any:
    """A constant as compiled code has it. A long table is an array: a tuple would be compiled to a branch for
    each number. A game's codes become a named tuple, whose numbers can be read by their names.
    """
    if is_codes(value):
        numbers = named(value)
        return namedtuple(value.__name__, numbers)(**numbers)
    if isinstance(value, tuple) and len(value) > LONG_TABLE and {type(each) for each in value} == {float}:
        return np.array(value)
    return value


def write(state: Any, records: Records, index: int) -> None:
    """Put a state into a record. Raises NotARecord."""
    words: list[int] = []
    for name in visibilities(type(state)):
        value = getattr(state, name)
        if isinstance(value, list):
            words += value
        else:
            words.append(value)
    try:
        records[index : index + 1].view(np.int64)[:] = words
    except (OverflowError, ValueError, TypeError) as error:
        raise NotARecord(type(state).__name__, str(error)) from None


def read(cls: type[S], records: Records, index: int) -> S:
    """The state that a record holds."""
    values = records[index].item()
    fields = zip(visibilities(cls), values, strict=True)
    return cls(**{name: value if isinstance(value, int) else value.tolist() for name, value in fields})


def layout_arrays() -> Layout:
    """An empty layout of hidden cards as compiled code has it."""
    arrays: Any = [np.array(values, np.int64) for values in empty_layout()]
    return Layout(*arrays)


def visibility_masks(cls: type[Any]) -> tuple[Words, Words]:
    """For each seat, and last for a spectator: which words of a record to keep, and what replaces the others.

    For a word that the seat may see these are -1 and 0, for another 0 and the word of a blank state.
    """
    layout, blank = record_type(cls), np.zeros(1, record_type(cls))
    offsets: Mapping[str, tuple[Any, ...]] = layout.fields or {}
    write(cls(), blank, 0)
    own = [
        layout[name].shape[0]
        for name, visibility in visibilities(cls).items()
        if visibility is Visibility.OWN
    ]
    seats = max(own, default=0)
    keep = np.zeros((seats + 1, layout.itemsize // 8), np.int64)
    for name, visibility in visibilities(cls).items():
        first = offsets[name][1] // 8
        words = slice(first, first + layout[name].itemsize // 8)
        if visibility is Visibility.PUBLIC:
            keep[:, words] = -1
        elif visibility is Visibility.OWN:
            np.fill_diagonal(keep[:seats, words], -1)
    return keep, blank.view(np.int64) & ~keep
