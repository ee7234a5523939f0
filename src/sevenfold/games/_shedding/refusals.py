"""What Shedding refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games._shedding.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    SX_2_1 = FIRST_OWN


VIOLATIONS = rule_numbers(Violation)


def details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused, and the one on which it does not fit."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(move.cards)]}
    if violation == Violation.SX_2_1:
        return {"card": PACK.names[lowest(move.cards)], "top": PACK.names[state.top]}
    return {}
