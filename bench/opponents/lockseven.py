"""LockSeven's rule-based player of today."""

from bench.roles import lockseven_roles as seats
from sevenfold.games.lockseven.bot.player import choose as choose

__all__ = ["choose", "seats"]
