"""What the contract suite must know of Shedding: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games._shedding.state import CARDS, NO_CARD, NOBODY, SEATS, State

MOST_MOVES = CARDS + CARDS + SEATS * (CARDS + 1)
"""Each card is drawn once and played once, and all may pass before each play."""


def arguments(_state: State, _cards: int) -> range:
    """No move has an argument."""
    return range(-1, 3)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    stock = [kind for kind in state.stock if kind != NO_CARD]
    return [*(kind for hand in state.hands for kind in kinds_of(hand)), *stock, state.upcard]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.pile & ~(1 << state.upcard))]


def adds_up(state: State, _dealt: int) -> bool:
    """Whether the winner has no cards, or everybody has some."""
    if state.winner == NOBODY:
        return all(size > 0 for size in state.hand_sizes)
    return state.hand_sizes[state.winner] == 0
