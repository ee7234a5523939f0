"""What Stub refuses, in the order of the refusals in README.md, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD
from sevenfold.games._stub.state import PACK, State

#: if bids
VIOLATIONS = ("ST-2.2", "ST-5.2")
ST_2_2, ST_5_2 = range(FIRST_OWN, FIRST_OWN + len(VIOLATIONS))
#: else
#: VIOLATIONS = ("ST-5.2",)
#: ST_5_2 = FIRST_OWN
#: end


def details(state: State, _seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if violation in (NOT_HELD, ST_5_2):
        values["card"] = PACK.names[lowest(move.cards)]
    if violation == ST_5_2:
        values["suit"] = PACK.suits[state.suit_led]
    return values
