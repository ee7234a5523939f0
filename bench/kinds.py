"""Kinds of decisions, to find at which of them a player gains or loses (`bench.levels --only`)."""

from collections.abc import Callable
from typing import Any

from sevenfold.bots.players import Player
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import state as lockseven
from sevenfold.games.seven_bridge import state as seven_bridge
from sevenfold.games.trump7 import state as trump7

KindOf = Callable[[Any, int], str]
"""Takes what a seat sees and the seat, and returns the kind of its decision."""


def trump7_kind(seen: Any, seat: int) -> str:
    """The bid, the discards, and cards by who plays them and whether they lead."""
    if seen.phase != trump7.Phase.PLAY:
        return "bid" if seen.phase == trump7.Phase.BID else "discard"
    who = "leaster" if seen.leaster else "player" if seat == seen.player else "defender"
    return f"{who} {'leads' if seat == seen.leader else 'follows'}"


def lockup_kind(seen: Any, seat: int) -> str:
    """Leads and follows."""
    return "leads" if seat == seen.leader else "follows"


def seven_bridge_kind(seen: Any, _seat: int) -> str:
    """Claims of a discard, or the draw; and what is done after it."""
    return "claim or draw" if seen.phase == seven_bridge.Phase.DRAW else "turn"


def lockseven_kind(seen: Any, seat: int) -> str:
    """What comes before the play, phase by phase, and cards by who plays them and whether they lead."""
    if seen.phase != lockseven.Phase.PLAY:
        return ("call", "bottom", "anti-call", "decision")[seen.phase]
    who = "host" if seat == seen.host else "other"
    return f"{who} {'leads' if seat == seen.leader else 'follows'}"


KINDS: dict[str, KindOf] = {
    "trump7": trump7_kind,
    "lockup": lockup_kind,
    "seven_bridge": seven_bridge_kind,
    "lockseven": lockseven_kind,
}


def only_at(game: AnyGame, kind: str, player: Player[Any], otherwise: Player[Any]) -> Player[Any]:
    """One player at decisions whose kind begins with `kind`, and another at all others."""
    kind_of = KINDS[game.meta.name]

    def choose(seen: Any, seat: int) -> Move:
        return (player if kind_of(seen, seat).startswith(kind) else otherwise)(seen, seat)

    return choose
