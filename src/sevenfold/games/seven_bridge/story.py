"""What a viewer is told of a move in Seven Bridge, for the log and the animation."""

from sevenfold.core.events import Event, Manner
from sevenfold.core.moves import (
    CHANCE,
    Move,
    ToldMove,
    told_nothing,
    told_whole,
    told_without_cards,
)
from sevenfold.core.written import WrittenMove
from sevenfold.games.seven_bridge.melds import LEAST_CARDS
from sevenfold.games.seven_bridge.state import JOKER_PACK, NOBODY, EventKind, Kind, Phase, Seen, State

EVENTS = tuple(EventKind)


def tell(before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move; a pass is told only to its maker (SB-4.10), a card drawn only to the player who draws it."""
    if move.kind == Kind.PASS and seat != viewer:
        return told_nothing()
    if seat == CHANCE and before.turn != viewer:
        return told_without_cards(move, 1)
    return told_whole(move)


def manner(move: WrittenMove) -> Manner:
    """A claim is said. A meld of sevens of fewer cards than other melds need (SB-2.3) is staged."""
    if move.kind in ("chi", "pon", "pass"):
        return "said"
    return "staged" if move.kind == "meld" and len(move.cards) < LEAST_CARDS else "seen"


def consequences(before: Seen, after: Seen, viewer: int | None, version: int) -> list[Event]:
    """The stock made anew, the card that the viewer draws, the end of the hand."""
    events: list[Event] = []
    if after.remade > before.remade:
        events.append(Event(kind=EventKind.REMADE, version=version, count=after.stock_size))
    if viewer is not None and after.hand_sizes[viewer] > before.hand_sizes[viewer]:
        drawn = JOKER_PACK.write_mask(after.hands[viewer] & ~before.hands[viewer])
        events.append(Event(kind=EventKind.DRAWN, version=version, seat=viewer, cards=(drawn,)))
    if after.phase == Phase.OVER:
        events += _ending(after, version)
    return events


def _ending(after: State, version: int) -> list[Event]:
    if after.winner == NOBODY:
        return [Event(kind=EventKind.VOID, version=version)]
    points = after.result[after.winner]
    ending = [Event(kind=EventKind.OUT, version=version, seat=after.winner, count=points)]
    if after.concealed:
        ending.append(Event(kind=EventKind.CONCEALED, version=version, seat=after.winner))
    return ending
