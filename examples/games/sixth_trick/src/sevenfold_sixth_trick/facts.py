"""What the contract suite must know of Sixth Trick: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core import tricks
from sevenfold_sixth_trick.state import HAND_SIZE, SEATS, State

MOST_MOVES = SEATS * HAND_SIZE
"""Each card dealt is played once."""


def arguments(_state: State, _cards: int) -> range:
    """A card is played without one."""
    return range(-1, 3)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    return tricks.unplayed(state, state.undealt)


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether every trick was taken, for hands of so many cards (SI-2.3)."""
    return sum(state.tricks) == dealt
