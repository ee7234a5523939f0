"""What Lockup refuses, in the order of the refusals in README.md, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD
from sevenfold.games.lockup.state import PACK, State

VIOLATIONS = ("LU-2.1", "LU-3.1")
LU_2_1, LU_3_1 = range(FIRST_OWN, FIRST_OWN + 2)


def details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if violation in (NOT_HELD, LU_2_1, LU_3_1):
        values["card"] = PACK.names[lowest(move.cards)]
    if violation == LU_3_1:
        values["suit"] = PACK.suits[state.suit_led]
    return values
