"""What a viewer is told of a move in LockSeven, for the log and the animation."""

from sevenfold.core.events import Event, Manner
from sevenfold.core.moves import (
    UNSEEN,
    Move,
    ToldMove,
    told_nothing,
    told_whole,
    told_without_cards,
)
from sevenfold.core.tricks import seats_from
from sevenfold.core.written import WrittenMove
from sevenfold.games.lockseven.names import names
from sevenfold.games.lockseven.order import NO_SUIT_ROUND, PACK
from sevenfold.games.lockseven.result import outcome
from sevenfold.games.lockseven.state import SEATS, EventKind, Kind, Phase, Seen, State

EVENTS = tuple(EventKind)


def tell(before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move. What is secret of a wait, a call, a bottom or a hidden seven, its seat alone is told."""
    if seat == viewer:
        return told_whole(move)
    if move.kind in (Kind.WAIT, Kind.HIDE):
        return told_nothing()
    if move.kind == Kind.CALL and not before.open_call:
        return ToldMove(Kind.CALL, 0, 0, UNSEEN, 0)
    if move.kind == Kind.BURY:
        return told_without_cards(move, before.bottom_size)
    return told_whole(move)


def manner(move: WrittenMove) -> Manner:
    """Anti-calls and passes are said; what else the Host decides is told by what follows."""
    return "said" if move.kind in ("anti", "pass") else "seen"


def consequences(before: Seen, after: Seen, _viewer: int | None, version: int) -> list[Event]:
    """Who took up the bottom, what became public with the first trick, how a trick and the round came out."""
    events: list[Event] = []
    if after.host != before.host:
        events.append(_called(after, version))
    if after.phase == Phase.BURY and (before.phase != Phase.BURY or before.turn != after.turn):
        events.append(_bottom_taken(after, version))
    if after.alone > before.alone:
        events.append(Event(kind=EventKind.ALONE, version=version, seat=after.host))
    if after.phase == Phase.PLAY and before.phase != Phase.PLAY:
        events.append(_trump(after, version))
    if sum(after.failed_throws) > sum(before.failed_throws):
        thrown = names(after.thrown, after.thrown_twice)
        kind = EventKind.THROW_TAKEN_BACK if after.one_part else EventKind.THROW_FAILED
        events.append(Event(kind=kind, version=version, seat=before.turn, cards=thrown))
    if after.revealed != before.revealed:
        events.append(Event(kind=EventKind.PARTNER, version=version, seat=after.revealed))
    played = sum(after.hand_sizes) < sum(before.hand_sizes) and before.phase == Phase.PLAY
    if played and sum(after.trick) == 0:
        events.append(_trick(before, after, version))
    if after.phase == Phase.OVER:
        events += _ending(after, version)
    return events


def _called(after: State, version: int) -> Event:
    if not after.open_call:
        return Event(kind=EventKind.CALLED, version=version, seat=after.host)
    cards = (f"7{PACK.suits[after.called]}",)
    return Event(kind=EventKind.CALLED_OPENLY, version=version, seat=after.host, cards=cards)


def _bottom_taken(after: State, version: int) -> Event:
    """Only the taker is told which cards they were (LS-3.5): another's view does not have them."""
    taken = names(after.taken[after.turn], after.taken_twice[after.turn])
    return Event(
        kind=EventKind.BOTTOM_TAKEN, version=version, seat=after.turn, cards=taken, count=after.bottom_size
    )


def _trump(after: State, version: int) -> Event:
    called = (f"7{PACK.suits[after.called]}",)
    if after.trump == NO_SUIT_ROUND:
        return Event(kind=EventKind.NO_SUIT, version=version, seat=after.host, cards=called)
    suit = PACK.suits[after.trump]
    return Event(kind=EventKind.TRUMP, version=version, seat=after.host, suit=suit, cards=called)


def _trick(before: State, after: State, version: int) -> Event:
    seats = seats_from(after.last_leader, SEATS)
    cards = tuple(name for seat in seats for name in names(after.last_trick[seat], after.last_twice[seat]))
    points = sum(after.points) - sum(before.points)
    return Event(kind=EventKind.TRICK, version=version, seat=after.taker, cards=cards, count=points)


def _ending(after: State, version: int) -> list[Event]:
    if after.thrown_in:
        return [Event(kind=EventKind.THROWN_IN, version=version)]
    if after.conceded:
        return [Event(kind=EventKind.CONCEDED, version=version, seat=after.host)]
    events: list[Event] = []
    if after.bottom_shown:
        bottom = names(after.bottom_shown, after.bottom_shown_twice)
        count = after.bottom_points
        events.append(
            Event(kind=EventKind.BOTTOM, version=version, seat=after.taker, cards=bottom, count=count)
        )
    if after.penalty_points:
        events.append(Event(kind=EventKind.PENALTIES, version=version, count=after.penalty_points))
    events.append(Event(kind=outcome(after), version=version, count=after.attack_total))
    return events
