"""The rule-based player of Seven Bridge. It knows nothing but its view."""

from sevenfold.cards.masks import highest
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.state import DISCARD, DRAW, DRAWING, PASS, State


def choose(view: State, seat: int) -> Move:
    """The move to make."""
    if view.phase == DRAWING:
        return Move(PASS) if view.asked[seat] else Move(DRAW)
    return Move(DISCARD, 1 << highest(view.hands[seat]))
