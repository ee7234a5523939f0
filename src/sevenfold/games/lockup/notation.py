"""Lockup's moves as text."""

import re
from functools import lru_cache

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.lockup.state import PACK, Kind

LOSS = re.compile(r"\s*([0-3])\s+lose\s+(.+)", re.IGNORECASE | re.DOTALL)


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `QH`, or chance's `2 lose 5D`."""
    loss = LOSS.fullmatch(text)
    kind, words, seat = (Kind.LOSE, loss[2], int(loss[1])) if loss else (Kind.PLAY, text, 0)
    try:
        return Move(kind, *PACK.read_sets(words.split()), seat)
    except CardError:
        return Move(UNREADABLE)


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text."""
    cards = PACK.write_sets(move.cards, move.twice)
    return f"{move.arg} lose {cards}" if move.kind == Kind.LOSE else cards
