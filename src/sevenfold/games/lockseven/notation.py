"""LockSeven's moves as text."""

from collections import Counter
from functools import lru_cache

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.lockseven.names import names
from sevenfold.games.lockseven.order import PACK, SUITS
from sevenfold.games.lockseven.state import TOO_MANY, Kind

WORDS = {kind: word for kind, word in Kind.words.items() if kind != Kind.PLAY}
KINDS = {word: kind for kind, word in WORDS.items()}
WITH_CARDS = (Kind.BURY, Kind.ANTI)


@lru_cache(1024)
def parse(text: str) -> Move:
    """Read `wait`, `call H`, `bury 3S 4S ...`, `anti 7S 7S`, `hide` and the like, or cards to play."""
    words = text.replace("\ufe0f", "").split()
    kind = KINDS.get(words[0].lower(), Kind.PLAY) if words else Kind.PLAY
    try:
        if kind == Kind.CALL and len(words) == 2:
            return Move(Kind.CALL, arg=PACK.suit(words[1]))
        if kind in WITH_CARDS:
            return _with_cards(kind, words[1:])
        if kind == Kind.PLAY:
            return _with_cards(Kind.PLAY, words)
        return Move(kind) if len(words) == 1 and kind != Kind.CALL else Move(UNREADABLE)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, words: list[str]) -> Move:
    times = Counter(map(PACK.kind, words))
    cards = sum(1 << card for card in times)
    twice = sum(1 << card for card, count in times.items() if count > 1)
    return Move(kind, cards, twice, TOO_MANY if max(times.values(), default=0) > PACK.copies else 0)


@lru_cache(1024)
def write(move: Move) -> str:
    """A move as text; `?` where it names no suit of the game."""
    if move.kind == Kind.CALL:
        return f"call {PACK.suits[move.arg] if 0 <= move.arg < SUITS else '?'}"
    words = [WORDS[move.kind]] if move.kind in WORDS else []
    third = names(move.twice)[:1] if move.arg == TOO_MANY else ()
    return " ".join([*words, *third, *names(move.cards, move.twice)])
