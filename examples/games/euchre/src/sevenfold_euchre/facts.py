"""What the contract suite must know of Euchre: where its cards lie, and what its hands add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core import tricks
from sevenfold_euchre.rules import makers_points
from sevenfold_euchre.state import State

MOST_MOVES = 8 + 1 + 20
"""Eight bids, the discard, and twenty cards."""


def arguments(_state: State, _cards: int) -> range:
    """A suit, with a partner or alone."""
    return range(-1, 10)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    lying = 0 if state.ordered else 1 << state.upcard
    return tricks.unplayed(state, *state.discard, state.kitty, lying)


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether nobody played, or every trick was taken and the points are some that section 4 knows."""
    if state.passed_out:
        return sum(state.tricks) == 0
    return sum(state.tricks) == dealt and makers_points(state) in (0, 1, 2, 4)
