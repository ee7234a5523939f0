"""What Rummy refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games._rummy.state import PACK, State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    RX_3_1 = FIRST_OWN


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card that is not held, or the cards that make no meld."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(move.twice or move.cards & ~state.hands[seat])]}
    if violation == Violation.RX_3_1:
        return {"cards": PACK.write_mask(move.cards)}
    return {}
