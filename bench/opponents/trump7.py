"""Trump 7's rule-based player of today."""

from bench.roles import each_seat as seats
from sevenfold.games.trump7.bot.player import choose as choose

__all__ = ["choose", "seats"]
