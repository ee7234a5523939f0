"""Taking the discard: chi, pon, and who is offered a pon (SB-4)."""

from sevenfold.cards.masks import popcount
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.laying import (
    as_laid,
    check_joker,
    has_shape,
    in_first_round,
    must_wait,
    names_twice,
    spare,
)
from sevenfold.games.seven_bridge.melds import is_sequence, is_set
from sevenfold.games.seven_bridge.refusals import Violation
from sevenfold.games.seven_bridge.state import (
    JOKER,
    JOKER_CARD,
    NO_CARD,
    NO_MELD,
    RANK_CARDS,
    RANKS,
    Kind,
    Phase,
    State,
)


def top(state: State) -> int:
    """The last discard; NO_CARD where there is none."""
    return state.pile[state.pile_size - 1] if state.pile_size > 0 else NO_CARD


def too_early(state: State) -> bool:
    """SB-4.9: whether claims must wait until everybody has completed a turn."""
    return must_wait(state) or (state.second_round == 1 and in_first_round(state))


def may_claim(state: State, seat: int) -> bool:
    """Whether the seat may claim the last discard, if it has the cards for it."""
    return top(state) not in (NO_CARD, JOKER) and seat != state.discarder and not too_early(state)


def claims_open(state: State) -> bool:
    """Whether the last discard may be ponned, as far as all can see (SB-4.2)."""
    return state.phase == Phase.DRAW and top(state) not in (NO_CARD, JOKER) and not too_early(state)


def pon_by_several(state: State) -> bool:
    """Whether two seats might be asked for a pon of the last discard, as far as all can see (SB-4.5).

    That takes the joker: of a rank only three cards are left besides the discard.
    """
    if not state.joker or state.joker_meld != NO_MELD:
        return False
    return claims_open(state) and all(state.pile[index] != JOKER for index in range(state.pile_size))


def could_pon(state: State, seat: int) -> bool:
    """Whether the seat has a legal pon of the last discard, and so is offered it (SB-4.10)."""
    if spare(state, seat) < 2 or not may_claim(state, seat):
        return False
    of_rank = RANK_CARDS << top(state) % RANKS
    return popcount(state.hands[seat] & (of_rank | JOKER_CARD)) >= 2


def offer_pon_from(state: State, step: int) -> None:
    """Offer the pon to the next seat that has one, `step` seats after the discarder or later."""
    for following in range(step, state.players):
        seat = (state.discarder + following) % state.players
        if could_pon(state, seat):
            state.offered_pon[seat] = 1
            state.waiting[state.turn] = 1 if seat == state.turn else 0
            state.held[state.turn] = 1 - state.waiting[state.turn]
            return


def check_claim(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a chi or pon."""
    no_shape = Violation.SB_4_1 if move.kind == Kind.CHI else Violation.SB_4_2
    discard = top(state)
    if discard == NO_CARD or seat == state.discarder:
        return no_shape
    if discard != JOKER and has_shape(move):
        cards = as_laid(move)
        if names_twice(move) or cards >> discard & 1 or not _is_claim(state, move.kind, cards | 1 << discard):
            return no_shape
        if popcount(cards) < 2 and not (move.kind == Kind.CHI and state.short_chi):
            return Violation.SB_4_3
    if too_early(state):
        return Violation.SB_4_9
    if move.kind == Kind.PON and state.passed[seat]:
        return Violation.SB_4_10
    if popcount(move.cards) > spare(state, seat):
        return Violation.SB_5_2
    if discard == JOKER:
        return Violation.SB_7_4
    return check_joker(move, popcount(move.cards) + 1)


def _is_claim(state: State, kind: int, cards: int) -> bool:
    return is_sequence(cards, state.ace_high) if kind == Kind.CHI else is_set(cards)


def default_move(state: State) -> Move | None:
    """The pass of the seat that is offered a pon (SB-4.10)."""
    return Move(Kind.PASS) if any(state.offered_pon) else None
