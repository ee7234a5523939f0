"""Sixth Trick's moves as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold_sixth_trick.state import PACK, Kind


def parse(text: str) -> Move:
    """Read a move, such as `QH`. More than one card can be read too: the rules refuse it."""
    try:
        return Move(Kind.PLAY, *PACK.read_sets(text.split()))
    except CardError:
        return Move(UNREADABLE)


def write(move: Move) -> str:
    """A move as text."""
    return PACK.write_sets(move.cards, move.twice)
