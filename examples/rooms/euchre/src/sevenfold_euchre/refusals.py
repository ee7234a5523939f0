"""What Euchre refuses, in the order of the refusals in README.md, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD
from sevenfold_euchre.state import PACK, RANKS, State

VIOLATIONS = ("EU-2.2", "EU-2.3", "EU-2.5", "EU-3.3")
EU_2_2, EU_2_3, EU_2_5, EU_3_3 = range(FIRST_OWN, FIRST_OWN + len(VIOLATIONS))


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led; the suit turned down."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(move.twice or move.cards & ~state.hands[seat])]}
    if violation == EU_2_3:
        return {"suit": PACK.suits[state.upcard // RANKS]}
    if violation == EU_3_3:
        return {"card": PACK.names[lowest(move.cards)], "suit": PACK.suits[state.suit_led]}
    return {}
