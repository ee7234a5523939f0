"""The rule-based player of Seven Bridge. It uses nothing but its view.

It plays for the fewest dead cards: those that remain when all others of the hand are laid (covers.py).
Melds keep in the hand as well as on the table, where others could lay off on them; so it holds them back for
the double score of a concealed win while what it may win is more than what it risks.
"""

from typing import NamedTuple

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.bot.covers import (
    ALL_CARDS,
    NOTHING,
    Cover,
    Spots,
    best_cover,
    sequence_partners_wanted,
    set_partners_wanted,
    table_spots,
    with_meld,
)
from sevenfold.games.seven_bridge.bot.melding import NO_MOVE, next_to_lay, places, quietest
from sevenfold.games.seven_bridge.bot.weights import MOST, WEIGHTS, Weights
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.laying import as_laid, may_lay_off
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    DISCARD,
    DRAWING,
    JOKER,
    RANK_CARDS,
    RANKS,
    Seen,
    State,
)


class Plan(NamedTuple):
    """A card to discard, if any, what could be laid of the others, and what such a hand is worth."""

    discard: int
    cover: Cover
    worth: float


def choose(view: Seen, seat: int) -> Move:
    """The move to make."""
    return choose_by(view, seat, WEIGHTS)


def choose_by(view: State, seat: int, weights: Weights) -> Move:
    """The move to make by these weights."""
    spots = table_spots(view)
    if view.phase == DRAWING:
        return _claim_or_not(view, seat, spots, weights)
    plan = _plan(view, seat, spots, weights)
    kept = view.hands[seat] & ~plan.discard
    dead = kept & ~plan.cover.cards
    if dead == kept:
        return Move(DISCARD, plan.discard, 0, 0)
    unseen = unseen_cards(view, seat)
    if dead and _holds_back(view, seat, kept, dead, weights):
        return _lay_for_nothing(view, seat, kept & plan.cover.cards, spots, unseen, plan.discard)
    return next_to_lay(view, seat, kept & plan.cover.cards, plan.cover, unseen)


def _lay_for_nothing(view: State, seat: int, able: int, spots: Spots, unseen: int, discard: int) -> Move:
    """Lay what gives others no new place to lay off, where that costs no concealed win; else discard."""
    if view.opened[seat]:
        move, open_to = quietest(view, seat, able, unseen)
        if move.kind != NO_MOVE.kind and open_to <= places(spots, unseen):
            return move
    return Move(DISCARD, discard, 0, 0)


# --- the discard of another -------------------------------------------------------------------------


def _claim_or_not(view: State, seat: int, spots: Spots, weights: Weights) -> Move:
    """Claim what goes out or leaves clearly fewer dead cards; else pass, or draw."""
    moves = legal_moves(rules, view, seat)
    best = moves[0]  # takes no cards
    hand = view.hands[seat]
    before = _dead(hand, best_cover(hand, spots, int(may_lay_off(view, seat)), view.ace_high))
    gain = weights.claim_opened if view.opened[seat] else weights.claim_concealed
    fewest = max(1.0, before - gain + 1)
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


def _plan(view: State, seat: int, spots: Spots, weights: Weights) -> Plan:
    """The discard that leaves the best hand; none where all can be laid and need not be discarded."""
    hand, opened = view.hands[seat], int(may_lay_off(view, seat))
    if not view.final_discard:
        cover = best_cover(hand, spots, opened, view.ace_high)
        if cover.cards == hand:
            return Plan(0, cover, 0.0)
    unseen = unseen_cards(view, seat)
    best = Plan(0, NOTHING, 0.0)
    discards = hand
    while discards:
        plan = plan_with(view, seat, discards & -discards, spots, unseen, weights)
        discards ^= plan.discard
        if best.discard == 0 or plan.worth > best.worth:
            best = plan
    return best


def plan_with(view: State, seat: int, discard: int, spots: Spots, unseen: int, weights: Weights) -> Plan:
    """What a hand is worth that discards this card."""
    kept = view.hands[seat] ^ discard
    cover = best_cover(kept, spots, int(may_lay_off(view, seat)), view.ace_high)
    worth = _worth(view, kept & ~cover.cards, cover, unseen, weights)
    worth += _worth_discarded(view, seat, lowest(discard), unseen, weights)
    return Plan(discard, cover, worth)


def unseen_cards(view: State, seat: int) -> int:
    """The cards that lie in other hands or in the stock."""
    seen = view.hands[seat]
    for number in range(view.meld_count):
        seen |= view.melds[number]
    for place in range(view.pile_size):
        seen |= 1 << view.pile[place]
    return ALL_CARDS & ~seen


def _worth(view: State, dead: int, cover: Cover, unseen: int, weights: Weights) -> float:
    """What a hand with these dead cards is worth, in dead cards; one without any goes out."""
    if dead == 0:
        return 100.0
    cards = dead & ALL_CARDS
    return (
        (weights.wanted + weights.wanted_last / popcount(dead)) * popcount(unseen & cover.wanted)
        + weights.for_a_set * popcount(unseen & set_partners_wanted(cards))
        + weights.for_a_sequence * popcount(unseen & sequence_partners_wanted(cards, view.ace_high))
        - popcount(dead)
    )


def _worth_discarded(view: State, seat: int, kind: int, unseen: int, weights: Weights) -> float:
    """The gain of a discard: the points it takes out of the hand, less the danger that others claim it."""
    if kind == JOKER:
        return 0.0
    point = weights.point + weights.point_soon * _others_out(view, seat, weights)
    return point * value(kind % RANKS, view.pips, view.ace_value) - _danger(view, seat, kind, unseen, weights)


def _danger(view: State, seat: int, kind: int, unseen: int, weights: Weights) -> float:
    rank, danger = kind % RANKS, 0.0
    mates = popcount(unseen & RANK_CARDS << rank)
    for other in range(view.players):
        if other != seat and mates >= 2:
            part = view.hand_sizes[other] / popcount(unseen)
            pairs = part * part if mates == 2 else part * part * (3 - 2 * part)
            danger += weights.pon_danger * pairs * _collects(view, other, RANK_CARDS << rank, weights)
    following = (seat + 1) % view.players
    for low in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        neighbours = (0b111 << low + kind - rank) ^ 1 << kind
        if neighbours & ~unseen == 0:
            part = view.hand_sizes[following] / popcount(unseen)
            danger += weights.chi_danger * part * part * _collects(view, following, neighbours, weights)
    return danger


def _collects(view: State, other: int, cards: int, weights: Weights) -> float:
    return weights.not_collected if view.discarded[other] & cards else 1.0


# --- what to lay ------------------------------------------------------------------------------------


def _holds_back(view: State, seat: int, kept: int, dead: int, weights: Weights) -> bool:
    """Whether holding melds back for a concealed win gains more than it risks."""
    others_left = 0.0
    for other in range(view.players):
        if other != seat:
            others_left += weights.card_left * view.hand_sizes[other]
    gain = weights.hidden if view.opened[seat] else weights.wins[min(popcount(dead), MOST)] * others_left
    caught = count(kept, view.pips, view.ace_value) - count(dead, view.pips, view.ace_value)
    risk = weights.risk / (view.players - 1) + weights.risk * view.losers_minus
    return gain > risk * _others_out(view, seat, weights) * caught


def _others_out(view: State, seat: int, weights: Weights) -> float:
    """How many others are expected to go out soon."""
    out = 0.0
    for other in range(view.players):
        if other != seat:
            out += weights.out[min(view.hand_sizes[other], MOST)]
    return out
