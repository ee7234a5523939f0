"""What Spades refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold_spades.state import PACK, State, partner


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    SP_2_2, SP_3_1, SP_3_2 = range(FIRST_OWN, FIRST_OWN + 3)


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led; the partner's bid."""
    if violation == Violation.SP_2_2:
        return {"bid": str(state.bids[partner(seat)])}
    if violation == Violation.SP_3_1:
        return {"card": PACK.names[lowest(move.cards)], "suit": PACK.suits[state.suit_led]}
    return {"card": PACK.names[lowest(move.cards)]} if violation in (NOT_HELD, Violation.SP_3_2) else {}
