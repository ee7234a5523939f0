"""Sets of cards as bit masks: bit k is set when kind k is in the set.

A mask has at most 62 bits, so that compiled code can hold it in a signed 64-bit integer.
"""

from collections.abc import Iterable, Iterator


def popcount(mask: int) -> int:
    """How many kinds the set holds."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The lowest kind in a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The highest kind in a set that is not empty."""
    return mask.bit_length() - 1


def nth(mask: int, index: int) -> int:
    """The kind at `index` in the set, counted from the lowest at 0."""
    for _ in range(index):
        mask &= mask - 1
    return lowest(mask)


def kinds_of(mask: int) -> Iterator[int]:
    """The kinds of a set, low to high."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def mask_of(kinds: Iterable[int]) -> int:
    """The set of these kinds; a kind named twice counts once."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask
