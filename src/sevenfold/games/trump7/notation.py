"""Trump 7's moves as text."""

from functools import lru_cache

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.trump7.state import DISCARD, PACK, PASS, PLAY_CARD, SUITS, TAKE


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `pass`, `take H`, `discard 7C 8D`, `QH`, or `JK S`."""
    words = text.replace("\ufe0f", "").split()
    try:
        match [word.lower() for word in words]:
            case ["pass"]:
                return Move(PASS)
            case ["take", suit]:
                return Move(TAKE, arg=PACK.suit(suit))
            case ["discard", *_]:
                return _with_cards(DISCARD, words[1:])
            case [card, suit] if len(suit) == 1:
                return _with_cards(PLAY_CARD, [card], PACK.suit(suit) + 1)
        return _with_cards(PLAY_CARD, words)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, words: list[str], arg: int = 0) -> Move:
    cards = twice = 0
    for word in words:
        card = 1 << PACK.kind(word)
        twice |= cards & card
        cards |= card
    return Move(kind, cards, twice, arg)


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text; `?` where it names no suit of the game."""
    if move.kind == PASS:
        return "pass"
    if move.kind == TAKE:
        return f"take {_suit_text(move.arg)}"
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    if move.kind == DISCARD:
        return f"discard {cards}"
    return f"{cards} {_suit_text(move.arg - 1)}" if move.arg else cards


def _suit_text(suit: int) -> str:
    return PACK.suits[suit] if 0 <= suit < SUITS else "?"
