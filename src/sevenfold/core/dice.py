"""Numbers for playouts: quick, and the same interpreted and compiled. A table's cards are the dealer's.

Dice are an integer of 62 bits, so that compiled code can hold them in a signed 64-bit one: a linear
congruential sequence, of which the upper 32 bits are used.
"""

SEEDS = 1 << 62
"""How many seeds there are, from 0 on."""

_BITS = SEEDS - 1
_FACTOR = 2862933555777941757
_STEP = 1442695040888963407


def dice_for(seed: int, number: int) -> int:
    """The dice of one playout of many: their sequences have nothing to do with each other."""
    dice = seed * _FACTOR + number & _BITS
    dice = (dice ^ dice >> 31) * _FACTOR & _BITS
    return (dice ^ dice >> 29) * _FACTOR & _BITS


def shuffle(cards: list[int], dice: int) -> None:
    """Put the cards in a new order, by Fisher and Yates from the last place down."""
    for last in range(len(cards) - 1, 0, -1):
        chosen, dice = roll(dice, last + 1)
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card


def roll(dice: int, outcomes: int) -> tuple[int, int]:
    """One of 0 to `outcomes` - 1, which are fewer than 2 ** 30, and the dice after it.

    All are equally likely, but for one part in 2 ** 32 / `outcomes`.
    """
    dice = dice * _FACTOR + _STEP & _BITS
    return (dice >> 30) * outcomes >> 32, dice
