"""Which seats a player has in one of several rounds with the same cards: one seat, or a side.

Each seat is a role. LockSeven has further roles: the Host, seats of the Attack, and a whole side.
"""

from typing import Any

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.scoring import in_defense
from sevenfold.games.lockseven.state import SEATS, Phase, State

HOST, ATTACKER, DEFENSE, ATTACK = range(SEATS, SEATS + 4)
"""Roles of LockSeven after the four seats. The Host's begins with the call, others with the first trick."""

SIDE_NAMES = ("as Host", "in the Attack", "as the Defense", "as the Attack")


def each_seat(_state: Any, role: int) -> int:
    """The seats of a role, as a mask: here one."""
    return 1 << role


def lockseven_roles(state: State, role: int) -> int:
    """The seats of a role, as a mask, at a moment of a round of LockSeven."""
    if role < HOST:
        return 1 << role
    if state.host == NOBODY:
        return 0
    if role == HOST:
        return 1 << state.host
    defense = 1 << state.host
    attack = first = 0
    if state.phase >= Phase.PLAY:
        for step in range(1, SEATS):
            seat = (state.host + step) % SEATS
            if in_defense(state, seat):
                defense |= 1 << seat
            else:
                attack |= 1 << seat
                first = first or 1 << seat
    if role == DEFENSE:
        return defense
    return first if role == ATTACKER else attack
