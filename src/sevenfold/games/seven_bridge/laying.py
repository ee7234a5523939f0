"""What a player on turn lays down: new melds and lay-offs (SB-2, SB-3.2, SB-5.2, SB-7.1)."""

from sevenfold.cards.masks import popcount
from sevenfold.core import violations
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.melds import is_meld, takes
from sevenfold.games.seven_bridge.refusals import SB_2_1, SB_3_2, SB_5_2, SB_7_1
from sevenfold.games.seven_bridge.state import JOKER_CARD, NO_CARD, State, meld_number, named


def spare(state: State, seat: int) -> int:
    """How many cards of the hand may be laid: one is kept for the discard (SB-5.2)."""
    return state.hand_sizes[seat] - state.final_discard


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
        return SB_2_1
    if popcount(move.cards) > spare(state, seat):
        return SB_5_2
    return check_joker(move, popcount(move.cards))


def check_lay(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a lay-off."""
    meld = state.melds[meld_number(move.arg)]
    if has_shape(move) and not takes(meld, state.ace_high) & as_laid(move):
        return SB_3_2
    if not may_lay_off(state, seat):
        return SB_3_2
    if spare(state, seat) < 1:
        return SB_5_2
    return check_joker(move, popcount(meld) + 1)


def may_lay_off(state: State, seat: int) -> bool:
    """SB-3.2: one must have melded before."""
    return state.lay_off_always == 1 or state.opened[seat] == 1


def check_joker(move: Move, size: int) -> int:
    """SB-7.1: a joker is named, and lies in a meld of three cards or more."""
    if move.cards & JOKER_CARD and (named(move.arg) == NO_CARD or size < 3):
        return SB_7_1
    return violations.OK
