"""What the contract suite must know of Seven Bridge: where its cards lie, and what its hands add up to."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import JOKER, JOKER_CARD, NAMES, NO_MELD, NOBODY, State

MOST_MOVES = 2500
"""A stock has 51 cards at most and is made anew five times. A card from it makes a turn: two draws, a discard
and four passes; what is laid down comes once more for each card."""


def arguments(state: State, cards: int) -> list[int]:
    """A meld's number, and the card that a joker is named for."""
    names = range(JOKER + 2) if cards & JOKER_CARD else range(2)
    return [number * NAMES + name for number in range(state.meld_count + 1) for name in names]


def unplayed(state: State) -> list[int]:
    """The cards that have not been played for all to see."""
    held = [kind for mask in (*state.hands, state.stock_cards) for kind in kinds_of(mask)]
    return [*held, *(state.stock[: state.stock_size] if state.remade == 0 else [])]


def cards_everywhere(state: State) -> list[int]:
    """Every card of the deal by its kind, wherever it lies now."""
    melds = list(state.melds)
    if state.joker_meld != NO_MELD:
        melds[state.joker_meld] ^= 1 << state.joker_as | 1 << JOKER
    laid = [kind for mask in melds for kind in kinds_of(mask)]
    return [*unplayed(state), *laid, *state.pile[: state.pile_size]]


def adds_up(state: State, _dealt: int) -> bool:
    """Whether the winner has the counts of the others, twice for a concealed win, and they what is agreed."""
    counts = [count(hand, state.pips, state.ace_value) for hand in state.hands[: state.players]]
    times = 1 + state.concealed
    expected = [-points * (times if state.penalty else state.losers_minus) for points in counts]
    if state.winner == NOBODY:
        expected = [0] * state.players
    else:
        expected[state.winner] = 0 if state.penalty else sum(counts) * times
    return state.result[: state.players] == expected
