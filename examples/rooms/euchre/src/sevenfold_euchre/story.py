"""What a viewer is told of a move in Euchre, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NOBODY, in_order_played
from sevenfold_euchre.notation import write
from sevenfold_euchre.rules import makers_points
from sevenfold_euchre.state import CALLING, DISCARD, OVER, PACK, Seen, dealer
from sevenfold_euchre.view import OUTCOMES

EVENTS = (
    "turned_down",
    "trump",
    "alone",
    "taken_up",
    "trick",
    *(event for _, event in OUTCOMES.values()),
    "passed_out",
)


def visible_move(_before: Seen, seat: int, move: Move, viewer: int | None) -> str:
    """The move; which card the dealer puts away is not told (EU-2.2)."""
    return "discard ?" if move.kind == DISCARD and seat != viewer else write(move)


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """Trump made, the upcard taken or turned down, a trick taken; at the end the outcome."""
    events: list[Event] = []
    upcard = (PACK.names[after.upcard],)
    if after.phase == CALLING != before.phase:
        events.append(Event(kind="turned_down", version=version, cards=upcard))
    if after.maker != before.maker:
        kind = "trump" if after.sits_out == NOBODY else "alone"
        suit = PACK.suits[after.trump]
        events.append(Event(kind=kind, version=version, seat=after.maker, suit=suit))
    if after.ordered > before.ordered:
        events.append(Event(kind="taken_up", version=version, seat=dealer(after), cards=upcard))
    if sum(after.tricks) > sum(before.tricks):
        seats = in_order_played(after.last_trick, after.last_leader)
        cards = tuple(PACK.names[after.last_trick[seat]] for seat in seats)
        events.append(Event(kind="trick", version=version, seat=after.taker, cards=cards))
    if after.phase == OVER and after.maker != NOBODY:
        points = makers_points(after)
        events.append(Event(kind=OUTCOMES[points][1], version=version, seat=after.maker, count=points or 2))
    if after.passed_out > before.passed_out:
        events.append(Event(kind="passed_out", version=version))
    return events
