"""What the contract suite must know of Rummy: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games._rummy.state import CARDS, MOST_MELDS, NO_CARD, NOBODY, State

MOST_MOVES = 2 * CARDS + 2 * MOST_MELDS
"""Each card is drawn, with a discard after it, and each meld is laid, with a discard after one that takes."""


def arguments(_state: State, _cards: int) -> range:
    """No move has an argument."""
    return range(-1, 3)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    stock = [kind for kind in state.stock if kind != NO_CARD]
    lying = state.pile & 1 << state.upcard
    return [kind for mask in (*state.hands, lying) for kind in kinds_of(mask)] + stock


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    open_cards = [
        kind for mask in (*state.melds, state.pile & ~(1 << state.upcard)) for kind in kinds_of(mask)
    ]
    return [*unplayed(state), *open_cards]


def adds_up(state: State, _dealt: int) -> bool:
    """Whether the winner has no cards, or the stock has none."""
    if state.winner == NOBODY:
        return state.stock_size == 0
    return state.hand_sizes[state.winner] == 0
