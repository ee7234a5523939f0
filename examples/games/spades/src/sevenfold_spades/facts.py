"""What the contract suite must know of Spades: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core import tricks
from sevenfold_spades.state import HAND_SIZE, SEATS, State

MOST_MOVES = SEATS + SEATS * HAND_SIZE
"""A bid each, and each card dealt is played once."""


def arguments(_state: State, _cards: int) -> range:
    """The numbers and suits that moves may have, and a few that they may not."""
    return range(-1, HAND_SIZE + 4)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    return tricks.unplayed(state, state.undealt)


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether every trick was taken, for hands of so many cards (SP-3.3)."""
    return sum(state.tricks) == dealt
