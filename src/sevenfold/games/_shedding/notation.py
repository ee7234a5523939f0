"""Tops's moves as text."""

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._shedding.state import DRAW, PACK, PASS, PLAY_CARD

PLAIN = {"draw": Move(DRAW), "pass": Move(PASS)}


def parse(text: str) -> Move:
    """Read `draw`, `pass` or `QH`. More than one card can be read too: the rules refuse it."""
    if text.strip().lower() in PLAIN:
        return PLAIN[text.strip().lower()]
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
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    return next((text for text, plain in PLAIN.items() if plain == move), cards)
