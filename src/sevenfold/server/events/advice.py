"""How many deals an event needs to tell who plays better, for whoever makes one."""

from sevenfold.games import game_names
from sevenfold.server.protocol import EnoughDeals, EventAdvice, EventKind

ENOUGH: dict[str, dict[EventKind, int | None]] = {
    "lockup": {"own_time": 18, "evening": 80},
    "trump7": {"own_time": 44, "evening": 71},
    "seven_bridge": {"own_time": None, "evening": None},
    "lockseven": {"own_time": None, "evening": None},
}
"""With so many deals Medium stands higher than Easy in 95 % of events; None is for more than 400. These are
figures of `python -m bench.event_sizes --boards 1500`, 28 November 2026 (bench/RESULTS.md)."""


def advice() -> EventAdvice:
    """What is known, for the games of this server."""
    return EventAdvice(
        enough=tuple(
            EnoughDeals(game=game, kind=kind, deals=deals)
            for game in game_names()
            for kind, deals in ENOUGH.get(game, {}).items()
        )
    )
