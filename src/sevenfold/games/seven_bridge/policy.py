"""The rule-based player of Seven Bridge. It knows nothing but its view."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.covers import (
    ALL_CARDS,
    Cover,
    Spots,
    best_cover,
    laid_as,
    sequence_partners_wanted,
    set_partners_wanted,
    table_spots,
    with_meld,
)
from sevenfold.games.seven_bridge.laying import as_laid, may_lay_off
from sevenfold.games.seven_bridge.melds import takes
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    ALL_SEVENS,
    DISCARD,
    DRAWING,
    JOKER_CARD,
    LAY,
    MELD,
    NAMES,
    RANK_CARDS,
    RANKS,
    State,
)

W = dict(A=0.05, S=0.2, R=0.1, K=0.01, PON=0.3, CHI=0.3, HOLD=4, HOLDD=7, OPEN=0, G=2, GC=2, THREW=0.5, SEVEN=0.0, AVG=9, RISK=0.25, OPENGAIN=1.0)


def choose(view: State, seat: int) -> Move:
    """The move to make."""
    if view.phase == DRAWING:
        return _claim_or_not(view, seat)
    return _play(view, seat)


def _opened(view: State, seat: int) -> int:
    return int(may_lay_off(view, seat))


def _claim_or_not(view: State, seat: int) -> Move:
    moves = legal_moves(rules, view, seat)
    refuse = next(move for move in moves if not move.cards)
    if len(moves) == 1:
        return refuse
    spots = table_spots(view)
    hand = view.hands[seat]
    before = popcount(hand & ~best_cover(hand, spots, _opened(view, seat), view.ace_high).cards)
    best, best_left = refuse, 99.0
    for move in moves:
        if move.cards:
            laid = as_laid(move) | 1 << top(view)
            after = hand ^ move.cards
            there = with_meld(spots, laid, view.ace_high)
            left = min(
                popcount(after ^ 1 << kind & ~0)
                - popcount(best_cover(after ^ 1 << kind, there, 1, view.ace_high).cards)
                for kind in kinds_of(after)
            )
            if left == 0:
                return move
            if left < best_left:
                best, best_left = move, left
    gain = W["G"] if view.opened[seat] else W["GC"]
    return best if before - best_left >= gain else refuse


def _play(view: State, seat: int) -> Move:
    hand = view.hands[seat]
    spots = table_spots(view)
    opened = _opened(view, seat)
    unseen = _unseen(view, seat)
    best, best_score, best_cov = 0, -1e9, None
    for kind in kinds_of(hand):
        keep = hand ^ 1 << kind
        cover = best_cover(keep, spots, opened, view.ace_high)
        left = keep & ~cover.cards
        score = _worth(view, seat, kind, left, cover, unseen)
        if left == 0:
            score += 1000
        if score > best_score:
            best, best_score, best_cov = kind, score, cover
    assert best_cov is not None
    left = hand & ~best_cov.cards & ~(1 << best)
    if left == 0 or not _hold(view, seat, hand ^ 1 << best, left):
        move = _lay(view, seat, hand ^ 1 << best, best_cov)
        if move is not None:
            return move
    return Move(DISCARD, 1 << best)


PM = [0.5, 0.3, 0.2, 0.15, 0.09, 0.06, 0.04, 0.03]
Q = [1.0, 0.45, 0.3, 0.2, 0.13, 0.1, 0.08, 0.05]


def _hold(view: State, seat: int, hand: int, left: int) -> bool:
    """`hand` after the discard, `left` what of it could not be laid."""
    if view.opened[seat] and not W["OPEN"]:
        return False
    pool = 0
    out = 0.0
    for other in range(view.players):
        if other != seat:
            size = view.hand_sizes[other]
            pool += size * W["AVG"]
            out += Q[min(size, 7)]
    mine = PM[min(popcount(left), 7)]
    caught = count(hand, view.pips, view.ace_value) - count(left, view.pips, view.ace_value)
    if view.opened[seat]:
        return W["OPENGAIN"] > out * caught * W["RISK"]
    return mine * pool > out * caught * W["RISK"]


def _unseen(view: State, seat: int) -> int:
    seen = view.hands[seat]
    for meld in view.melds:
        seen |= meld
    for place in range(view.pile_size):
        seen |= 1 << view.pile[place]
    return ALL_CARDS & ~seen


def _worth(view: State, seat: int, kind: int, left: int, cover: Cover, unseen: int) -> float:
    score = -float(popcount(left))
    score += W["A"] * popcount(unseen & cover.wanted)
    cards = left & ALL_CARDS
    score += W["S"] * popcount(unseen & set_partners_wanted(cards))
    score += W["R"] * popcount(unseen & sequence_partners_wanted(cards, view.ace_high))
    if 1 << kind == JOKER_CARD:
        return score
    score += W["K"] * value(kind % RANKS, view.pips, view.ace_value)
    score -= _danger(view, seat, kind, unseen)
    return score


def _danger(view: State, seat: int, kind: int, unseen: int) -> float:
    rank = kind % RANKS
    total = popcount(unseen) or 1
    mates = popcount(unseen & RANK_CARDS << rank)
    danger = 0.0
    if mates >= 2:
        for other in range(view.players):
            if other != seat:
                part = view.hand_sizes[other] / total
                chance = part * part if mates == 2 else 3 * part * part * (1 - part) + part**3
                if view.thrown[other] & RANK_CARDS << rank:
                    chance *= W["THREW"]
                danger += W["PON"] * chance
    following = (seat + 1) % view.players
    part = view.hand_sizes[following] / total
    for a, b in ((-2, -1), (-1, 1), (1, 2)):
        if 0 <= rank + a and rank + b < RANKS and unseen >> kind + a & 1 and unseen >> kind + b & 1:
            danger += W["CHI"] * part * part
    return danger


def _lay(view: State, seat: int, cards: int, cover: Cover) -> Move | None:
    """The next meld or lay-off of what could be laid of these cards; None when all is laid."""
    able = cards & cover.cards
    for meld in (cover.first, cover.second):
        if meld:
            others = (cover.first | cover.second) & ~meld
            arg = cover.joker_as + 1 if meld & JOKER_CARD else 0
            return Move(MELD, _grown(meld, cover.joker_as, able & ~others, view.ace_high), 0, arg)
    if able & ALL_SEVENS:
        seven = able & ALL_SEVENS
        return Move(MELD, _grown(seven & -seven, 0, able & ~JOKER_CARD, view.ace_high))
    for number in range(view.meld_count):
        taken = takes(view.melds[number], view.ace_high)
        if taken & able:
            return Move(LAY, taken & able & -(taken & able), 0, number * NAMES)
    if able & JOKER_CARD:
        for number in range(view.meld_count):
            taken = takes(view.melds[number], view.ace_high)
            if taken and popcount(view.melds[number]) > 1:
                return Move(LAY, JOKER_CARD, 0, number * NAMES + lowest(taken) + 1)
    return None


def _grown(meld: int, joker_as: int, able: int, ace_high: int) -> int:
    """A meld with all that fits on it."""
    while True:
        fits = takes(laid_as(meld, joker_as), ace_high) & able & ~meld
        if not fits:
            return meld
        fits = fits & ~ALL_SEVENS or fits
        meld |= fits & -fits
