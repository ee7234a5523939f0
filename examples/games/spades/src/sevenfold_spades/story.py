"""What a viewer is told of a move in Spades, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole
from sevenfold.core.tricks import trick_taken
from sevenfold_spades.state import PACK, EventKind, Seen

EVENTS = tuple(EventKind)


def tell(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> ToldMove:
    """The move: everybody hears every bid and sees every card played."""
    return told_whole(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """A trick taken."""
    return trick_taken(PACK, before, after, version)
