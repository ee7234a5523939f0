"""What a viewer is told of a move in Trump 7, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move
from sevenfold.games.trump7.notation import write
from sevenfold.games.trump7.rules import in_order_played
from sevenfold.games.trump7.state import DISCARD, PACK, State


def told(_before: State, seat: int, move: Move, viewer: int | None) -> str:
    """The move; which cards another seat puts away is not told (T7-2.5)."""
    if move.kind == DISCARD and seat != viewer:
        return "discard ? ?"
    return write(move)


def consequences(before: State, after: State, _viewer: int | None, version: int) -> list[Event]:
    """The widow taken, a leaster begun, a trick taken."""
    events: list[Event] = []
    if after.player != before.player:
        trump = PACK.suits[after.trump]
        events.append(Event(kind="widow_taken", version=version, seat=after.player, suit=trump))
    if after.leaster > before.leaster:
        events.append(Event(kind="leaster", version=version))
    if sum(after.tricks) > sum(before.tricks):
        seats = in_order_played(after.last_trick, after.last_leader)
        cards = tuple(PACK.names[after.last_trick[seat]] for seat in seats)
        points = sum(after.points) - sum(before.points)
        events.append(Event(kind="trick", version=version, seat=after.taker, cards=cards, count=points))
    return events
