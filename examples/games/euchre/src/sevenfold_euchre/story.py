"""What a viewer is told of a move in Euchre, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole, told_without_cards
from sevenfold.core.tricks import NOBODY, trick_taken
from sevenfold_euchre.rules import makers_points
from sevenfold_euchre.state import PACK, EventKind, Kind, Phase, Seen, dealer
from sevenfold_euchre.view import OUTCOMES

EVENTS = tuple(EventKind)


def tell(_before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move; which card the dealer puts away is not told (EU-2.2)."""
    hidden = move.kind == Kind.DISCARD and seat != viewer
    return told_without_cards(move, 1) if hidden else told_whole(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """Trump made, the upcard taken or turned down, a trick taken; at the end the outcome."""
    events: list[Event] = []
    upcard = (PACK.names[after.upcard],)
    if after.phase == Phase.CALL != before.phase:
        events.append(Event(kind=EventKind.TURNED_DOWN, version=version, cards=upcard))
    if after.maker != before.maker:
        kind = EventKind.TRUMP if after.sits_out == NOBODY else EventKind.ALONE
        suit = PACK.suits[after.trump]
        events.append(Event(kind=kind, version=version, seat=after.maker, suit=suit))
    if after.ordered > before.ordered:
        events.append(Event(kind=EventKind.TAKEN_UP, version=version, seat=dealer(after), cards=upcard))
    events += trick_taken(PACK, before, after, version)
    if after.phase == Phase.OVER and after.maker != NOBODY:
        points = makers_points(after)
        events.append(Event(kind=OUTCOMES[points][1], version=version, seat=after.maker, count=points or 2))
    if after.passed_out > before.passed_out:
        events.append(Event(kind=EventKind.PASSED_OUT, version=version))
    return events
