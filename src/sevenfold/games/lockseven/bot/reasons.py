"""Why the rule-based player would make a call, a bottom or a play: by sides, sure parts and points."""

from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.games.lockseven import play
from sevenfold.games.lockseven.bot.following import to_beat
from sevenfold.games.lockseven.bot.leading import sure_parts
from sevenfold.games.lockseven.bot.outlook import outlook
from sevenfold.games.lockseven.bot.partnership import defends
from sevenfold.games.lockseven.bot.worth import chances
from sevenfold.games.lockseven.order import PACK, SUIT_MASKS, SUITS, TRUMPS, card_points
from sevenfold.games.lockseven.parts import led_shape
from sevenfold.games.lockseven.state import Kind, Seen, State

REASONS = (
    *("calls", "waits", "anti_calls", "no_anti_call", "concedes", "alone", "hides", "buries_points"),
    *(
        "buries_suit",
        "buries_weak",
        "sure",
        "draws_trumps",
        "best_lead",
        "takes",
        "side_takes",
        "gives_little",
    ),
)

LIKELY = 0.7
"""From this chance up a trick is said to be won."""

_CODES = {
    Kind.WAIT: "waits",
    Kind.ANTI: "anti_calls",
    Kind.PASS: "no_anti_call",
    Kind.CONCEDE: "concedes",
    Kind.SOLO: "alone",
    Kind.HIDE: "hides",
}


def explain(view: Seen, seat: int, move: Move) -> Reason:
    """The reason for a move that the seat may make."""
    if move.kind == Kind.CALL:
        return Reason(code="calls", suit=PACK.suits[move.arg])
    if move.kind in _CODES:
        return Reason(code=_CODES[move.kind])
    if move.kind == Kind.BURY:
        return _bury(view, seat, move)
    return _lead(view, seat, move) if seat == view.leader else _follow(view, seat, move)


def _bury(view: State, seat: int, move: Move) -> Reason:
    points = card_points(move.cards, move.twice)
    if points:
        return Reason(code="buries_points", count=points)
    left = view.hands[seat] & ~move.cards | view.doubles[seat] & ~move.twice
    for suit in range(SUITS):
        if move.cards & SUIT_MASKS[suit] and not left & SUIT_MASKS[suit]:
            return Reason(code="buries_suit", suit=PACK.suits[suit])
    return Reason(code="buries_weak")


def _lead(view: State, seat: int, move: Move) -> Reason:
    suit = _suit_of(view, move.cards)
    held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
    sure, _ = sure_parts(view, seat, held, doubles, suit, outlook(view, seat))
    if move.cards & ~sure == 0:
        return Reason(code="sure")
    if suit >= TRUMPS and defends(view, seat):
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
        if chances(view, seat, seat, best, out).ours >= LIKELY:
            return Reason(code="takes", count=out.table + points)
        return Reason(code="gives_little", count=points)
    standing = to_beat(view, shape, view.trick[view.best], view.trick_twice[view.best])
    if chances(view, seat, view.best, standing, out).ours >= LIKELY:
        return Reason(code="side_takes", count=points)
    return Reason(code="gives_little", count=points)
