"""The rule-based player as it was."""

from bench.baselines.lockseven.player import choose as choose
from bench.roles import lockseven_roles as seats

__all__ = ["choose", "seats"]
