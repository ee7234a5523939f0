"""Outs: the cards that would let a hand go out in its next turn.

The last card goes on the discard pile (SB-5.2). So a pair and one more card go out with a third of the pair,
but a pair alone never does: whoever waits for a third keeps a card to discard.
"""

from typing import NamedTuple

from sevenfold.cards.masks import popcount
from sevenfold.games.seven_bridge.bot.covers import (
    ALL_CARDS,
    Cover,
    sequence_partners_wanted,
    set_partners_wanted,
)


class Outs(NamedTuple):
    """Cards that a hand goes out with: those that it must draw, and those that it can claim as well.

    `spares` are cards that could be laid, but are kept to be discarded last.
    """

    to_lay_off: int
    for_a_set: int
    for_a_sequence: int
    spares: int


NO_OUTS = Outs(0, 0, 0, 0)


def outs_of(kept: int, cover: Cover, unseen: int, ace_high: int, final_discard: int) -> Outs:
    """The outs of a hand after its discard, among the unseen cards."""
    dead = kept & ~cover.cards & ALL_CARDS
    number = popcount(dead)
    if number > 3:
        return NO_OUTS
    laid_off = unseen & cover.wanted if number == 1 else 0
    best = Outs(laid_off, 0, 0, 0)
    if number == 3 or (number == 2 and not final_discard):
        return _with_third(best, dead, 0, unseen, ace_high)
    spares = kept & cover.cards & ~(cover.first | cover.second) & ALL_CARDS
    while spares:
        spare = spares & -spares
        spares ^= spare
        if number == 2:
            best = _better(best, _with_third(best, dead | spare, spare, unseen, ace_high))
        others = spares if number == 1 else 0
        while others:
            both = spare | others & -others
            others &= others - 1
            best = _better(best, _with_third(best, dead | both, both, unseen, ace_high))
    return best


def _with_third(outs: Outs, cards: int, spares: int, unseen: int, ace_high: int) -> Outs:
    """The outs, with the unseen cards that make a meld with two of these three."""
    sets = unseen & set_partners_wanted(cards)
    return Outs(outs.to_lay_off, sets, unseen & sequence_partners_wanted(cards, ace_high) & ~sets, spares)


def _better(one: Outs, other: Outs) -> Outs:
    return other if _claimable(other) > _claimable(one) else one


def _claimable(outs: Outs) -> int:
    """A set can be made of anybody's discard, a sequence of one player's."""
    return 3 * popcount(outs.for_a_set) + 2 * popcount(outs.for_a_sequence)
