"""What a viewer is told of a move in Shedding, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole
from sevenfold.games._shedding.state import NOBODY, EventKind, Phase, Seen

EVENTS = tuple(EventKind)


def tell(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> ToldMove:
    """The move: which card is drawn it does not say."""
    return told_whole(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """The end of the round."""
    if after.phase != Phase.OVER or before.phase == Phase.OVER:
        return []
    if after.winner == NOBODY:
        return [Event(kind=EventKind.BLOCKED, version=version)]
    return [Event(kind=EventKind.LAST_CARD, version=version, seat=after.winner)]
