"""The rule-based player: its move from its view alone."""

from sevenfold.core.moves import Move
from sevenfold.games.lockseven.bot import calling
from sevenfold.games.lockseven.bot.following import follow
from sevenfold.games.lockseven.bot.leading import lead
from sevenfold.games.lockseven.bot.weights import WEIGHTS, Weights
from sevenfold.games.lockseven.state import Phase, Seen, State


def choose(view: Seen, seat: int) -> Move:
    """A move in any phase."""
    return choose_by(view, seat, WEIGHTS)


def choose_by(view: State, seat: int, weights: Weights) -> Move:
    """A move in any phase by these weights."""
    if view.phase == Phase.DEAL:
        return calling.call(view, seat, weights)
    if view.phase == Phase.DECIDE or (view.phase == Phase.BURY and view.must_choose[seat]):
        return calling.choose_partner(view, seat, weights)
    if view.phase == Phase.BURY:
        return calling.bury(view, seat, weights)
    if view.phase == Phase.ANTI:
        return calling.anti_call(view, seat, weights)
    return lead(view, seat) if seat == view.leader else follow(view, seat)
