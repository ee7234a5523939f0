"""Points in the cards, and the score of a deal (sections 3, 6 and 7 of README.md)."""

from sevenfold.games.trump7.state import (
    JOKER_CARD,
    JOKER_POINTS,
    NO_SUIT,
    RANK_POINTS,
    RANKS,
    SEATS,
    SEVEN,
    SUITS,
    TRUMP_7_POINTS,
    State,
)


def card_points(cards: int, trump: int) -> int:
    """T7-3.1: the points in a set of cards; without a trump there is no trump 7 (T7-3.2)."""
    points = JOKER_POINTS if cards & JOKER_CARD else 0
    if trump != NO_SUIT and cards >> trump * RANKS + SEVEN & 1:
        points += TRUMP_7_POINTS
    for rank in range(RANKS):
        for suit in range(SUITS):
            points += RANK_POINTS[rank] * (cards >> suit * RANKS + rank & 1)
    return points


def player_step(state: State) -> int:
    """T7-6.1: what each opponent loses by the deal, or wins where it is below 0."""
    player = state.player
    if state.tricks[player] == sum(state.tricks):
        return 3
    if state.tricks[player] == 0:
        return -3
    points = state.points[player] + card_points(state.discards[player], state.trump)
    if points >= 81:
        return 2
    if points >= 60:
        return 1
    return -1 if points >= 40 else -2


def player_score(state: State) -> list[int]:
    """T7-6.1: the Player's result and each opponent's."""
    step = player_step(state)
    return [2 * step if seat == state.player else -step for seat in range(SEATS)]


def leaster_score(state: State) -> list[int]:
    """Section 7: all the tricks lose, no trick wins, else the fewest points do."""
    score = [0] * SEATS
    without = [seat for seat in range(SEATS) if state.tricks[seat] == 0]
    if len(without) == 2:
        score[state.taker] = -4  # T7-7.1
    elif len(without) == 1:
        score[without[0]] = 4  # T7-7.2
    else:
        score[fewest_points(state)] = 2  # T7-7.3
    return score


def fewest_points(state: State) -> int:
    """T7-7.3, T7-7.4: of those with the fewest points the one whose own last trick came earliest."""
    points = state.points[:]
    points[state.taker] += card_points(state.widow, NO_SUIT)  # T7-5.5
    winner = 0
    for seat in range(1, SEATS):
        fewer = points[seat] < points[winner]
        earlier = state.last_own_trick[seat] < state.last_own_trick[winner]
        if fewer or (points[seat] == points[winner] and earlier):
            winner = seat
    return winner
