"""Melds's moves as text."""

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._rummy.state import DISCARD, DRAW, MELD, PACK, TAKE

WORDS = {"discard": DISCARD, "draw": DRAW, "take": TAKE, "meld": MELD}


def parse(text: str) -> Move:
    """Read `draw`, `take 7D 7H`, `meld 4C 5C 6C` or `discard QH`."""
    words = text.split()
    if not words or words[0].lower() not in WORDS:
        return Move(UNREADABLE)
    cards = twice = 0
    try:
        for kind in PACK.read(" ".join(words[1:])):
            twice |= cards & 1 << kind
            cards |= 1 << kind
    except CardError:
        return Move(UNREADABLE)
    return Move(WORDS[words[0].lower()], cards, twice)


def write(move: Move) -> str:
    """A move as text; empty where it is none."""
    word = next((word for word, kind in WORDS.items() if kind == move.kind), "")
    return f"{word} {PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))}".strip()
