"""What the contract suite must know of LockSeven: where its cards lie, and what its rounds add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.lockseven.order import SUITS, card_points
from sevenfold.games.lockseven.rules import write_returns
from sevenfold.games.lockseven.state import SEATS, Phase, State

MOST_MOVES = 280
"""25 chances and a last one for each seat to call; seven bottoms, each followed by four passes; 100 cards."""

SHORT_REST = 2
"""Two cards are left over in a short deal, so that every bottom can be tried."""


def arguments(_state: State, _cards: int) -> list[int]:
    """The suits to call."""
    return list(range(SUITS + 1))


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    masks = [*state.hands, *state.doubles, state.bottom, state.bottom_twice]
    lying = [kind for mask in masks for kind in kinds_of(mask)]
    to_come = state.order[state.dealt : state.to_deal] if state.phase == Phase.DEAL else []
    return [*lying, *to_come]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    played = (*state.played, *state.played_twice)
    return [*unplayed(state), *(kind for mask in played for kind in kinds_of(mask))]


def adds_up(state: State, dealt: int) -> bool:
    """Whether no point is lost, and the steps won and lost are those of section 9."""
    result = [0] * SEATS
    write_returns(state, result)
    if state.thrown_in or state.conceded:
        return result == [0] * SEATS or (sorted(result) == [-3, 1, 1, 1] and result[state.host] == -3)
    points = sum(card_points(state.played[seat], state.played_twice[seat]) for seat in range(SEATS))
    bottom = card_points(state.bottom, state.bottom_twice)
    times = state.bottom_points / bottom if bottom else 0
    attack = sum(state.points[seat] for seat in range(SEATS) if seat not in (state.host, state.partner))
    return (
        sum(state.points) == points
        and sum(result) == 0
        and state.attack_total == attack + state.bottom_points + state.penalty_points
        and times in range(0, 2 * dealt + 1, 2)
        and (result[state.host] > 0) == (state.attack_total < (80 if state.steps_rule == 1 else 85))
    )
