"""The loops that write observations and masks. Plain Python on arrays; `kernels` compiles them."""

from typing import Any

from sevenfold.cards.masks import lowest

BITS, ONE_HOT, SEAT, VALUE, ORDER = range(5)
"""Forms of a block: a bit for each number; a 1 at the number's place; the same for a seat, counted from the
viewer; the number itself; for a list of cards, the place of each card."""

FORM, WORD, LENGTH, STRIDE, TURN, OFFSET = range(6)
"""Columns of an encoding's table, by `encoding.Block`."""


def write_observation(words: Any, viewer: int, players: int, table: Any, out: Any) -> None:
    """Write what a view's words say into `out`, all of it."""
    out[:] = 0
    for row in range(len(table)):
        block = table[row]
        word = block[WORD]
        if block[TURN] >= 0:
            seat = viewer + block[TURN]
            word += (seat - players if seat >= players else seat) * block[STRIDE]
        if block[FORM] == ORDER:
            _write_order(words, word, block[LENGTH], block[OFFSET], out)
        else:
            _write_number(words[word], block[FORM], viewer, players, block[OFFSET], out)


def _write_number(value: int, form: int, viewer: int, players: int, offset: int, out: Any) -> None:
    if form == BITS:
        while value:
            out[offset + lowest(value)] = 1
            value &= value - 1
    elif form == VALUE:
        out[offset] = value
    elif form == ONE_HOT and value >= 0:
        out[offset + value] = 1
    elif form == SEAT and value >= 0:
        turn = value - viewer
        out[offset + (turn + players if turn < 0 else turn)] = 1


def _write_order(words: Any, word: int, length: int, offset: int, out: Any) -> None:
    for place in range(length):
        if words[word + place] >= 0:
            out[offset + words[word + place]] = place + 1


def write_mask(addable: int, moves: int, kinds: int, out: Any) -> None:
    """Write a 1 for each action that may be taken: a kind to choose, or a move to make of what is chosen."""
    out[:] = 0
    while addable:
        out[lowest(addable)] = 1
        addable &= addable - 1
    for index in range(moves):
        out[kinds + index] = 1
