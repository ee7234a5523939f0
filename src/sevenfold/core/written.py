"""Moves as they are written, taken apart for whoever shows them.

The text of a move is a word, cards and what comes after them: `pass`, `take H`, `discard 7C 8D`,
`lay 5D 1`. A move that plays cards has no word: `QH`, `JK S`.
"""

import re
from functools import lru_cache

import msgspec

PLAY = "play"
"""The kind of a move that plays cards; its text begins with them."""

WORD = re.compile(r"[a-z_]+")
CARD = re.compile(r"\?|(?:[2-9TJQKA][SHDC]|RJ|BJ|JK)(?:=[2-9TJQKA][SHDC])?")


class WrittenMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move as it is shown: its text, and the parts of the text.

    `kind` is its word, or `play`. `cards` are the cards it names: `JK=6H` is a joker that stands for a
    card, `?` a card that the viewer may not know. `arg` is what comes after them.
    """

    text: str
    kind: str
    cards: tuple[str, ...] = ()
    arg: str | None = None


@lru_cache(4096)
def take_apart(text: str) -> WrittenMove:
    """The parts of a move's text."""
    words = text.split()
    kind = words.pop(0) if words and WORD.fullmatch(words[0]) else PLAY
    cards = []
    while words and CARD.fullmatch(words[0]):
        cards.append(words.pop(0))
    return WrittenMove(text=text, kind=kind, cards=tuple(cards), arg=" ".join(words) or None)
