"""What the contract suite must know of Lockup: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.lockup.state import State

MOST_MOVES = 52
"""Each card is played or lost once."""


def arguments(_state: State, _cards: int) -> range:
    """A card is played without one."""
    return range(-1, 8)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    return [kind for mask in (*state.hands, *state.lost) for kind in kinds_of(mask)]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether the result of a round with so many cards a hand is shared out in full (LU-4.2, LU-5.6)."""
    return sum(state.tricks) + state.passed == dealt
