"""Seven Bridge's moves as text."""

import re
from functools import lru_cache

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.seven_bridge.names import move_names
from sevenfold.games.seven_bridge.state import JOKER, JOKER_PACK, NAMES, NO_CARD, Kind, meld_number

KINDS = {word: kind for kind, word in Kind.words.items()}
NUMBER = re.compile(r"\d{1,2}", re.ASCII)


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `draw`, `meld JK=6H 7H 8H`, `lay 5D 1` and the like."""
    word, *words = text.split() or [""]
    kind = KINDS.get(word.lower(), UNREADABLE)
    number = 0
    if kind == Kind.LAY:
        if not words or not NUMBER.fullmatch(words[-1]):
            return Move(UNREADABLE)
        number = int(words.pop())
    try:
        cards, twice, joker_as = read_cards(words)
    except CardError:
        return Move(UNREADABLE)
    return Move(kind, cards, twice, number * NAMES + joker_as + 1) if kind else Move(UNREADABLE)


def read_cards(words: list[str]) -> tuple[int, int, int]:
    """The set of these cards, of those named twice, and what the joker stands for. Raises CardError."""
    cards = twice = 0
    joker_as = NO_CARD
    for word in words:
        name, equals, stands_for = word.partition("=")
        kind = JOKER_PACK.kind(name)
        if equals:
            joker_as = JOKER_PACK.kind(stands_for)
            if kind != JOKER or joker_as == JOKER:
                raise CardError(word)
        twice |= cards & 1 << kind
        cards |= 1 << kind
    return cards, twice, joker_as


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text."""
    words = [Kind.words.get(move.kind, ""), *move_names(move)]
    if move.kind == Kind.LAY:
        words.append(str(meld_number(move.arg)))
    return " ".join(words)
