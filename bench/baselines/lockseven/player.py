"""The rule-based player: its move from its view alone."""

from bench.baselines.lockseven import calling
from bench.baselines.lockseven.following import follow
from bench.baselines.lockseven.leading import lead
from sevenfold.core.moves import Move
from sevenfold.games.lockseven.state import (
    ANTI_CALLING,
    BURYING,
    DEALING,
    DECIDING,
    Seen,
)


def choose(view: Seen, seat: int) -> Move:
    """A move in any phase."""
    if view.phase == DEALING:
        return calling.call(view, seat)
    if view.phase == DECIDING or (view.phase == BURYING and view.must_choose[seat]):
        return calling.choose_partner(view, seat)
    if view.phase == BURYING:
        return calling.bury(view, seat)
    if view.phase == ANTI_CALLING:
        return calling.anti_call(view, seat)
    return lead(view, seat) if seat == view.leader else follow(view, seat)
