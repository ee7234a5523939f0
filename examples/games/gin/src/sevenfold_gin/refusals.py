"""What gin rummy refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold_gin.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    GI_2_2, GI_1_4, GI_3_1, GI_3_3, GI_4_2 = range(FIRST_OWN, FIRST_OWN + 5)


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card that is not held; the cards that make no meld or go on none."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(move.twice or move.cards & ~state.hands[seat])]}
    if violation in (Violation.GI_1_4, Violation.GI_4_2):
        return {"cards": PACK.write_mask(move.cards)}
    return {}
