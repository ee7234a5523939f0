"""Lockup's moves as text."""

import re
from collections import Counter
from functools import lru_cache

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.lockup.state import LOSE_CARD, PACK, PLAY_CARD

LOSS = re.compile(r"\s*([0-3])\s+lose\s+(.+)", re.IGNORECASE | re.DOTALL)


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `QH`, or chance's `2 lose 5D`."""
    loss = LOSS.fullmatch(text)
    kind, words, seat = (LOSE_CARD, loss[2], int(loss[1])) if loss else (PLAY_CARD, text, 0)
    try:
        cards = PACK.read(words)
    except CardError:
        return Move(UNREADABLE)
    twice = mask_of(card for card, times in Counter(cards).items() if times > 1)
    return Move(kind, mask_of(cards), twice, seat)


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text."""
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    return f"{move.arg} lose {cards}" if move.kind == LOSE_CARD else cards
