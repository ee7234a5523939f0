"""Stub's moves as text."""

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._stub.state import PACK, PLAY_CARD


def parse(text: str) -> Move:
    """Read `QH`. More than one card can be read too: the rules refuse it."""
    cards = twice = 0
    try:
        for kind in PACK.read(text):
            twice |= cards & 1 << kind
            cards |= 1 << kind
    except CardError:
        return Move(UNREADABLE)
    return Move(PLAY_CARD, cards, twice)


def write(move: Move) -> str:
    """A move as text."""
    return PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
