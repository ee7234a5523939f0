"""Stub's moves as text."""

from sevenfold.cards.masks import kinds_of
from sevenfold.cards.pack import CardError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games._stub.state import BID, CALL, DISCARD, PACK, PASS, PLAY_CARD, SUITS


def parse(text: str) -> Move:
    """Read a move, such as `QH`. More than one card can be read too: the rules refuse it."""
    #: if bids or trump or widow
    words = text.replace("\ufe0f", "").split()
    word = words[0].lower() if words else ""
    #: end
    try:
        #: if bids
        if len(words) == 1 and word == "pass":
            return Move(PASS)
        if len(words) == 2 and word == "bid":
            return Move(BID, arg=_number(words[1]))
        #: end
        #: if trump
        if len(words) == 2 and word == "call":
            return Move(CALL, arg=PACK.suit(words[1]))
        #: end
        #: if widow
        if word == "discard":
            return _with_cards(DISCARD, " ".join(words[1:]))
        #: end
        return _with_cards(PLAY_CARD, text)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, text: str) -> Move:
    cards = twice = 0
    for card in PACK.read(text):
        twice |= cards & 1 << card
        cards |= 1 << card
    return Move(kind, cards, twice)


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
    if move.kind == PASS:
        return "pass"
    if move.kind == BID:
        return f"bid {move.arg}"
    #: end
    #: if trump
    if move.kind == CALL:
        return f"call {PACK.suits[move.arg]}" if 0 <= move.arg < SUITS else "call ?"
    #: end
    #: if widow
    if move.kind == DISCARD:
        return f"discard {_cards(move)}"
    #: end
    return _cards(move)


def _cards(move: Move) -> str:
    return PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
