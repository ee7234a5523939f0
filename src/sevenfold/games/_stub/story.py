"""What a viewer is told of a move in Stub, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move
from sevenfold.core.tricks import in_order_played
from sevenfold.games._stub.notation import write
from sevenfold.games._stub.state import BIDDING, DISCARD, OVER, PACK, Seen, opener

#: if bids or trump or widow
EVENTS = (
    #: if bids
    "declared",
    "passed_out",
    #: end
    #: if widow
    "widow",
    #: end
    #: if trump
    "trump",
    #: end
    "trick",
)
#: else
#: EVENTS = ("trick",)
#: end


#: if widow
def visible_move(_before: Seen, seat: int, move: Move, viewer: int | None) -> str:
    """The move; which card is put away only its player knows (ST-3.2)."""
    return "discard ?" if move.kind == DISCARD and seat != viewer else write(move)


#: else
#: def visible_move(_before: Seen, _seat: int, move: Move, _viewer: int | None) -> str:
#:     """The move: everybody sees every card played."""
#:     return write(move)
#:
#:
#: end
def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """What everybody is told besides the move, such as a trick taken."""
    events: list[Event] = []
    #: if bids
    if before.phase == BIDDING and after.phase == OVER:
        events.append(Event(kind="passed_out", version=version))
    elif before.phase == BIDDING and after.phase != BIDDING:
        events.append(Event(kind="declared", version=version, seat=after.declarer, count=after.bid))
    #: end
    #: if widow
    if before.widow_size > after.widow_size:
        events.append(Event(kind="widow", version=version, seat=opener(after), count=before.widow_size))
    #: end
    #: if trump
    if before.trump != after.trump:
        suit = PACK.suits[after.trump]
        events.append(Event(kind="trump", version=version, seat=after.turn, suit=suit))
    #: end
    if after.tricks != before.tricks:
        seats = in_order_played(after.last_trick, after.last_leader)
        cards = tuple(PACK.names[after.last_trick[seat]] for seat in seats)
        events.append(Event(kind="trick", version=version, seat=after.taker, cards=cards))
    return events
