"""What Seven Bridge refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games.seven_bridge.names import meld_names, move_names
from sevenfold.games.seven_bridge.state import JOKER_PACK, State, meld_number


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    SB_2_1, SB_3_2, SB_3_3, SB_4_1, SB_4_2, SB_4_3, SB_4_4, SB_4_9, SB_4_10, SB_5_2, SB_7_1, SB_7_4 = range(
        FIRST_OWN, FIRST_OWN + 12
    )


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card not held, or the cards refused and the meld that they do not fit."""
    if violation == NOT_HELD:
        missing = move.twice or move.cards & ~state.hands[seat]
        return {"card": JOKER_PACK.names[lowest(missing)]}
    if violation < FIRST_OWN:
        return {}
    values = {"cards": " ".join(move_names(move))}
    if violation == Violation.SB_3_2:
        values["meld"] = " ".join(meld_names(state, meld_number(move.arg)))
    return values
