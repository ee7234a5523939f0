"""What of a state of Trump 7 must fit together, for states that come from outside."""

from sevenfold.cards.masks import popcount
from sevenfold.core.soundness import NO_MISFIT, are_apart, are_counted
from sevenfold.core.tricks import NO_CARD, NO_SUIT, NOBODY, seats_from, trick_fits
from sevenfold.games.trump7.rules import WIDOW_SIZE
from sevenfold.games.trump7.state import JOKER, RANKS, SEATS, Phase, State


def misfit(state: State) -> str:
    """The first field that does not fit the others; NO_MISFIT where all do."""
    if not are_apart([*state.hands, *state.discards, *state.played, state.widow]):
        return "hands"
    if not are_counted(state.hands, state.hand_sizes):
        return "hand_sizes"
    if any(state.hand_sizes[seat] != _size(state, seat) for seat in range(SEATS)):
        return "tricks_left"
    if (state.player == NOBODY) != (state.trump == NO_SUIT):
        return "trump"
    if state.phase == Phase.OVER:
        return NO_MISFIT if any(state.tricks) and state.leaster == (state.player == NOBODY) else "tricks"
    return _misfit_on_the_way(state)


def _misfit_on_the_way(state: State) -> str:
    if NOBODY in (state.first, state.turn):
        return "turn"
    if state.phase != Phase.PLAY:
        if not trick_fits(state, (), RANKS):
            return "trick"
        if state.phase == Phase.DISCARD:
            return NO_MISFIT if state.turn == state.player else "player"
        offered = state.player == NOBODY and not state.leaster and popcount(state.widow) == WIDOW_SIZE
        return NO_MISFIT if offered else "widow"
    if state.leaster != (state.player == NOBODY):
        return "leaster"
    if state.leader == NOBODY:
        return "leader"
    led = state.trick[state.leader]
    if led == JOKER and (state.leaster or state.suit_led == state.trump):
        led = state.suit_led * RANKS  # the joker is of the suit that it was led as
    return NO_MISFIT if trick_fits(state, seats_from(state.leader, SEATS), RANKS, led) else "trick"


def _size(state: State, seat: int) -> int:
    """How many cards a hand has: one for each trick to come, but the one played, and the widow taken up."""
    taken = WIDOW_SIZE if state.phase == Phase.DISCARD and seat == state.player else 0
    return state.tricks_left + taken - (state.trick[seat] != NO_CARD)
