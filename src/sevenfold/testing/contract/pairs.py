"""Rows of values in which every pair of values of two axes occurs: far fewer rows than all combinations."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

Value = str | int
Row = Mapping[str, Value]
Pair = tuple[tuple[str, Value], tuple[str, Value]]


def pairs_in(row: Row) -> set[Pair]:
    """The pairs of values of two axes in a row."""
    return set(combinations(sorted(row.items()), 2))


def all_pairs(axes: Mapping[str, Sequence[Value]]) -> list[Pair]:
    """Every pair of values of two axes."""
    values = [[(axis, value) for value in axes[axis]] for axis in sorted(axes)]
    return [pair for one, other in combinations(values, 2) for pair in product(one, other)]


def covering_rows(axes: Mapping[str, Sequence[Value]], rows: Iterable[Row] = ()) -> list[Row]:
    """These rows, and more, so that every pair of values occurs; greedy, and the same each time."""
    found = list(rows)
    missing = dict.fromkeys(all_pairs(axes))
    for row in found:
        _remove(missing, row)
    while missing:
        row = _filled(axes, dict(next(iter(missing))), missing)
        _remove(missing, row)
        found.append(row)
    return found


def _filled(axes: Mapping[str, Sequence[Value]], begun: Row, missing: Mapping[Pair, None]) -> Row:
    """The row completed: each axis without a value gets the one that adds the most missing pairs."""
    row = dict(begun)
    for axis in axes:
        if axis not in row:
            row[axis] = max(
                axes[axis], key=lambda value: len(pairs_in({**row, axis: value}) & missing.keys())
            )
    return row


def _remove(missing: dict[Pair, None], row: Row) -> None:
    for pair in pairs_in(row):
        missing.pop(pair, None)
