"""The features of a card that may be played: numbers, weighed by where in a trick it is played.

The weights (card_weights.py) were found by regression on cards of rounds, valued by rollouts.
"""

from sevenfold.cards.masks import popcount
from sevenfold.core.tricks import trick_cards
from sevenfold.games.trump7.bot.card_weights import CARDS
from sevenfold.games.trump7.bot.chances import (
    FROM_OTHERS,
    chance_mine,
    danger_kept,
    prospect,
    still_to_play,
    suit_to_follow,
    trumps_drawn,
    worth_kept,
)
from sevenfold.games.trump7.rules import suit_cards
from sevenfold.games.trump7.scoring import IN_ALL, MARKS, TENS, card_points
from sevenfold.games.trump7.state import JOKER, RANKS, SEATS, SUIT_CARDS, Phase, State

FEATURES = 22
SITUATIONS = 10
PLAYER_LEADS = 0
"""With a Player: the Player leads, follows in the middle, last; a defender leads, plays before the Player,
between the Player and the partner, last. In a leaster: leads, follows in the middle, last."""

(
    BROUGHT,
    KEPT,
    OURS,
    SMALL_SHARE,
    HALF_SHARE,
    LARGE_SHARE,
    POINTS,
    OURS_POINTS,
    TRUMP,
    SEVEN,
    OURS_SEVEN,
    HIGHER_TRUMPS,
    SHARE,
    LENGTH,
    LAST_OF_SUIT,
    MASTER,
    SAFE_MASTER,
    DRAWN,
    LATE_OURS,
    LATE_KEPT,
    LATE_TRUMP,
    JOKER_PLAYED,
) = range(FEATURES)
"""With a Player. SMALL_SHARE, HALF_SHARE and LARGE_SHARE are what the deal will be worth if the Player gets
that part (SHARES) of the points still out."""

(
    MINE,
    COST,
    FIRST_TRICK,
    DANGER,
    GIVEN,
    JOKER_GONE,
    LEASTER_SHARE,
    LEASTER_LENGTH,
    LATE_MINE,
    LATE_DANGER,
    AHEAD,
    LAST_TRICK,
    LEASTER_POINTS,
    ONLY_ONE,
) = range(14)
"""In a leaster."""

LEAD_FEATURES = 11

(
    ALL_DRAWN,
    TOP_TRUMP,
    TOP_TRUMP_OUT,
    SEVEN_OUT,
    MASTER_OUT,
    MASTER_LENGTH,
    ONE_HIGHER,
    LOSER_TRUMPS,
    TEN_MASTER,
    TEN_LOSER,
    EARLY_MASTER,
) = range(LEAD_FEATURES)
"""More features of the Player's leads; their weights stand after those of all situations. A trump that is led
when none is out; the highest trump, by itself and by how many are out; the trump 7, by how many are out. The
highest card of another suit, by how many trumps are out, how many of its suit, and how many tricks are left;
a card that one other beats, by the length of its suit; any loser, by the trumps in hand; tens."""

AWAY = 10
"""The points that a defender expects among the Player's discards."""
SHARES = (0.4, 0.55, 0.7)


def situation(view: State, seat: int) -> int:
    """The situation that the seat is in, a row of the weights; -1 where no card is to be played."""
    if view.phase != Phase.PLAY:
        return -1
    later = still_to_play(view)
    if view.leaster == 1:
        return 7 + SEATS - 1 - later
    if seat == view.player:
        return SEATS - 1 - later
    if later == 1:
        return 4 if (seat + 1) % SEATS == view.player else 5
    return 3 if later else 6


def card_worth(view: State, seat: int, kind: int, hidden: int, row: int) -> float:
    """What a card that the seat may play weighs, by the weights of its situation."""
    first = row * FEATURES
    if view.leaster == 1:
        return _worth_in_leaster(view, seat, kind, hidden, first)
    worth = _worth_with_player(view, seat, kind, hidden, first)
    if row == PLAYER_LEADS:
        worth += _worth_led(view, seat, kind, hidden, SITUATIONS * FEATURES)
    return worth


def _worth_with_player(view: State, seat: int, kind: int, hidden: int, first: int) -> float:
    led, alone = suit_to_follow(view, seat, kind), seat == view.player
    ours, expected = prospect(view, seat, kind, led, hidden)
    card, late = 1 << kind, 1 / view.tricks_left
    kept = worth_kept(view, kind, hidden) / 10 if view.tricks_left > 1 else 0.0
    points = card_points(card, view.trump) / 10
    worth = CARDS[first + BROUGHT] * ((2 * ours - 1) * expected / 10)
    worth += CARDS[first + KEPT] * kept + CARDS[first + LATE_KEPT] * (kept * late)
    worth += CARDS[first + OURS] * ours + CARDS[first + LATE_OURS] * (ours * late)
    worth += CARDS[first + POINTS] * points + CARDS[first + OURS_POINTS] * (ours * points)
    taken, left = _points_by_now(view, seat)
    out = max(0.0, left - expected)
    for index in range(len(SHARES)):
        won, lost = _steps(taken + expected, out, SHARES[index]), _steps(taken, out, SHARES[index])
        score = ours * won + (1 - ours) * lost if alone else -(ours * lost + (1 - ours) * won)
        worth += CARDS[first + SMALL_SHARE + index] * score
    trumps = suit_cards(view, view.trump)
    if card & trumps:
        worth += CARDS[first + TRUMP] + CARDS[first + LATE_TRUMP] * late
        worth += CARDS[first + HIGHER_TRUMPS] * popcount(hidden & trumps & -(2 << kind))
        if seat == view.leader:
            worth += CARDS[first + DRAWN] * trumps_drawn(view, seat, hidden)
        if kind == JOKER:
            worth += CARDS[first + JOKER_PLAYED]
        elif kind == view.trump * RANKS:
            worth += CARDS[first + SEVEN] + CARDS[first + OURS_SEVEN] * ours
        return worth
    of_suit = SUIT_CARDS << kind // RANKS * RANKS
    higher, out = popcount(hidden & of_suit & -(2 << kind)), popcount(hidden & of_suit)
    worth += CARDS[first + SHARE] * ((1 + out - higher) / (1 + out))
    worth += CARDS[first + LENGTH] * popcount(view.hands[seat] & of_suit)
    if not view.hands[seat] & of_suit & ~card and view.hands[seat] & trumps:
        worth += CARDS[first + LAST_OF_SUIT]
    if higher == 0:
        worth += CARDS[first + MASTER]
        if not hidden & trumps:
            worth += CARDS[first + SAFE_MASTER]
    return worth


