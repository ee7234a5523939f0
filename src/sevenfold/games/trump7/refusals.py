"""What Trump 7 refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games.trump7.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    T7_2_3, T7_4_2, T7_5_3 = range(FIRST_OWN, FIRST_OWN + 3)


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    if violation == NOT_HELD:
        missing = move.twice or move.cards & ~state.hands[seat]
        return {"card": PACK.names[lowest(missing)]}
    if violation == Violation.T7_4_2:
        return {"card": PACK.names[lowest(move.cards)], "suit": PACK.suits[state.suit_led]}
    if violation == Violation.T7_5_3:
        return {"card": PACK.names[lowest(move.cards)]}
    return {}
