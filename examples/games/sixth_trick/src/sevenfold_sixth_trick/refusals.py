"""What Sixth Trick refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold_sixth_trick.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    SI_2_2 = FIRST_OWN


VIOLATIONS = rule_numbers(Violation)


def details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if violation in (NOT_HELD, Violation.SI_2_2):
        values["card"] = PACK.names[lowest(move.cards)]
    if violation == Violation.SI_2_2:
        values["suit"] = PACK.suits[state.suit_led]
    return values