def _points_by_now(view: State, seat: int) -> tuple[float, float]:
    """The Player's points before this trick, as the seat knows or expects them, and those still out."""
    player = view.player
    away = card_points(view.discards[seat], view.trump) if seat == player else AWAY
    others = view.points[(player + 1) % SEATS] + view.points[(player + 2) % SEATS]
    taken = view.points[player] + away
    return float(taken), float(IN_ALL - taken - others)


def _steps(taken: float, left: float, share: float) -> float:
    """How far the marks of T7-6.1 are passed if the Player gets this share of what is left: from -4 to 4.

    Each mark is a soft step, which is the steeper the fewer points are left. The step at 60 counts twice.
    """
    points, width = taken + share * left, 3 + 0.2 * left
    return (
        _step(points - MARKS[0], width)
        + 2 * _step(points - MARKS[1], width)
        + _step(points - MARKS[2], width)
    )


def _step(ahead: float, width: float) -> float:
    """From -1 far below a mark to 1 far above it."""
    return ahead / (width + abs(ahead))


def _worth_in_leaster(view: State, seat: int, kind: int, hidden: int, first: int) -> float:
    led = suit_to_follow(view, seat, kind)
    mine, late = chance_mine(view, seat, kind, led, hidden), 1 / view.tricks_left
    cost = card_points(trick_cards(view.trick) | 1 << kind, view.trump) + FROM_OTHERS * still_to_play(view)
    danger = danger_kept(kind, hidden) / 10 if view.tricks_left > 1 else 0.0
    points = card_points(1 << kind, view.trump) / 10
    others = min(view.points[(seat + 1) % SEATS], view.points[(seat + 2) % SEATS])
    worth = CARDS[first + MINE] * mine + CARDS[first + LATE_MINE] * (mine * late)
    worth += CARDS[first + COST] * (mine * cost / 10)
    worth += CARDS[first + DANGER] * danger + CARDS[first + LATE_DANGER] * (danger * late)
    worth += CARDS[first + GIVEN] * ((1 - mine) * points) + CARDS[first + LEASTER_POINTS] * points
    worth += CARDS[first + AHEAD] * (mine * (others - view.points[seat]) / 20)
    if view.tricks[seat] == 0:
        worth += CARDS[first + FIRST_TRICK] * mine
    if view.tricks_left == 1:
        worth += CARDS[first + LAST_TRICK] * mine
    if kind == JOKER:
        return worth + CARDS[first + JOKER_GONE]
    of_suit = SUIT_CARDS << kind // RANKS * RANKS
    higher, out = popcount(hidden & of_suit & -(2 << kind)), popcount(hidden & of_suit)
    worth += CARDS[first + LEASTER_SHARE] * ((1 + out - higher) / (1 + out))
    worth += CARDS[first + LEASTER_LENGTH] * popcount(view.hands[seat] & of_suit)
    if not view.hands[seat] & of_suit & ~(1 << kind):
        worth += CARDS[first + ONLY_ONE]
    return worth


def _worth_led(view: State, seat: int, kind: int, hidden: int, first: int) -> float:
    """What a card that the Player may lead weighs in addition, by the weights from `first` on."""
    card, trumps = 1 << kind, suit_cards(view, view.trump)
    out = popcount(hidden & trumps)
    if card & trumps:
        worth = 0.0 if out else CARDS[first + ALL_DRAWN]
        if not hidden & trumps & -(2 << kind):
            worth += CARDS[first + TOP_TRUMP] + CARDS[first + TOP_TRUMP_OUT] * out
        if kind == view.trump * RANKS:
            worth += CARDS[first + SEVEN_OUT] * out
        return worth
    of_suit = SUIT_CARDS << kind // RANKS * RANKS
    higher = popcount(hidden & of_suit & -(2 << kind))
    if higher == 0:
        worth = CARDS[first + MASTER_OUT] * out + CARDS[first + MASTER_LENGTH] * popcount(hidden & of_suit)
        worth += CARDS[first + EARLY_MASTER] * (view.tricks_left / 9)
        return worth + CARDS[first + TEN_MASTER] if card & TENS else worth
    worth = CARDS[first + LOSER_TRUMPS] * popcount(view.hands[seat] & trumps)
    if higher == 1:
        worth += CARDS[first + ONE_HIGHER] * popcount(view.hands[seat] & of_suit)
    return worth + CARDS[first + TEN_LOSER] if card & TENS else worth
