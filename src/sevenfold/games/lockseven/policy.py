"""The rule-based player: its move from its view alone."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import rules
from sevenfold.games.lockseven.state import State


def choose(view: State, seat: int) -> Move:
    """A move from the seat's view."""
    cards = twice = 0
    while True:
        added, moves = rules.extend(view, seat, cards, twice)
        if moves:
            return moves[-1]
        card = 1 << lowest(added)
        twice |= cards & card
        cards |= card
