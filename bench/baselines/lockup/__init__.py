"""The rule-based player as it was."""

from bench.baselines.lockup.player import choose as choose
from bench.roles import each_seat as seats

__all__ = ["choose", "seats"]
