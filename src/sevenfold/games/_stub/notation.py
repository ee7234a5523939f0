"""Stub's moves as text."""

from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._stub.state import PACK, SUITS, Kind


def parse(text: str) -> Move:
    """Read a move, such as `QH`. More than one card can be read too: the rules refuse it."""
    #: if bids or trump or widow
    words = text.replace("\ufe0f", "").split()
    word = words[0].lower() if words else ""
    #: end
    try:
        #: if bids
        if len(words) == 1 and word == "pass":
            return Move(Kind.PASS)
        if len(words) == 2 and word == "bid":
            return Move(Kind.BID, arg=_number(words[1]))
        #: end
        #: if trump
        if len(words) == 2 and word == "call":
            return Move(Kind.CALL, arg=PACK.suit(words[1]))
        #: end
        #: if widow
        if word == "discard":
            return Move(Kind.DISCARD, *PACK.read_sets(words[1:]))
        #: end
        return Move(Kind.PLAY, *PACK.read_sets(text.split()))
    except CardError:
        return Move(UNREADABLE)


#: if bids
def _number(text: str) -> int:
    """A number of two figures at most. Raises CardError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 2):
        raise CardError(text)
    return int(text)


#: end
def write(move: Move) -> str:
    """A move as text."""
    #: if bids
    if move.kind == Kind.PASS:
        return "pass"
    if move.kind == Kind.BID:
        return f"bid {move.arg}"
    #: end
    #: if trump
    if move.kind == Kind.CALL:
        return f"call {PACK.suits[move.arg]}" if 0 <= move.arg < SUITS else "call ?"
    #: end
    #: if widow
    if move.kind == Kind.DISCARD:
        return f"discard {PACK.write_sets(move.cards, move.twice)}"
    #: end
    return PACK.write_sets(move.cards, move.twice)
