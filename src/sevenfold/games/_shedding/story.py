"""What a viewer is told of a move in Tops, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move
from sevenfold.games._shedding.notation import write
from sevenfold.games._shedding.state import NOBODY, OVER, Seen

EVENTS = ("last_card", "blocked")


def visible_move(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> str:
    """The move: which card is drawn it does not say."""
    return write(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """The end of the round."""
    if after.phase != OVER or before.phase == OVER:
        return []
    if after.winner == NOBODY:
        return [Event(kind="blocked", version=version)]
    return [Event(kind="last_card", version=version, seat=after.winner)]
