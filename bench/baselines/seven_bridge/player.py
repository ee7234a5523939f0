"""The rule-based player of Seven Bridge. It uses nothing but its view.

It plays for the fewest dead cards: those that remain when all others of the hand are laid (covers.py).
Melds keep in the hand as well as on the table, where others could lay off on them; so it holds them back for
the double score of a concealed win while what it may win is more than what it risks.
"""

from typing import NamedTuple

from bench.baselines.seven_bridge.covers import (
    ALL_CARDS,
    NOTHING,
    Cover,
    Spots,
    best_cover,
    laid_as,
    sequence_partners_wanted,
    set_partners_wanted,
    table_spots,
    with_meld,
)
from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.laying import as_laid, may_lay_off
from sevenfold.games.seven_bridge.melds import takes
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    ALL_SEVENS,
    DISCARD,
    DRAWING,
    JOKER,
    JOKER_CARD,
    LAY,
    MELD,
    NAMES,
    NO_CARD,
    NO_MELD,
    RANK_CARDS,
    RANKS,
    Seen,
    State,
)

# Worths are in dead cards. All constants are those that did best in bench/seven_bridge_policy.py.
WANTED = 0.05
"""A card not seen that would fit on what could be laid."""
FOR_A_SET, FOR_A_SEQUENCE = 0.2, 0.1
"""A card not seen that would make a set, which anybody's discard may be, or a sequence of two dead cards."""
POINT = 0.01
"""A point that a discard takes out of the hand."""
PON_DANGER, CHI_DANGER = 0.3, 0.3
"""A discard that another takes."""
NOT_COLLECTED = 0.5
"""How much less likely a player collects what they have discarded."""
CLAIM_GAIN = 2
"""A discard is claimed if it leaves this many fewer dead cards."""

WINS = (0.5, 0.3, 0.2, 0.15, 0.09, 0.06, 0.04, 0.03)
"""The chance to go out next turn, by the dead cards left after the discard; 7 stands for 7 or more."""
OUT = (1.0, 0.45, 0.3, 0.2, 0.13, 0.1, 0.08, 0.05)
"""The chance that another goes out before that, by the cards in their hand; 7 stands for 7 or more."""
CARD_LEFT = 9
"""What a card left in another's hand counts on average."""
HIDDEN = 2
"""What holding melds back is worth in points, since nobody can lay off on them."""
RISK = 0.5
"""The weight of a point left in the hand: once, shared among the opponents, and again if losers lose it."""


class Plan(NamedTuple):
    """A card to discard, if any, and what could be laid of the others."""

    discard: int
    cover: Cover


def choose(view: Seen, seat: int) -> Move:
    """The move to make."""
    spots = table_spots(view)
    if view.phase == DRAWING:
        return _claim_or_not(view, seat, spots)
    plan = _plan(view, seat, spots)
    kept = view.hands[seat] & ~plan.discard
    dead = kept & ~plan.cover.cards
    if dead == kept or (dead and _holds_back(view, seat, kept, dead)):
        return Move(DISCARD, plan.discard, 0, 0)
    return _next_to_lay(view, kept & plan.cover.cards, plan.cover)


# --- the discard of another -------------------------------------------------------------------------


def _claim_or_not(view: State, seat: int, spots: Spots) -> Move:
    """Claim what goes out or leaves clearly fewer dead cards; else pass, or draw."""
    moves = legal_moves(rules, view, seat)
    best = moves[0]  # takes no cards
    hand = view.hands[seat]
    before = _dead(hand, best_cover(hand, spots, int(may_lay_off(view, seat)), view.ace_high))
    fewest = max(1, before - CLAIM_GAIN + 1)
    for move in moves:
        if move.cards:
            there = with_meld(spots, as_laid(move) | 1 << top(view), view.ace_high)
            dead = _dead_after_discard(view, hand ^ move.cards, there)
            if dead < fewest:
                best, fewest = move, dead
    return best


def _dead(hand: int, cover: Cover) -> int:
    return popcount(hand & ~cover.cards)


def _dead_after_discard(view: State, hand: int, spots: Spots) -> int:
    """The dead cards of a hand that has claimed, after the best discard."""
    if hand == 0:
        return 0
    fewest = RANKS
    discards = hand
    while discards:
        kept = hand ^ (discards & -discards)
        discards &= discards - 1
        fewest = min(fewest, _dead(kept, best_cover(kept, spots, 1, view.ace_high)))
    return fewest


# --- what to discard --------------------------------------------------------------------------------


