"""The loops that write observations and masks. Plain Python on arrays; `kernels` compiles them."""

from typing import Any, NamedTuple

from sevenfold.cards.masks import lowest

BITS, ONE_HOT, SEAT, VALUE, ORDER = range(5)
"""Forms of a block: a bit for each number; a 1 at the number's index; the same for a seat, counted from the
viewer; the number itself; for a list of cards, where each card stands in it."""

LEAST, MOST = -(1 << 15), (1 << 15) - 1
"""The bounds of a number of an observation."""


class Blocks(NamedTuple):
    """The blocks of an encoding by the attributes of `blocks.Block`: lists, or arrays for `kernels`."""

    form: Any
    word: Any
    length: Any
    stride: Any
    turn: Any
    offset: Any


def write_observation(words: Any, viewer: int, players: int, blocks: Blocks, out: Any) -> None:
    """Write what a view's words say into `out`, all of it."""
    out[:] = 0
    for row in range(len(blocks.form)):
        form, word, offset = blocks.form[row], blocks.word[row], blocks.offset[row]
        word += _after(viewer, blocks.turn[row], players) * blocks.stride[row]
        value = words[word]
        if form == BITS:
            while value:
                out[offset + lowest(value)] = 1
                value &= value - 1
        elif form == VALUE:
            out[offset] = value
        elif form == ORDER:
            for index in range(blocks.length[row]):
                if words[word + index] >= 0:
                    out[offset + words[word + index]] = index + 1
        elif value >= 0:
            out[offset + (_after(value, -viewer, players) if form == SEAT else value)] = 1


def _after(seat: int, turn: int, players: int) -> int:
    """The seat so many seats after another, or before it."""
    seat += turn
    if seat < 0:
        return seat + players
    return seat - players if seat >= players else seat


def within(number: int) -> int:
    """The number, or the nearest that an observation has room for."""
    return min(max(number, LEAST), MOST)


def write_mask(addable: int, moves: int, kinds: int, out: Any) -> None:
    """Write a 1 for each action that may be taken: a kind to choose, or a move to make of what is chosen."""
    out[:] = 0
    while addable:
        out[lowest(addable)] = 1
        addable &= addable - 1
    for index in range(moves):
        out[kinds + index] = 1
