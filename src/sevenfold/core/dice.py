"""Random numbers for playouts: quick, and the same interpreted and compiled. Tables use `core.dealer`.

`dice` is the state of a linear congruential generator. It has 62 bits, so that compiled code can hold it in a
signed 64-bit integer. A roll uses its upper 32 bits.
"""

SEEDS = 1 << 62
"""How many seeds there are, from 0 on."""

_BITS = SEEDS - 1
_FACTOR = 2862933555777941757
_STEP = 1442695040888963407


def dice_for(seed: int, number: int) -> int:
    """The dice of playout `number` of many; the sequences of different playouts are unrelated."""
    dice = seed * _FACTOR + number & _BITS
    dice = (dice ^ dice >> 31) * _FACTOR & _BITS
    return (dice ^ dice >> 29) * _FACTOR & _BITS


def shuffle(cards: list[int], dice: int) -> None:
    """Put the cards in a new order, by Fisher and Yates from the last card down."""
    for last in range(len(cards) - 1, 0, -1):
        chosen, dice = roll(dice, last + 1)
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card


def roll(dice: int, outcomes: int) -> tuple[int, int]:
    """A number from 0 to `outcomes` - 1, and the dice after it; `outcomes` must be less than 2 ** 30.

    All numbers are equally likely, up to a relative error of `outcomes` / 2 ** 32.
    """
    dice = dice * _FACTOR + _STEP & _BITS
    return (dice >> 30) * outcomes >> 32, dice