def _plan(view: State, seat: int, spots: Spots) -> Plan:
    """The discard that leaves the best hand; none where all can be laid and need not be discarded."""
    hand, opened = view.hands[seat], int(may_lay_off(view, seat))
    if not view.final_discard:
        cover = best_cover(hand, spots, opened, view.ace_high)
        if cover.cards == hand:
            return Plan(0, cover)
    unseen = _unseen(view, seat)
    best, most = Plan(0, NOTHING), 0.0
    discards = hand
    while discards:
        card = discards & -discards
        discards ^= card
        kept = hand ^ card
        cover = best_cover(kept, spots, opened, view.ace_high)
        worth = _worth(view, kept & ~cover.cards, cover, unseen)
        worth += _worth_discarded(view, seat, lowest(card), unseen)
        if best.discard == 0 or worth > most:
            best, most = Plan(card, cover), worth
    return best


def _unseen(view: State, seat: int) -> int:
    seen = view.hands[seat]
    for number in range(view.meld_count):
        seen |= view.melds[number]
    for index in range(view.pile_size):
        seen |= 1 << view.pile[index]
    return ALL_CARDS & ~seen


def _worth(view: State, dead: int, cover: Cover, unseen: int) -> float:
    """What a hand with these dead cards is worth, in dead cards; one without any goes out."""
    if dead == 0:
        return 100.0
    cards = dead & ALL_CARDS
    return (
        WANTED * popcount(unseen & cover.wanted)
        + FOR_A_SET * popcount(unseen & set_partners_wanted(cards))
        + FOR_A_SEQUENCE * popcount(unseen & sequence_partners_wanted(cards, view.ace_high))
        - popcount(dead)
    )


def _worth_discarded(view: State, seat: int, kind: int, unseen: int) -> float:
    """The gain of a discard: the points it takes out of the hand, less the danger that others claim it."""
    if kind == JOKER:
        return 0.0
    return POINT * value(kind % RANKS, view.pips, view.ace_value) - _danger(view, seat, kind, unseen)


def _danger(view: State, seat: int, kind: int, unseen: int) -> float:
    rank, danger = kind % RANKS, 0.0
    mates = popcount(unseen & RANK_CARDS << rank)
    for other in range(view.players):
        if other != seat and mates >= 2:
            part = view.hand_sizes[other] / popcount(unseen)
            pairs = part * part if mates == 2 else part * part * (3 - 2 * part)
            danger += PON_DANGER * pairs * _collects(view, other, RANK_CARDS << rank)
    following = (seat + 1) % view.players
    for low in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        neighbours = (0b111 << low + kind - rank) ^ 1 << kind
        if neighbours & ~unseen == 0:
            part = view.hand_sizes[following] / popcount(unseen)
            danger += CHI_DANGER * part * part * _collects(view, following, neighbours)
    return danger


def _collects(view: State, other: int, cards: int) -> float:
    return NOT_COLLECTED if view.discarded[other] & cards else 1.0


# --- what to lay ------------------------------------------------------------------------------------


def _holds_back(view: State, seat: int, kept: int, dead: int) -> bool:
    """Whether holding melds back for a concealed win gains more than it risks."""
    others_left = out = 0.0
    for other in range(view.players):
        if other != seat:
            others_left += CARD_LEFT * view.hand_sizes[other]
            out += OUT[min(view.hand_sizes[other], 7)]
    gain = HIDDEN if view.opened[seat] else WINS[min(popcount(dead), 7)] * others_left
    caught = count(kept, view.pips, view.ace_value) - count(dead, view.pips, view.ace_value)
    risk = RISK / (view.players - 1) + RISK * view.losers_minus
    return gain > risk * out * caught


def _next_to_lay(view: State, able: int, cover: Cover) -> Move:
    """The next meld or lay-off of these cards, which can be laid by the cover."""
    meld = cover.first or cover.second
    if meld:
        free = able & ~(cover.first | cover.second)
        arg = cover.joker_as + 1 if meld & JOKER_CARD else 0
        return Move(MELD, _grown(view, meld, cover.joker_as, free), 0, arg)
    sevens = able & ALL_SEVENS
    if sevens:
        return Move(MELD, _grown(view, sevens & -sevens, NO_CARD, able), 0, 0)
    return _lay_off(view, able)


def _grown(view: State, meld: int, joker_as: int, free: int) -> int:
    """A meld with all free cards that fit on it, sevens last: a set of sevens takes no 6 or 8."""
    while True:
        fits = takes(laid_as(meld, joker_as), view.ace_high) & free & ~meld
        if fits == 0:
            return meld
        meld |= 1 << lowest(fits & ~ALL_SEVENS or fits)


def _lay_off(view: State, able: int) -> Move:
    """Any card that fits on a meld; the joker only if no other card does."""
    joker_on, joker_as = NO_MELD, NO_CARD
    for number in range(view.meld_count):
        taken = takes(view.melds[number], view.ace_high)
        fits = taken & able
        if fits:
            return Move(LAY, fits & -fits, 0, number * NAMES)
        if taken and joker_on == NO_MELD and popcount(view.melds[number]) > 1:
            joker_on, joker_as = number, lowest(taken)
    return Move(LAY, JOKER_CARD, 0, joker_on * NAMES + joker_as + 1)
