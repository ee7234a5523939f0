"""Why the rule-based player would draw, claim, meld or discard: by the cards that it could not lay."""

from sevenfold.cards.masks import popcount
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.games.seven_bridge.bot.covers import best_cover, table_spots
from sevenfold.games.seven_bridge.laying import may_lay_off
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import Kind, Seen

REASONS = (
    *("goes_out", "melds", "lays_off", "claims", "draws", "passes"),
    *("holds_back", "discards_high", "discards_loose"),
)

HIGH = 10
"""A card that counts this much or more is high."""


def explain(view: Seen, seat: int, move: Move) -> Reason:
    """The reason for a move that the seat may make."""
    hand = view.hands[seat]
    left = hand & ~move.cards
    if move.kind in (Kind.DISCARD, Kind.LAY, Kind.MELD, Kind.CHI, Kind.PON) and not left:
        return Reason(code="goes_out")
    if move.kind == Kind.DISCARD:
        return _discard(view, seat, move.cards)
    codes = {
        Kind.MELD: "melds",
        Kind.LAY: "lays_off",
        Kind.CHI: "claims",
        Kind.PON: "claims",
        Kind.DRAW: "draws",
        Kind.PASS: "passes",
    }
    return Reason(code=codes[move.kind])


def _discard(view: Seen, seat: int, card: int) -> Reason:
    kept = view.hands[seat] & ~card
    cover = best_cover(kept, table_spots(view), int(may_lay_off(view, seat)), view.ace_high)
    if cover.cards:
        return Reason(code="holds_back", count=popcount(cover.cards))
    points = count(card, view.pips, view.ace_value)
    if points >= HIGH:
        return Reason(code="discards_high", count=points)
    return Reason(code="discards_loose")
