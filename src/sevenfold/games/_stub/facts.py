"""What the contract suite must know of Stub: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core import tricks
from sevenfold.games._stub.state import HAND_SIZE, RANKS, SEATS, SUITS, WIDOW, State

#: if bids or trump or widow
MOST_MOVES = SEATS + SUITS * RANKS + 1
"""Each seat bids once, each card is put away or played once, and a suit is called."""
#: else
#: MOST_MOVES = SEATS * HAND_SIZE
#: """Each card dealt is played once."""
#: end
#: if widow

SHORT_REST = WIDOW
"""A deal of short hands has a whole widow too."""
#: end


def arguments(_state: State, _cards: int) -> range:
    """The numbers and suits that moves may have, and a few that they may not."""
    return range(-1, HAND_SIZE + 4)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    #: if widow
    return tricks.unplayed(state, *state.aside, state.widow)
    #: else
    #: return tricks.unplayed(state, state.undealt)
    #: end


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *kinds_of(state.played)]


def adds_up(state: State, dealt: int) -> bool:
    """Whether every trick was taken, for hands of so many cards (ST-5.3)."""
    return sum(state.tricks) == dealt
