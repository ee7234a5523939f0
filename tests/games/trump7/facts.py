"""What the contract suite must know of Trump 7: where its cards lie, and what its deals add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.trump7.state import State

MOST_MOVES = 31
"""Three bids, or at most three and the discards; 27 cards."""

LEASTER_RESULTS = ([-4, 0, 0], [0, 0, 4], [0, 0, 2])


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [
        kind for mask in (*state.hands, *state.discards, state.widow, state.played) for kind in kinds_of(mask)
    ]


def adds_up(state: State, dealt: int) -> bool:
    """Whether all tricks were taken, and the result is one that sections 6 and 7 know."""
    raise NotImplementedError
