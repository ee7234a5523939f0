"""Euchre's moves as text."""

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold_euchre.state import CALL, DISCARD, ORDER, PACK, PASS, PLAY_CARD, SUITS

PLAIN = {"pass": Move(PASS), "order": Move(ORDER), "alone": Move(ORDER, arg=1)}


def parse(text: str) -> Move:
    """Read `pass`, `order`, `alone`, `call H`, `alone H`, `discard 9C` or `QH`."""
    words = text.replace("\ufe0f", "").split()
    lower = " ".join(words).lower()
    try:
        if lower in PLAIN:
            return PLAIN[lower]
        match lower.split():
            case ["call", suit]:
                return Move(CALL, arg=PACK.suit(suit))
            case ["alone", suit]:
                return Move(CALL, arg=SUITS + PACK.suit(suit))
            case ["discard", *_]:
                return _with_cards(DISCARD, words[1:])
        return _with_cards(PLAY_CARD, words)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, words: list[str]) -> Move:
    cards = twice = 0
    for word in words:
        card = 1 << PACK.kind(word)
        twice |= cards & card
        cards |= card
    return Move(kind, cards, twice)


def write(move: Move) -> str:
    """A move as text; `?` where it names no suit."""
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    if move.kind == CALL:
        suit = PACK.suits[move.arg % SUITS] if 0 <= move.arg < 2 * SUITS else "?"
        return f"{'alone' if move.arg >= SUITS else 'call'} {suit}"
    if move.kind == DISCARD:
        return f"discard {cards}"
    return next((text for text, plain in PLAIN.items() if plain == move), cards)
