"""What a viewer is told of a move in gin rummy, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole
from sevenfold_gin.result import outcome
from sevenfold_gin.state import NOBODY, PACK, EventKind, Phase, Seen

EVENTS = tuple(EventKind)


def tell(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> ToldMove:
    """The move: which card is drawn it does not say."""
    return told_whole(move)


def consequences(before: Seen, after: Seen, viewer: int | None, version: int) -> list[Event]:
    """The card drawn, which its drawer alone is told; the end of the round."""
    if after.stock_size < before.stock_size:
        card = after.hands[after.turn] & ~before.hands[after.turn] if after.turn == viewer else 0
        return [Event(kind=EventKind.DRAWN, version=version, seat=after.turn, cards=PACK.names_in(card))]
    if after.phase != Phase.OVER or before.phase == Phase.OVER:
        return []
    kind, seat, points = outcome(after)
    if seat == NOBODY:
        return [Event(kind=kind, version=version)]
    return [Event(kind=kind, version=version, seat=seat, count=points)]
