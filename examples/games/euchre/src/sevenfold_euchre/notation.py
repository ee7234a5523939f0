"""Euchre's moves as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold_euchre.state import PACK, SUITS, Kind

PLAIN = {"pass": Move(Kind.PASS), "order": Move(Kind.ORDER), "alone": Move(Kind.ORDER, arg=1)}


def parse(text: str) -> Move:
    """Read `pass`, `order`, `alone`, `call H`, `alone H`, `discard 9C` or `QH`."""
    words = text.replace("\ufe0f", "").split()
    lower = " ".join(words).lower()
    try:
        if lower in PLAIN:
            return PLAIN[lower]
        match lower.split():
            case ["call", suit]:
                return Move(Kind.CALL, arg=PACK.suit(suit))
            case ["alone", suit]:
                return Move(Kind.CALL, arg=SUITS + PACK.suit(suit))
            case ["discard", *_]:
                return Move(Kind.DISCARD, *PACK.read_sets(words[1:]))
        return Move(Kind.PLAY, *PACK.read_sets(words))
    except CardError:
        return Move(UNREADABLE)


def write(move: Move) -> str:
    """A move as text; `?` where it names no suit."""
    cards = PACK.write_sets(move.cards, move.twice)
    if move.kind == Kind.CALL:
        suit = PACK.suits[move.arg % SUITS] if 0 <= move.arg < 2 * SUITS else "?"
        return f"{'alone' if move.arg >= SUITS else 'call'} {suit}"
    if move.kind == Kind.DISCARD:
        return f"discard {cards}"
    return next((text for text, plain in PLAIN.items() if plain == move), cards)
