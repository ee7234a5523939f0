"""What a viewer is told of a move in Trump 7, for the log and the animation."""

from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove, told_whole, told_without_cards
from sevenfold.core.tricks import trick_taken
from sevenfold.games.trump7.rules import over
from sevenfold.games.trump7.scoring import (
    ScoreRow,
    leaster_points,
    leaster_row,
    leaster_seat,
    player_points,
    player_row,
)
from sevenfold.games.trump7.state import PACK, EventKind, Kind, Seen, State

EVENTS = (*EventKind, *ScoreRow.words.values())


def tell(_before: Seen, seat: int, move: Move, viewer: int | None) -> ToldMove:
    """The move; which cards another seat puts away is not told (T7-2.5)."""
    if move.kind == Kind.DISCARD and seat != viewer:
        return told_without_cards(move, 2)
    return told_whole(move)


def consequences(before: Seen, after: Seen, viewer: int | None, version: int) -> list[Event]:
    """The widow taken, a leaster begun, a trick taken; at the end the hidden cards and the outcome."""
    events: list[Event] = []
    if after.player != before.player:
        events.append(_widow_taken(after, viewer, version))
    if after.leaster > before.leaster:
        events.append(Event(kind=EventKind.LEASTER, version=version))
    events += trick_taken(PACK, before, after, version, sum(after.points) - sum(before.points))
    if over(after):
        events += [*_shown(after, version), _outcome(after, version)]
    return events


def _widow_taken(after: State, viewer: int | None, version: int) -> Event:
    cards = PACK.names_in(after.widow_seen[viewer]) if viewer is not None else ()
    trump = PACK.suits[after.trump]
    return Event(kind=EventKind.WIDOW_TAKEN, version=version, seat=after.player, cards=cards, suit=trump)


def _shown(after: State, version: int) -> list[Event]:
    """T7-2.5: the widow and the discards, where there were any."""
    player = None if after.leaster else after.player
    shown = [
        (EventKind.WIDOW, None, after.widow_shown),
        (EventKind.DISCARDS, player, after.discards_shown),
    ]
    return [
        Event(kind=kind, version=version, seat=seat, cards=PACK.names_in(cards))
        for kind, seat, cards in shown
        if cards
    ]


def _outcome(after: State, version: int) -> Event:
    if after.leaster:
        seat = leaster_seat(after)
        row, points = leaster_row(after), leaster_points(after, seat)
    else:
        seat, row, points = after.player, player_row(after), player_points(after)
    return Event(kind=ScoreRow.words[row], version=version, seat=seat, count=points)
