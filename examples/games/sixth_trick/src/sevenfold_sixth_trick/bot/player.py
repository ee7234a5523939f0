"""The rule-based player of Sixth Trick. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.moves import Move
from sevenfold.core.tricks import trick_cards
from sevenfold_sixth_trick.rules import playable, strongest
from sevenfold_sixth_trick.state import RANKS, Kind, Seen

LATE = 2
"""With so many cards left it pays to have the lead; before that, to keep what can win."""


def choose(view: Seen, seat: int) -> Move:
    """The weakest card, until late in the round; then the weakest that takes the trick as it lies."""
    cards = playable(view, seat)
    if view.hand_sizes[seat] > LATE:
        return Move(Kind.PLAY, 1 << _weakest(cards), 0, 0)
    if seat == view.leader:
        return Move(Kind.PLAY, 1 << _strongest(cards), 0, 0)
    return Move(Kind.PLAY, 1 << _weakest(_that_win(view, cards) or cards), 0, 0)


def _weakest(cards: int) -> int:
    """The card of the lowest rank."""
    best = lowest(cards)
    for kind in kinds_of(cards):
        if kind % RANKS < best % RANKS:
            best = kind
    return best


def _strongest(cards: int) -> int:
    """The card of the highest rank."""
    best = lowest(cards)
    for kind in kinds_of(cards):
        if kind % RANKS > best % RANKS:
            best = kind
    return best


def _that_win(view: Seen, cards: int) -> int:
    """The cards that take the trick as it lies."""
    table = trick_cards(view.trick)
    winning = 0
    for kind in kinds_of(cards):
        if strongest(view, table | 1 << kind) == kind:
            winning |= 1 << kind
    return winning
