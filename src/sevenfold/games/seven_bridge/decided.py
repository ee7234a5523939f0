"""Which moment decided a hand of Seven Bridge."""

from collections.abc import Sequence

from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.games.seven_bridge.state import EventKind

DECIDED = ("out", "claim")
CLAIMS = ("pon", "chi")


def decided(_viewer: int | None, events: Sequence[Event]) -> Decided | None:
    """The discard that the winner claimed last; if there is none, the cards with which they went out."""
    winner = next((event.seat for event in events if event.kind == EventKind.OUT), None)
    moves = [event for event in events if event.kind == "move"]
    theirs = [index for index, move in enumerate(moves) if move.seat == winner]
    if winner is None or not theirs:
        return None
    claims = [index for index in theirs if moves[index].action in CLAIMS]
    thrown = [move for move in moves[: claims[-1]] if move.action == "discard"] if claims else []
    if thrown:
        return Decided(code="claim", seat=thrown[-1].seat, other=winner, cards=thrown[-1].cards)
    return Decided(code="out", seat=winner, cards=moves[theirs[-1]].cards)
