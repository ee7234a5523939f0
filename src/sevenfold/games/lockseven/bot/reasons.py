"""Why the rule-based player would make a call, a bottom or a play: by sides, sure parts and points.

A hand is said to be strong or weak where the player itself finds it so; of another move nothing is said.
"""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.games.lockseven import play
from sevenfold.games.lockseven.bot.calling import (
    anti_call,
    call,
    choose_partner,
    hand_worth,
    trump_so_far,
    worth_now,
)
from sevenfold.games.lockseven.bot.following import to_beat
from sevenfold.games.lockseven.bot.leading import trumps_drawn
from sevenfold.games.lockseven.bot.outlook import is_sure, outlook
from sevenfold.games.lockseven.bot.partnership import defends
from sevenfold.games.lockseven.bot.weights import WEIGHTS
from sevenfold.games.lockseven.bot.worth import chances
from sevenfold.games.lockseven.bottom import stronger_pairs
from sevenfold.games.lockseven.order import (
    BLACK_JOKER,
    NO_SUIT_ROUND,
    PACK,
    RANKS,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    card_points,
)
from sevenfold.games.lockseven.parts import led_shape, split
from sevenfold.games.lockseven.state import Kind, Seen, State

REASONS = (
    *("calls", "calls_early", "waits", "waits_early", "anti_calls", "no_anti_call"),
    *("concedes", "alone", "hides", "buries_points"),
    *(
        "buries_suit",
        "buries_weak",
        "sure",
        "draws_trumps",
        "best_lead",
        "takes",
        "side_takes",
        "gives_little",
        "gives_away",
    ),
)

LIKELY, UNLIKELY = 0.7, 0.3
"""A trick is said to be won from the first chance up, and lost from the second down."""

_CODES = {Kind.CONCEDE: "concedes", Kind.SOLO: "alone", Kind.HIDE: "hides"}


def explain(view: Seen, seat: int, move: Move) -> Reason | None:
    """The reason for a move that the seat may make; None where the player would not make it."""
    if move.kind in (Kind.CALL, Kind.WAIT):
        return _call(view, seat, move)
    if move.kind in (Kind.ANTI, Kind.PASS):
        return _anti_call(view, seat, move)
    if move.kind in _CODES:
        judged = move.kind == Kind.HIDE or choose_partner(view, seat, WEIGHTS).kind == move.kind
        return Reason(code=_CODES[move.kind]) if judged else None
    if move.kind == Kind.BURY:
        return _bury(view, seat, move)
    return _lead(view, seat, move) if seat == view.leader else _follow(view, seat, move)


def _call(view: State, seat: int, move: Move) -> Reason | None:
    if call(view, seat, WEIGHTS) != move:
        return None
    early = view.dealt < view.to_deal
    count = view.hand_sizes[seat] if early else None
    if move.kind == Kind.WAIT:
        return Reason(code="waits_early" if early else "waits", count=count)
    return Reason(code="calls_early" if early else "calls", count=count, suit=PACK.suits[move.arg])


def _anti_call(view: State, seat: int, move: Move) -> Reason | None:
    if move.kind == Kind.PASS:
        passes = stronger_pairs(view, seat) and anti_call(view, seat, WEIGHTS) == move
        return Reason(code="no_anti_call") if passes else None
    kind = lowest(move.cards)
    trump = NO_SUIT_ROUND if kind >= BLACK_JOKER else kind // RANKS
    then = hand_worth(view.hands[seat], view.doubles[seat], trump, view.seven_gap, WEIGHTS)
    return Reason(code="anti_calls") if then > worth_now(view, seat, WEIGHTS) else None


def _bury(view: State, seat: int, move: Move) -> Reason:
    points, trump = card_points(move.cards, move.twice), trump_so_far(view, seat)
    worth = hand_worth(view.hands[seat], view.doubles[seat], trump, view.seven_gap, WEIGHTS)
    safe = WEIGHTS.safe_bottom_no_suit if trump == NO_SUIT_ROUND else WEIGHTS.safe_bottom
    if points and worth >= safe:
        return Reason(code="buries_points", count=points)
    left = view.hands[seat] & ~move.cards | view.doubles[seat] & ~move.twice
    trumps = left & SUIT_MASKS[TRUMPS + trump]
    for suit in range(SUITS):
        if suit != trump and trumps and move.cards & SUIT_MASKS[suit] and not left & SUIT_MASKS[suit]:
            return Reason(code="buries_suit", suit=PACK.suits[suit])
    return Reason(code="buries_weak")


def _lead(view: State, seat: int, move: Move) -> Reason:
    suit, out = _suit_of(view, move.cards), outlook(view, seat)
    parts = [part for part, _ in split(move.cards, move.twice, suit, view.seven_gap)]
    if all(is_sure(view, seat, suit, part, out) for part in parts):
        return Reason(code="sure")
    drawn = trumps_drawn(view, seat, len(parts), out)
    if suit >= TRUMPS and defends(view, seat) and drawn > 0:
        return Reason(code="draws_trumps")
    return Reason(code="best_lead")


def _suit_of(view: State, cards: int) -> int:
    trumps = TRUMPS + view.trump
    plain = (suit for suit in range(SUITS) if suit != view.trump and cards & SUIT_MASKS[suit])
    return trumps if cards & SUIT_MASKS[trumps] else next(plain)


def _follow(view: State, seat: int, move: Move) -> Reason:
    out, shape = outlook(view, seat), led_shape(view)
    points = card_points(move.cards, move.twice)
    if play.wins(view, move.cards, move.twice):
        best = to_beat(view, shape, move.cards, move.twice)
        ours = chances(view, seat, seat, best, out).ours
        if ours >= LIKELY:
            return Reason(code="takes", count=out.table + points)
        return Reason(code="gives_away" if ours <= UNLIKELY else "gives_little", count=points)
    standing = to_beat(view, shape, view.trick[view.best], view.trick_twice[view.best])
    ours = chances(view, seat, view.best, standing, out).ours
    if ours >= LIKELY:
        return Reason(code="side_takes", count=points)
    return Reason(code="gives_away" if ours <= UNLIKELY else "gives_little", count=points)
