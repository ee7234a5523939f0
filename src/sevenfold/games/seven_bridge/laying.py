"""What a player on turn lays down: new melds and lay-offs (SB-2, SB-3.2, SB-5.2, SB-7.1)."""

from sevenfold.cards.masks import popcount
from sevenfold.core import violations
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.melds import is_meld, takes
from sevenfold.games.seven_bridge.refusals import Violation
from sevenfold.games.seven_bridge.state import JOKER_CARD, NO_CARD, State, meld_number, named


def in_first_round(state: State) -> bool:
    """Whether somebody has not completed a turn yet (SB-3.3, SB-4.9)."""
    return state.turns < state.players


def must_wait(state: State) -> bool:
    """SB-3.3: whether nothing may be laid yet."""
    return state.melds_later == 1 and in_first_round(state)


def spare(state: State, seat: int) -> int:
    """How many cards of the hand may be laid: one is kept for the discard (SB-5.2)."""
    return 0 if must_wait(state) else state.hand_sizes[seat] - state.final_discard


def has_shape(move: Move) -> bool:
    """Whether it is clear what the cards are: a joker among them is named (SB-7.1)."""
    return not move.cards & JOKER_CARD or named(move.arg) != NO_CARD


def as_laid(move: Move) -> int:
    """The cards of a move that has a shape, the joker as the card that it is named for."""
    if move.cards & JOKER_CARD:
        return move.cards ^ JOKER_CARD | 1 << named(move.arg)
    return move.cards


def names_twice(move: Move) -> bool:
    """Whether the joker is named for a card that is laid with it (SB-7.5)."""
    return popcount(as_laid(move)) < popcount(move.cards)


def check_meld(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a new meld."""
    if has_shape(move) and (names_twice(move) or not is_meld(as_laid(move), state.ace_high)):
        return Violation.SB_2_1
    if must_wait(state):
        return Violation.SB_3_3
    if popcount(move.cards) > spare(state, seat):
        return Violation.SB_5_2
    return check_joker(move, popcount(move.cards))


def check_lay(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a lay-off."""
    meld = state.melds[meld_number(move.arg)]
    if has_shape(move) and not takes(meld, state.ace_high) & as_laid(move):
        return Violation.SB_3_2
    if not may_lay_off(state, seat):
        return Violation.SB_3_2
    if must_wait(state):
        return Violation.SB_3_3
    if only_melds(state):
        return Violation.SB_4_4
    if spare(state, seat) < 1:
        return Violation.SB_5_2
    return check_joker(move, popcount(meld) + 1)


def may_lay_off(state: State, seat: int) -> bool:
    """SB-3.2: one must have melded before."""
    return state.lay_off_always == 1 or state.opened[seat] == 1


def only_melds(state: State) -> bool:
    """SB-4.4: whether this turn, which began with a chi or pon, allows no lay-off."""
    return state.claimed == 1 and state.claim_lay_off == 0


def lays_off_now(state: State, seat: int) -> bool:
    """Whether the player on turn may lay off in this turn (SB-3.2, SB-3.3, SB-4.4)."""
    return may_lay_off(state, seat) and not must_wait(state) and not only_melds(state)


def check_joker(move: Move, size: int) -> int:
    """SB-7.1: a joker is named, and lies in a meld of three cards or more."""
    if move.cards & JOKER_CARD and (named(move.arg) == NO_CARD or size < 3):
        return Violation.SB_7_1
    return violations.OK
