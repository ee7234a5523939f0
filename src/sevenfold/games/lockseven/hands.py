"""Cards that come to a hand and leave it."""

from sevenfold.cards.masks import popcount
from sevenfold.core.moves import Move
from sevenfold.games.lockseven.state import TOO_MANY, State


def take_card(state: State, seat: int, kind: int) -> None:
    """Add a card to a hand."""
    card = 1 << kind
    state.doubles[seat] |= state.hands[seat] & card
    state.hands[seat] |= card
    state.hand_sizes[seat] += 1


def holds(state: State, seat: int, move: Move) -> bool:
    """Whether a seat has all the cards that a move names."""
    if move.arg == TOO_MANY or move.cards & ~state.hands[seat]:
        return False
    return not move.twice & ~state.doubles[seat]


def drop_cards(state: State, seat: int, cards: int, twice: int) -> None:
    """Take cards out of a hand; one card of a kind that it holds twice may stay."""
    state.hands[seat] ^= cards & ~state.doubles[seat] | twice
    state.doubles[seat] &= ~cards
    state.hand_sizes[seat] -= popcount(cards) + popcount(twice)
