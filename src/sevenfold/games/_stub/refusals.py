"""What Stub refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games._stub.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    #: if bids
    ST_2_2, ST_5_2 = range(FIRST_OWN, FIRST_OWN + 2)
    #: else
    #: ST_5_2 = FIRST_OWN
    #: end


VIOLATIONS = rule_numbers(Violation)


def details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if violation in (NOT_HELD, Violation.ST_5_2):
        values["card"] = PACK.names[lowest(move.cards)]
    if violation == Violation.ST_5_2:
        values["suit"] = PACK.suits[state.suit_led]
    return values
