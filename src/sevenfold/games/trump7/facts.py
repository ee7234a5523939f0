"""What the contract suite must know of Trump 7: where its cards lie, and what its deals add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.trump7.rules import write_returns
from sevenfold.games.trump7.scoring import card_points
from sevenfold.games.trump7.state import SEATS, State

MOST_MOVES = 31
"""Three bids, the discards, and 27 cards."""


def arguments(_state: State, _cards: int) -> range:
    """A suit: the trump, or what a joker is led as."""
    return range(-1, 8)


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    masks = (*state.hands, *state.discards, state.widow)
    return [kind for mask in masks for kind in kinds_of(mask)]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    return [*unplayed(state), *(kind for mask in state.played for kind in kinds_of(mask))]


def adds_up(state: State, dealt: int) -> bool:
    """Whether every trick was taken, no point was lost, and the result is one that sections 6 and 7 know."""
    result = [0] * SEATS
    write_returns(state, result)
    points = sum(card_points(cards, state.trump) for cards in state.played)
    if sum(state.tricks) != dealt or sum(state.points) != points:
        return False
    if state.leaster:
        return sorted(result) in ([-4, 0, 0], [0, 0, 4], [0, 0, 2])
    return sum(result) == 0 and result[state.player] in (6, 4, 2, -2, -4, -6)
