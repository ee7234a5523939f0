"""What a seat may choose, and its legal moves as a list, for games and moments in which they are few."""

from typing import TypeVar

from sevenfold.core import violations
from sevenfold.core.moves import CHANCE, UNREADABLE, Extension, Move
from sevenfold.core.protocols import LegalMoves

S = TypeVar("S")


def extend(rules: LegalMoves[S], state: S, seat: int, cards: int = 0, twice: int = 0) -> Extension:
    """What the acting seat may add to these cards, and the moves that they already make."""
    made = range(rules.count_moves(state, seat, cards, twice))
    moves = tuple(rules.nth_move(state, seat, cards, twice, index) for index in made)
    return Extension(rules.addable(state, seat, cards, twice), moves)


def may_act(rules: LegalMoves[S], state: S, seat: int) -> bool:
    """Whether a seat is to act, as far as it can tell; to any other even a malformed move is out of turn."""
    return seat != CHANCE and rules.check(state, seat, Move(UNREADABLE, 0, 0, 0)) == violations.MALFORMED


def legal_moves(rules: LegalMoves[S], state: S, seat: int) -> list[Move]:
    """Every legal move of a seat, found by adding cards to the choice from high to low; [] for chance, and
    for a seat that is not to act.

    Like the rules, it reads only what the seat may see.
    """
    moves: list[Move] = []
    choices = [(0, 0)]
    if not may_act(rules, state, seat):
        choices.pop()
    while choices:
        cards, twice = choices.pop()
        for index in range(rules.count_moves(state, seat, cards, twice)):
            moves.append(rules.nth_move(state, seat, cards, twice, index))  # noqa: PERF401  this is compiled
        last = cards & -cards
        more = rules.addable(state, seat, cards, twice)
        while more:
            card = more & -more
            more ^= card
            if cards == 0 or card < last:
                choices.append((cards | card, twice))
            elif card == last:
                choices.append((cards, twice | card))
    return moves
