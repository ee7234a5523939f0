"""Lockup's rule-based player of today."""

from bench.roles import each_seat as seats
from sevenfold.games.lockup.bot.player import choose as choose

__all__ = ["choose", "seats"]
