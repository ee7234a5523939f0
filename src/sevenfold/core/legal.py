"""The legal moves of a seat as a list, for games and moments in which they are few."""

from typing import Any, TypeVar

from sevenfold.cards.masks import kinds_of
from sevenfold.core.game import Rules
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.visibility import view

S = TypeVar("S")


def legal_moves(rules: Rules[S, Any], state: S, seat: int) -> list[Move]:
    """Every legal move of a seat, by adding cards to the choice high to low; [] for one not to act, and
    for chance.

    Reads what the seat may see, alone, as `extend` does.
    """
    if seat == CHANCE or not rules.acting(view(state, seat)) >> seat & 1:
        return []
    moves: list[Move] = []
    choices = [(0, 0)]
    while choices:
        cards, twice = choices.pop()
        extension = rules.extend(state, seat, cards, twice)
        moves += extension.moves
        last = cards & -cards
        for kind in kinds_of(extension.cards):
            card = 1 << kind
            if not cards or card < last:
                choices.append((cards | card, twice))
            elif card == last:
                choices.append((cards, twice | card))
    return moves
