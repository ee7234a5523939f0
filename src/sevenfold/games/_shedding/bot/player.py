"""The rule-based player of Shedding. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.games._shedding.rules import fitting, nth_move, playable
from sevenfold.games._shedding.state import Kind, Seen


def choose(view: Seen, seat: int) -> Move:
    """The card on which most of the hand fits; a card from the stock, or a pass, where none can be played."""
    cards = playable(view, seat)
    if cards == 0:
        return nth_move(view, seat, 0, 0, 0)
    best, most = lowest(cards), -1
    for kind in kinds_of(cards):
        follow = popcount(view.hands[seat] & fitting(kind))
        if follow > most:
            best, most = kind, follow
    return Move(Kind.PLAY, 1 << best, 0, 0)
