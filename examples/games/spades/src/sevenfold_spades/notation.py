"""Spades's moves as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold_spades.state import PACK, Kind


def parse(text: str) -> Move:
    """Read `bid 3`, `nil` or `QH`. More than one card can be read too: the rules refuse it."""
    words = text.split()
    try:
        match [word.lower() for word in words]:
            case ["nil"]:
                return Move(Kind.BID)
            case ["bid", number] if number.isdecimal() and len(number) < 3:
                return Move(Kind.BID, arg=int(number))
        return Move(Kind.PLAY, *PACK.read_sets(words))
    except CardError:
        return Move(UNREADABLE)


def write(move: Move) -> str:
    """A move as text."""
    if move.kind == Kind.BID:
        return f"bid {move.arg}" if move.arg else "nil"
    return PACK.write_sets(move.cards, move.twice)
