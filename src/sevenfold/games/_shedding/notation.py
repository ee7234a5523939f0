"""Shedding's moves as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._shedding.state import PACK, Kind

PLAIN = {"draw": Move(Kind.DRAW), "pass": Move(Kind.PASS)}


def parse(text: str) -> Move:
    """Read `draw`, `pass` or `QH`. More than one card can be read too: the rules refuse it."""
    if text.strip().lower() in PLAIN:
        return PLAIN[text.strip().lower()]
    try:
        return Move(Kind.PLAY, *PACK.read_sets(text.split()))
    except CardError:
        return Move(UNREADABLE)


def write(move: Move) -> str:
    """A move as text."""
    cards = PACK.write_sets(move.cards, move.twice)
    return next((text for text, plain in PLAIN.items() if plain == move), cards)
