"""The end of a hand: who went out, and what the cards left count (SB-6)."""

from sevenfold.cards.masks import popcount
from sevenfold.games.seven_bridge.state import (
    ACE,
    ALL_SEVENS,
    JOKER_CARD,
    RANK_CARDS,
    RANKS,
    SEVEN,
    TEN,
    Phase,
    State,
)


def value(rank: int, pips: int, ace_value: int) -> int:
    """What a card of this rank counts (SB-6.2, SB-6.3)."""
    if pips:
        return 20 if rank == SEVEN else rank + 1
    return ace_value if rank == ACE else min(rank, TEN) + 1


def count(cards: int, pips: int, ace_value: int) -> int:
    """What the cards left in a hand count, doubled for sevens and times five for a joker (SB-6.2, SB-7.3)."""
    total = 0
    for rank in range(RANKS):
        total += popcount(cards & RANK_CARDS << rank) * value(rank, pips, ace_value)
    if not pips:
        total <<= popcount(cards & ALL_SEVENS)
    return total * 5 if cards & JOKER_CARD else total


def finish_void(state: State) -> None:
    """SB-3.4, SB-3.5: the hand ends, nobody scores."""
    state.phase = Phase.OVER


def finish(state: State, seat: int) -> None:
    """SB-5.1: the seat goes out and scores what the others have left, or they lose it (SB-6.1, SB-6.4)."""
    state.phase = Phase.OVER
    state.winner = seat
    total = 0
    times = 2 if state.concealed else 1
    for other in range(state.players):
        cards = state.hands[other]
        points = count(cards, state.pips, state.ace_value)
        total += points
        state.shown[other] = cards
        state.result[other] = -points * times if state.penalty else -points * state.losers_minus
    state.result[seat] = 0 if state.penalty else total * times
