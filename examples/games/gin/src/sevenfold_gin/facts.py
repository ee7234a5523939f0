"""What the contract suite must know of gin rummy: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold_gin.rules import knocker_points
from sevenfold_gin.state import CARDS, HAND_SIZE, MOST_MELDS, MOST_TAKEN, NO_CARD, NOBODY, State

MOST_MOVES = 2 + 2 * (CARDS + MOST_TAKEN) + MOST_MELDS + HAND_SIZE + 6
"""Two passes, a discard after each card drawn or taken, each meld and each card laid off."""


def arguments(_state: State, _cards: int) -> range:
    """No move has an argument."""
    return range(-1, 3)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    stock = [kind for kind in state.stock if kind != NO_CARD]
    lying = 0 if state.upcard == NO_CARD else 1 << state.upcard
    return [kind for mask in (*state.hands, lying) for kind in kinds_of(mask)] + stock


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    discards = state.pile if state.upcard == NO_CARD else state.pile & ~(1 << state.upcard)
    open_cards = [kind for mask in (*state.melds, state.laid_off, discards) for kind in kinds_of(mask)]
    return [*unplayed(state), *open_cards]


def adds_up(state: State, _dealt: int) -> bool:
    """Whether the hands left are open where somebody knocked, and no more was won than there can be."""
    if state.knocker == NOBODY:
        return state.meld_count == 0
    return state.known == state.hands and -35 <= knocker_points(state) <= 10 * HAND_SIZE + 25
