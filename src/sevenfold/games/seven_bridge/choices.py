"""What may be chosen: the cards that can go with others, and the moves that the cards chosen already are."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core import faults
from sevenfold.core.moves import Extension, Move
from sevenfold.games.seven_bridge.claims import check_claim, may_claim, top
from sevenfold.games.seven_bridge.laying import check_lay, check_meld, may_lay_off, spare
from sevenfold.games.seven_bridge.melds import namings, sequence_partners, set_partners, takes
from sevenfold.games.seven_bridge.state import (
    CHI,
    DISCARD,
    DRAW,
    DRAWING,
    JOKER_CARD,
    LAY,
    MELD,
    NAMES,
    PASS,
    PON,
    State,
)


def extend(state: State, seat: int, cards: int, twice: int) -> Extension:
    """What the seat, which is to act, may add to these cards, and the moves they already make."""
    if twice or cards & ~state.hands[seat]:
        return Extension(0)
    return Extension(addable(state, seat, cards), _moves(state, seat, cards))


def addable(state: State, seat: int, chosen: int) -> int:
    """The cards of the hand that some legal move has beside all those chosen."""
    hand, laid = state.hands[seat], spare(state, seat)
    if state.phase == DRAWING:
        if not may_claim(state, seat):
            return 0
        with_discard = chosen | 1 << top(state)
        if state.asked[seat]:
            return set_partners(hand, with_discard, laid + 1, 0)
        return sequence_partners(hand, with_discard, laid + 1, state.short_chi, state.ace_high)
    if chosen == 0:
        return hand
    if chosen == JOKER_CARD:
        return _beside_joker(state, seat)
    return _partners(state, seat, chosen)


def _partners(state: State, seat: int, chosen: int) -> int:
    hand, laid = state.hands[seat], spare(state, seat)
    return set_partners(hand, chosen, laid, 1) | sequence_partners(hand, chosen, laid, 1, state.ace_high)


def _beside_joker(state: State, seat: int) -> int:
    found, others = 0, state.hands[seat] ^ JOKER_CARD
    while others:
        card = others & -others
        others ^= card
        if _partners(state, seat, JOKER_CARD | card):
            found |= card
    return found


def _moves(state: State, seat: int, cards: int) -> tuple[Move, ...]:
    """The legal moves that take exactly these cards."""
    if state.asked[seat]:
        return _claims(state, seat, PON, cards) if cards else (Move(PASS),)
    if state.phase == DRAWING:
        return _claims(state, seat, CHI, cards) if cards else (Move(DRAW),)
    if cards == 0:
        return ()
    melds = (Move(MELD, cards, 0, arg) for arg in _args(state, cards, 0))
    moves = tuple(move for move in melds if check_meld(state, seat, move) == faults.OK)
    if popcount(cards) == 1:
        return (*moves, *_lay_offs(state, seat, cards), Move(DISCARD, cards))
    return moves


def _claims(state: State, seat: int, kind: int, cards: int) -> tuple[Move, ...]:
    if not may_claim(state, seat):
        return ()
    moves = (Move(kind, cards, 0, arg) for arg in _args(state, cards, 1 << top(state)))
    return tuple(move for move in moves if check_claim(state, seat, move) == faults.OK)


def _args(state: State, cards: int, with_these: int) -> tuple[int, ...]:
    """What a joker among the cards may be named for, as arguments of a move."""
    if not cards & JOKER_CARD:
        return (0,)
    others = cards ^ JOKER_CARD | with_these
    return tuple(kind + 1 for kind in kinds_of(namings(others, state.ace_high))) if others else ()


def _lay_offs(state: State, seat: int, card: int) -> list[Move]:
    if spare(state, seat) < 1 or not may_lay_off(state, seat):
        return []
    moves: list[Move] = []
    for number in range(state.meld_count):
        taken = takes(state.melds[number], state.ace_high)
        if card != JOKER_CARD:
            names = [0] if taken & card else []
        else:
            names = [kind + 1 for kind in kinds_of(taken)]
        moves += (Move(LAY, card, 0, number * NAMES + name) for name in names)
    return [move for move in moves if check_lay(state, seat, move) == faults.OK]
