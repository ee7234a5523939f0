"""Trump 7's moves as text."""

from functools import lru_cache

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.trump7.state import PACK, SUITS, Kind


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `pass`, `take H`, `discard 7C 8D`, `QH`, or `JK S`."""
    words = text.replace("\ufe0f", "").split()
    try:
        match [word.lower() for word in words]:
            case ["pass"]:
                return Move(Kind.PASS)
            case ["take", suit]:
                return Move(Kind.TAKE, arg=PACK.suit(suit))
            case ["discard", *_]:
                return Move(Kind.DISCARD, *PACK.read_sets(words[1:]))
            case [card, suit] if len(suit) == 1:
                return Move(Kind.PLAY, *PACK.read_sets([card]), PACK.suit(suit) + 1)
        return Move(Kind.PLAY, *PACK.read_sets(words))
    except CardError:
        return Move(UNREADABLE)


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text; `?` where it names no suit of the game."""
    if move.kind == Kind.PASS:
        return "pass"
    if move.kind == Kind.TAKE:
        return f"take {_suit_text(move.arg)}"
    cards = PACK.write_sets(move.cards, move.twice)
    if move.kind == Kind.DISCARD:
        return f"discard {cards}"
    return f"{cards} {_suit_text(move.arg - 1)}" if move.arg else cards


def _suit_text(suit: int) -> str:
    return PACK.suits[suit] if 0 <= suit < SUITS else "?"
