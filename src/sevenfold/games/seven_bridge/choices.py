"""What may be chosen: the cards that may be added to a choice, and the moves that a choice already makes.

Moves with the same cards differ in their arguments. The legal arguments are a mask: bit 0 for a move without
a joker, the next bits for the kinds that a joker may be named for.
"""

from sevenfold.cards.masks import nth, popcount
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.claims import may_claim, top
from sevenfold.games.seven_bridge.laying import lays_off_now, spare
from sevenfold.games.seven_bridge.melds import (
    is_meld,
    is_sequence,
    is_set,
    namings,
    sequence_namings,
    sequence_partners,
    set_namings,
    set_partners,
    takes,
)
from sevenfold.games.seven_bridge.state import JOKER_CARD, NAMES, Kind, Phase, State

# --- cards that go with others ----------------------------------------------------------------------


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """The cards of the hand that, with all those chosen, are part of a legal move."""
    if twice or cards & ~state.hands[seat]:
        return 0
    if state.phase == Phase.DRAW:
        return _addable_to_claim(state, seat, cards)
    if cards == 0:
        return state.hands[seat]
    if cards == JOKER_CARD:
        return _beside_joker(state, seat)
    return _partners(state, seat, cards)


def _addable_to_claim(state: State, seat: int, cards: int) -> int:
    if not may_claim(state, seat):
        return 0
    hand, laid = state.hands[seat], spare(state, seat)
    with_discard = cards | 1 << top(state)
    if state.offered_pon[seat]:
        return set_partners(hand, with_discard, laid + 1, 0)
    return sequence_partners(hand, with_discard, laid + 1, state.short_chi, state.ace_high)


def _partners(state: State, seat: int, cards: int) -> int:
    hand, laid = state.hands[seat], spare(state, seat)
    return set_partners(hand, cards, laid, 1) | sequence_partners(hand, cards, laid, 1, state.ace_high)


def _beside_joker(state: State, seat: int) -> int:
    found, others = 0, state.hands[seat] ^ JOKER_CARD
    while others:
        card = others & -others
        others ^= card
        if _partners(state, seat, JOKER_CARD | card):
            found |= card
    return found


# --- moves ------------------------------------------------------------------------------------------


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards: pass, draw, claims, melds, lay-offs and the discard."""
    if twice or cards & ~state.hands[seat]:
        return 0
    if state.phase == Phase.DRAW:
        return popcount(_claim_arguments(state, seat, cards)) if cards else 1
    if cards == 0:
        return 0
    melds = popcount(_meld_arguments(state, seat, cards))
    if popcount(cards) > 1:
        return melds
    lay_offs = 0
    for number in range(_open_melds(state, seat)):
        lay_offs += popcount(_lay_off_arguments(state, cards, number))
    return melds + lay_offs + 1


def nth_move(state: State, seat: int, cards: int, twice: int, index: int) -> Move:
    """Melds come first, then lay-offs in the order of the melds, then the discard; each by its argument."""
    may_pon = state.offered_pon[seat]
    if state.phase == Phase.DRAW and cards == 0:
        return Move(Kind.PASS if may_pon else Kind.DRAW, cards, twice, 0)
    if state.phase == Phase.DRAW:
        return Move(
            Kind.PON if may_pon else Kind.CHI, cards, twice, nth(_claim_arguments(state, seat, cards), index)
        )
    melds = _meld_arguments(state, seat, cards)
    if index < popcount(melds):
        return Move(Kind.MELD, cards, twice, nth(melds, index))
    index -= popcount(melds)
    for number in range(_open_melds(state, seat)):
        lay_offs = _lay_off_arguments(state, cards, number)
        if index < popcount(lay_offs):
            return Move(Kind.LAY, cards, twice, number * NAMES + nth(lay_offs, index))
        index -= popcount(lay_offs)
    return Move(Kind.DISCARD, cards, twice, 0)


def _claim_arguments(state: State, seat: int, cards: int) -> int:
    """The arguments of a chi, or of a pon for a seat that is offered one (SB-4.1, SB-4.2, SB-4.3, SB-5.2)."""
    if not may_claim(state, seat) or popcount(cards) > spare(state, seat):
        return 0
    with_discard = cards & ~JOKER_CARD | 1 << top(state)
    if state.offered_pon[seat]:
        if cards & JOKER_CARD:
            return set_namings(with_discard) << 1
        return 1 if popcount(cards) > 1 and is_set(with_discard) else 0
    if cards & JOKER_CARD:
        return sequence_namings(with_discard, state.ace_high) << 1
    enough = popcount(cards) > 1 or state.short_chi == 1
    return 1 if enough and is_sequence(with_discard, state.ace_high) else 0


def _meld_arguments(state: State, seat: int, cards: int) -> int:
    """The arguments of a new meld (SB-2.1, SB-5.2, SB-7.1)."""
    if popcount(cards) > spare(state, seat):
        return 0
    if cards & JOKER_CARD:
        return namings(cards ^ JOKER_CARD, state.ace_high) << 1
    return 1 if is_meld(cards, state.ace_high) else 0


def _open_melds(state: State, seat: int) -> int:
    """How many melds the seat may lay off on: all of them, or none (SB-3.2, SB-3.3, SB-4.4, SB-5.2)."""
    return state.meld_count if lays_off_now(state, seat) and spare(state, seat) > 0 else 0


def _lay_off_arguments(state: State, card: int, number: int) -> int:
    """The arguments of a lay-off on one meld (SB-2.5, SB-7.1)."""
    meld = state.melds[number]
    taken = takes(meld, state.ace_high)
    if card == JOKER_CARD:
        return taken << 1 if popcount(meld) > 1 else 0
    return 1 if taken & card else 0
