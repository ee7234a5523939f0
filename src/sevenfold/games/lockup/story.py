"""What a viewer is told of a move in Lockup, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole, told_without_cards
from sevenfold.core.tricks import trick_taken
from sevenfold.games.lockup.state import PACK, SEATS, EventKind, Kind, Seen, State

EVENTS = tuple(EventKind)


def tell(_before: Seen, _seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move; which card another seat loses is not told (LU-5.3)."""
    if move.kind == Kind.LOSE and move.arg != viewer:
        return told_without_cards(move, 1)
    return told_whole(move)


def consequences(before: Seen, after: Seen, viewer: int | None, version: int) -> list[Event]:
    """A card lost, a trick taken, somebody locked up, a trick passed."""
    return [
        *_losses(before, after, viewer, version),
        *_trick(before, after, version),
        *(Event(kind=EventKind.PASSED, version=version) for _ in range(after.passed - before.passed)),
    ]


def _losses(before: State, after: State, viewer: int | None, version: int) -> list[Event]:
    lost = (seat for seat in range(SEATS) if after.lost_sizes[seat] > before.lost_sizes[seat])
    return [
        Event(
            kind=EventKind.LOST,
            version=version,
            seat=seat,
            cards=tuple(PACK.write_mask(after.lost[seat] ^ before.lost[seat]).split())
            if seat == viewer
            else (),
        )
        for seat in lost
    ]


def _trick(before: State, after: State, version: int) -> list[Event]:
    events = trick_taken(PACK, before, after, version)
    clubs = sum(card.endswith("C") for event in events for card in event.cards)
    if clubs:
        events.append(Event(kind=EventKind.LOCKED, version=version, seat=after.taker, count=clubs))
    return events
