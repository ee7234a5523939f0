"""What the contract suite must know of Stub: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games._stub.state import HAND_SIZE, SEATS, State

MOST_MOVES = SEATS * HAND_SIZE
"""Each card dealt is played once."""


def arguments(_state: State, _cards: int) -> range:
    """A card is played without one."""
    return range(-1, 8)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    return [kind for mask in (*state.hands, state.undealt) for kind in kinds_of(mask)]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether every trick was taken, for hands of so many cards (ST-2.3)."""
    return sum(state.tricks) == dealt
