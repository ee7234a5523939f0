"""The rule-based player of Seven Bridge. It uses nothing but its view.

It plays for the fewest dead cards: those that remain when all others of the hand are laid (covers.py). A meld
in the hand is as good as one on the table, where others could lay off on it. So the player holds melds back
for the double score of a concealed win, while it may win more than it risks.
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
from sevenfold.games.seven_bridge.bot.melding import NO_MOVE, count_fitting, next_to_lay, quietest
from sevenfold.games.seven_bridge.bot.outs import NO_OUTS, Outs, outs_of
from sevenfold.games.seven_bridge.bot.weights import MOST, WEIGHTS, Weights
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.laying import as_laid, lays_off_now, may_lay_off, must_wait
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    JOKER,
    JOKER_CARD,
    NO_CARD,
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    Kind,
    Phase,
    Seen,
    State,
)

GOES_OUT = 100.0
"""The worth of a hand that goes out."""


class Plan(NamedTuple):
    """A card to discard, if any, what could be laid of the rest, the outs, and what such a hand is worth."""

    discard: int
    cover: Cover
    outs: Outs
    worth: float


def choose(view: Seen, seat: int) -> Move:
    """The move to make."""
    return choose_by(view, seat, WEIGHTS)


def choose_by(view: State, seat: int, weights: Weights) -> Move:
    """The move to make by these weights."""
    spots = table_spots(view)
    if view.phase == Phase.DRAW:
        return _claim_or_not(view, seat, spots, weights)
    plan = _plan(view, seat, spots, weights)
    kept = view.hands[seat] & ~plan.discard
    dead = kept & ~plan.cover.cards
    if dead == kept or must_wait(view):
        return Move(Kind.DISCARD, plan.discard, 0, 0)
    unseen = unseen_cards(view, seat)
    cover, able = plan.cover, kept & plan.cover.cards & ~plan.outs.spares
    if dead and _holds_back(view, seat, kept, dead, plan.outs, weights):
        return _lay_for_nothing(view, seat, able, spots, unseen, plan.discard)
    if plan.outs.spares:
        cover = best_cover(able, spots, int(lays_off_now(view, seat)), view.ace_high)
        if able == 0 or cover.cards != able:
            return Move(Kind.DISCARD, plan.discard, 0, 0)
    return next_to_lay(view, seat, able, cover, unseen)


def _lay_for_nothing(view: State, seat: int, able: int, spots: Spots, unseen: int, discard: int) -> Move:
    """Lay what lets others lay off no more, where that costs no concealed win; else discard."""
    if view.opened[seat]:
        move, open_to = quietest(view, seat, able, unseen)
        if move.kind != NO_MOVE.kind and open_to <= count_fitting(spots, unseen):
            return move
    return Move(Kind.DISCARD, discard, 0, 0)


# --- the discard of another -------------------------------------------------------------------------


def _claim_or_not(view: State, seat: int, spots: Spots, weights: Weights) -> Move:
    """Claim what goes out or leaves a clearly better hand; else pass, or draw."""
    if not _can_claim(view, seat):
        return Move(Kind.PASS if view.offered_pon[seat] else Kind.DRAW, 0, 0, 0)
    moves = legal_moves(rules, view, seat)
    best, unseen = moves[0], unseen_cards(view, seat)  # the first is a pass or a draw
    now = _worth_with(view, seat, view.hands[seat], spots, int(may_lay_off(view, seat)), unseen, weights)
    most = min(now + _gain_wanted(view, seat, now, weights), GOES_OUT)
    for move in moves:
        if move.cards:
            there = with_meld(spots, as_laid(move) | 1 << top(view), view.ace_high)
            worth = _worth_claimed(view, seat, view.hands[seat] ^ move.cards, there, unseen, weights)
            if worth > most or worth == GOES_OUT:
                best, most = move, worth
    return best


def _gain_wanted(view: State, seat: int, now: float, weights: Weights) -> float:
    """By how much a claim must better a hand that is worth so much now."""
    if view.opened[seat]:
        return weights.claim_opened
    return weights.claim_concealed[min(max(int(-now), 0), MOST)]


def _can_claim(view: State, seat: int) -> bool:
    """Whether the last discard may make a meld with cards of the hand; False only if it surely does not."""
    kind, hand = top(view), view.hands[seat]
    if kind in (NO_CARD, JOKER):
        return False
    if view.ace_high or view.short_chi or hand & JOKER_CARD:
        return True
    near = (0b11011 << kind) >> 2 & SUIT_CARDS << kind - kind % RANKS
    mates = RANK_CARDS << kind % RANKS
    return popcount(hand & near) > 1 or popcount(hand & mates) > 1


def _worth_claimed(view: State, seat: int, hand: int, spots: Spots, unseen: int, weights: Weights) -> float:
    """What a hand is worth after a claim and the best discard."""
    most = GOES_OUT if hand == 0 else -GOES_OUT
    discards = hand
    while discards:
        kept = hand ^ (discards & -discards)
        discards &= discards - 1
        most = max(most, _worth_with(view, seat, kept, spots, 1, unseen, weights))
    return most


def _worth_with(
    view: State, seat: int, kept: int, spots: Spots, opened: int, unseen: int, weights: Weights
) -> float:
    """What a hand is worth before or after a claim.

    A hand that may still win concealed is worth less for each dead card, and nothing else counts. Other ways
    to go out are no gain there, since a claim costs the double score.
    """
    cover = best_cover(kept, spots, opened, view.ace_high)
    dead = popcount(kept & ~cover.cards)
    if not view.opened[seat]:
        return float(-dead) if dead else GOES_OUT
    outs = outs_of(kept, cover, unseen, view.ace_high, view.final_discard)
    return _worth(view, kept, cover, outs, unseen, weights)


# --- what to discard --------------------------------------------------------------------------------


def _plan(view: State, seat: int, spots: Spots, weights: Weights) -> Plan:
    """The discard that leaves the best hand; none where all cards can be laid and no discard is needed.

    Without a card that the best cover leaves out, the rest has the same cover.
    """
    hand, opened = view.hands[seat], int(lays_off_now(view, seat))
    cover = best_cover(hand, spots, opened, view.ace_high)
    if cover.cards == hand and not view.final_discard and not must_wait(view):
        return Plan(0, cover, NO_OUTS, 0.0)
    unseen = unseen_cards(view, seat)
    best = Plan(0, NOTHING, NO_OUTS, 0.0)
    discards = hand
    while discards:
        discard = discards & -discards
        discards ^= discard
        left = best_cover(hand ^ discard, spots, opened, view.ace_high) if cover.cards & discard else cover
        plan = _plan_by(view, seat, discard, left, unseen, weights)
        if best.discard == 0 or plan.worth > best.worth:
            best = plan
    return best


def plan_with(view: State, seat: int, discard: int, spots: Spots, unseen: int, weights: Weights) -> Plan:
    """The plan that discards this card."""
    cover = best_cover(view.hands[seat] ^ discard, spots, int(lays_off_now(view, seat)), view.ace_high)
    return _plan_by(view, seat, discard, cover, unseen, weights)


def _plan_by(view: State, seat: int, discard: int, cover: Cover, unseen: int, weights: Weights) -> Plan:
    kept = view.hands[seat] ^ discard
    outs = outs_of(kept, cover, unseen, view.ace_high, view.final_discard)
    worth = _worth(view, kept, cover, outs, unseen, weights)
    worth += _worth_discarded(view, seat, lowest(discard), unseen, weights)
    return Plan(discard, cover, outs, worth)


def unseen_cards(view: State, seat: int) -> int:
    """The cards that lie in other hands or in the stock."""
    seen = view.hands[seat]
    for number in range(view.meld_count):
        seen |= view.melds[number]
    for index in range(view.pile_size):
        seen |= 1 << view.pile[index]
    return ALL_CARDS & ~seen


def _worth(view: State, kept: int, cover: Cover, outs: Outs, unseen: int, weights: Weights) -> float:
    """What a hand is worth, in dead cards; one without any goes out."""
    dead = kept & ~cover.cards
    if dead == 0:
        return GOES_OUT
    cards = dead & ALL_CARDS
    return (
        (weights.wanted + weights.wanted_last / popcount(dead)) * popcount(unseen & cover.wanted)
        + weights.for_a_set * popcount(unseen & set_partners_wanted(cards))
        + weights.for_a_sequence * popcount(unseen & sequence_partners_wanted(cards, view.ace_high))
        - popcount(dead)
        + _chances(view, outs, unseen, weights)
    )


def _chances(view: State, outs: Outs, unseen: int, weights: Weights) -> float:
    """What it is worth to go out with a card that is drawn, or discarded by another."""
    if unseen == 0:  # all others lie open, or are known: nothing is left to chance
        return 0.0
    drawn = popcount(outs.to_lay_off | outs.for_a_set | outs.for_a_sequence)
    claimed = (view.players - 1) * popcount(outs.for_a_set) + popcount(outs.for_a_sequence)
    return (weights.out_drawn * drawn + weights.out_claimed * claimed) / popcount(unseen)


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


def _holds_back(view: State, seat: int, kept: int, dead: int, outs: Outs, weights: Weights) -> bool:
    """Whether holding melds back gains more than it risks: a concealed win, or that none is laid off on."""
    others = 0
    for other in range(view.players):
        if other != seat:
            others += view.hand_sizes[other]
    number = popcount(outs.to_lay_off | outs.for_a_set | outs.for_a_sequence)
    gain = weights.hidden_out * number
    if not view.opened[seat]:
        gain = weights.win_out * number + weights.win_laid * (popcount(kept) - popcount(dead))
    caught = count(kept, view.pips, view.ace_value) - count(dead, view.pips, view.ace_value)
    risk = weights.caught + weights.caught_later * view.turns / view.players
    return gain * others > risk * caught * (1 / (view.players - 1) + view.losers_minus + view.penalty)


def _others_out(view: State, seat: int, weights: Weights) -> float:
    """How many others are expected to go out soon."""
    out = 0.0
    for other in range(view.players):
        if other != seat:
            out += weights.out[min(view.hand_sizes[other], MOST)]
    return out
