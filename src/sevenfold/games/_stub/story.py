"""What a viewer is told of a move in Stub, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move
from sevenfold.core.tricks import in_order_played
from sevenfold.games._stub.notation import write
from sevenfold.games._stub.state import PACK, Seen

EVENTS = ("trick",)


def visible_move(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> str:
    """The move: everybody sees every card played."""
    return write(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """A trick taken."""
    if after.tricks == before.tricks:
        return []
    seats = in_order_played(after.last_trick, after.last_leader)
    cards = tuple(PACK.names[after.last_trick[seat]] for seat in seats)
    return [Event(kind="trick", version=version, seat=after.taker, cards=cards)]
