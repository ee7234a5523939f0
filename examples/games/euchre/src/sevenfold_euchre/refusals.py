"""What Euchre refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold_euchre.state import PACK, RANKS, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    EU_2_2, EU_2_3, EU_2_5, EU_3_3 = range(FIRST_OWN, FIRST_OWN + 4)


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led; the suit turned down."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(move.twice or move.cards & ~state.hands[seat])]}
    if violation == Violation.EU_2_3:
        return {"suit": PACK.suits[state.upcard // RANKS]}
    if violation == Violation.EU_3_3:
        return {"card": PACK.names[lowest(move.cards)], "suit": PACK.suits[state.suit_led]}
    return {}
