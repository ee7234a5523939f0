"""The moves of gin rummy as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold_gin.state import PACK, Kind

WORDS = {word: kind for kind, word in Kind.words.items()}


def parse(text: str) -> Move:
    """Read `draw`, `take`, `pass`, `done`, `discard QH`, `knock QH`, `meld 4C 5C 6C` or `lay_off 7C`."""
    words = text.split()
    kind = WORDS.get(words[0].lower()) if words else None
    try:
        return Move(UNREADABLE) if kind is None else Move(kind, *PACK.read_sets(words[1:]))
    except CardError:
        return Move(UNREADABLE)


def write(move: Move) -> str:
    """A move as text; empty where it is none."""
    return f"{Kind.words.get(move.kind, '')} {PACK.write_sets(move.cards, move.twice)}".strip()
