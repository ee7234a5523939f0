"""The rule-based player of Trump 7. It knows nothing but its view."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.games.trump7.rules import playable
from sevenfold.games.trump7.state import BIDDING, DISCARD, DISCARDING, JOKER_CARD, PASS, PLAY_CARD, State


def choose(view: State, seat: int) -> Move:
    """A first sketch: pass, put away the lowest, play the lowest."""
    hand = view.hands[seat]
    if view.phase == BIDDING:
        return Move(PASS)
    if view.phase == DISCARDING:
        low = hand & -hand
        return Move(DISCARD, low | (hand ^ low) & -(hand ^ low))
    card = 1 << lowest(playable(view, seat))
    names = card == JOKER_CARD and view.leaster and view.leader == seat
    return Move(PLAY_CARD, card, 0, 1 if names else 0)
