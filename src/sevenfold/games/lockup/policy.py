"""The rule-based player of Lockup. It knows nothing but its view."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import PLAY_CARD, State


def choose(view: State, seat: int) -> Move:
    """The card to play."""
    return Move(PLAY_CARD, 1 << lowest(playable(view, seat)))
