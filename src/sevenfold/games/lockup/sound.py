"""What of a state of Lockup must fit together, for states that come from outside."""

from sevenfold.core.soundness import NO_MISFIT, are_apart, are_counted
from sevenfold.core.tricks import NO_CARD, NOBODY, trick_fits
from sevenfold.games.lockup.state import RANKS, SEATS, Phase, State


def misfit(state: State) -> str:
    """The first field that does not fit the others; NO_MISFIT where all do."""
    if not are_apart([*state.hands, *state.lost, state.played]):
        return "hands"
    if not are_counted(state.hands, state.hand_sizes):
        return "hand_sizes"
    if not are_counted(state.lost, state.lost_sizes):
        return "lost_sizes"
    if state.phase == Phase.OVER:
        return NO_MISFIT
    if any(state.hand_sizes[seat] != _size(state, seat) for seat in range(SEATS)):
        return "tricks_left"
    if any(state.owed) != (state.phase == Phase.LOSE):
        return "owed"
    free = [seat for seat in range(SEATS) if state.locked[seat] == 0]
    if state.leader not in (free or [NOBODY]):
        return "leader"
    order = [(state.leader + step) % SEATS for step in range(SEATS) if (state.leader + step) % SEATS in free]
    begun = state.phase == Phase.PLAY
    if not trick_fits(state, order if begun else [], RANKS):
        return "trick"
    return NO_MISFIT


def _size(state: State, seat: int) -> int:
    """How many cards a hand has: one for each trick to come, but those lost and the one played (LU-5.3)."""
    locked = state.locked[seat] if state.at_once else min(state.locked[seat], 1)
    played = state.trick[seat] != NO_CARD
    return max(state.tricks_left - locked, 0) + state.owed[seat] - played
