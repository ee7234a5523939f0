"""Why the rule-based player would draw, claim, meld or discard: by the cards that it could not lay."""

from sevenfold.cards.masks import popcount
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.games.seven_bridge.bot.covers import best_cover, table_spots
from sevenfold.games.seven_bridge.bot.player import choose
from sevenfold.games.seven_bridge.claims import top
from sevenfold.games.seven_bridge.laying import lays_off_now, must_wait
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import NO_CARD, Kind, Seen

REASONS = (
    *("goes_out", "melds", "lays_off", "claims", "draws", "passes"),
    *("holds_back", "discards_high", "discards_loose"),
)

HIGH = 10
"""A card that counts this much or more is high."""


def explain(view: Seen, seat: int, move: Move) -> Reason | None:
    """The reason for a move that the seat may make; None where nothing true can be said for it."""
    hand = view.hands[seat]
    left = hand & ~move.cards
    if move.kind in (Kind.DISCARD, Kind.LAY, Kind.MELD, Kind.CHI, Kind.PON) and not left:
        return Reason(code="goes_out")
    if move.kind == Kind.DISCARD:
        return _discard(view, seat, move.cards)
    if move.kind in (Kind.DRAW, Kind.PASS) and (top(view) == NO_CARD or choose(view, seat) != move):
        return None
    codes = {
        Kind.MELD: "melds",
        Kind.LAY: "lays_off",
        Kind.CHI: "claims",
        Kind.PON: "claims",
        Kind.DRAW: "draws",
        Kind.PASS: "passes",
    }
    return Reason(code=codes[move.kind])


def _discard(view: Seen, seat: int, card: int) -> Reason | None:
    hand, spots, opened = view.hands[seat], table_spots(view), int(lays_off_now(view, seat))
    cover = best_cover(hand & ~card, spots, opened, view.ace_high)
    if cover.cards and not view.opened[seat] and not must_wait(view):
        return Reason(code="holds_back", count=popcount(cover.cards))
    if popcount(best_cover(hand, spots, opened, view.ace_high).cards) > popcount(cover.cards):
        return None  # it could be laid: other reasons than its fit speak for it
    points = count(card, view.pips, view.ace_value)
    if points >= HIGH:
        return Reason(code="discards_high", count=points)
    return Reason(code="discards_loose")
