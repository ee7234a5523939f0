"""What LockSeven refuses, in the order in which it is looked for, and the values of a refusal."""

from sevenfold.cards.masks import lowest
from sevenfold.core.codes import Codes
from sevenfold.core.moves import Move
from sevenfold.core.violations import FIRST_OWN, NOT_HELD, rule_numbers
from sevenfold.games.lockseven.names import kind_of_strength, names, suit_name
from sevenfold.games.lockseven.order import PACK, SEVENS, SUIT_MASKS
from sevenfold.games.lockseven.parts import LENGTH, due
from sevenfold.games.lockseven.state import State


class Violation(Codes):
    """The rules that a move can break, in the order in which they are looked for."""

    LS_2_3, LS_3_1, LS_3_2, LS_3_6, LS_4_1, LS_4_3, LS_5_5, LS_6_3, LS_7_1, LS_7_2 = range(
        FIRST_OWN, FIRST_OWN + 10
    )


VIOLATIONS = rule_numbers(Violation)


def details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The values of a refusal: the card or suit refused, how many cards, what must be played."""
    if violation == NOT_HELD:
        return {"card": PACK.names[lowest(_not_held(state, seat, move))]}
    if violation == Violation.LS_2_3:
        return {"suit": PACK.suits[move.arg]}
    if violation == Violation.LS_3_1:
        found = len(names(move.cards, move.twice))
        return {"wanted": str(state.bottom_size), "found": str(found)}
    if violation == Violation.LS_3_2:
        return {"cards": " ".join(names(move.cards & SEVENS))}
    if violation == Violation.LS_3_6:
        return {"card": f"7{PACK.suits[state.own_call[seat]]}"}
    if violation == Violation.LS_4_3:
        pair = 1 << kind_of_strength(state.strength)
        return {"cards": " ".join(names(pair, pair))}
    if violation == Violation.LS_7_1:
        return {"wanted": str(state.led_size), "suit": suit_name(state.led_suit)}
    if violation == Violation.LS_7_2:
        doubles = state.doubles[seat] & SUIT_MASKS[state.led_suit]
        answer = due(state, doubles)
        longest = str(answer.tractors & LENGTH)
        return {"suit": suit_name(state.led_suit), "pairs": str(answer.pairs), "tractor": longest}
    return {}


def _not_held(state: State, seat: int, move: Move) -> int:
    """The kinds of which a move names more than the seat has."""
    missing = move.cards & ~state.hands[seat] | move.twice & ~state.doubles[seat]
    return missing or move.twice
