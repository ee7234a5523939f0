"""Positions of scenarios: Lockup has none."""

from collections.abc import Mapping

from sevenfold.core.deal import Deal, DealError
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.state import State


def set_up(
    _options: LockupOptions, _players: int, _deal: Deal, _first: int, _position: Mapping[str, object]
) -> State:
    """Lockup has no position but the deal."""
    raise DealError("Lockup has no position: a round begins with the first trick")
