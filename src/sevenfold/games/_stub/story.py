"""What a viewer is told of a move in Stub, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole, told_without_cards
from sevenfold.core.tricks import trick_taken
from sevenfold.games._stub.state import PACK, EventKind, Kind, Phase, Seen, opener

EVENTS = tuple(EventKind)


#: if widow
def tell(_before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move; which card is put away only its player knows (ST-3.2)."""
    hidden = move.kind == Kind.DISCARD and seat != viewer
    return told_without_cards(move, 1) if hidden else told_whole(move)


#: else
#: def tell(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> ToldMove:
#:     """The move: everybody sees every card played."""
#:     return told_whole(move)
#:
#:
#: end
def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """What everybody is told besides the move, such as a trick taken."""
    events: list[Event] = []
    #: if bids
    if before.phase == Phase.BID and after.phase == Phase.OVER:
        events.append(Event(kind=EventKind.PASSED_OUT, version=version))
    elif before.phase == Phase.BID and after.phase != Phase.BID:
        events.append(Event(kind=EventKind.DECLARED, version=version, seat=after.declarer, count=after.bid))
    #: end
    #: if widow
    if before.widow_size > after.widow_size:
        events.append(
            Event(kind=EventKind.WIDOW, version=version, seat=opener(after), count=before.widow_size)
        )
    #: end
    #: if trump
    if before.trump != after.trump:
        suit = PACK.suits[after.trump]
        events.append(Event(kind=EventKind.TRUMP, version=version, seat=after.turn, suit=suit))
    #: end
    return events + trick_taken(PACK, before, after, version)
