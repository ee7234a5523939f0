"""What a newcomer to LockSeven is told, and when."""

from collections.abc import Iterator, Sequence

from sevenfold.core.events import Event
from sevenfold.core.remarks import Tip
from sevenfold.games.lockseven.state import EventKind
from sevenfold.games.lockseven.view import LockSevenView

TIPS = (
    "call",
    "other_called",
    "both_sevens",
    "bury",
    "anti_call",
    "called",
    "partner",
    "attack",
    "revealed",
    "pattern",
    "void",
    "throw_failed",
    "ending",
    "ahead",
)
LATE = 5
"""With this many cards left, it is time to think of the last trick."""
ENOUGH = 80


def tips(view: LockSevenView, events: Sequence[Event]) -> Iterator[Tip]:
    """The tips that fit this moment, the most pressing first."""
    own = view.seat
    if own is None or view.phase == "over":
        return
    yield from _happened(own, events)
    if own in view.acting and view.phase in ("deal", "last_chance") and view.callable_suits:
        yield Tip(code="call", at="actions")
    if own in view.acting and view.phase == "choose":
        yield Tip(code="both_sevens", at="actions")
    if own in view.acting and view.phase == "bury":
        yield Tip(code="bury", at="hand")
    if own in view.acting and view.phase == "anti" and _has_pair(view.hand):
        yield Tip(code="anti_call", at="actions")
    if view.phase == "play":
        yield from _in_play(view, own)


def _happened(own: int, events: Sequence[Event]) -> Iterator[Tip]:
    for event in events:
        at = f"seat{event.seat}"
        if event.kind == EventKind.CALLED and event.seat != own:
            yield Tip(code="other_called", at=at, seat=event.seat)
        elif event.kind == EventKind.PARTNER and event.seat != own:
            yield Tip(code="revealed", at=at, seat=event.seat)
        elif event.kind == EventKind.THROW_FAILED:
            yield Tip(code="throw_failed", at="trick")


def _in_play(view: LockSevenView, own: int) -> Iterator[Tip]:
    if view.called is not None and view.partner is None and not view.alone:
        yield Tip(code="called", at="called", cards=(f"7{view.called}",))
        role = view.roles[own]
        if role in ("partner", "hidden_partner"):
            yield Tip(code="partner", at=f"7{view.called}", cards=(f"7{view.called}",))
        elif role == "attack":
            yield Tip(code="attack", at="role")
    if own in view.acting and view.follow is not None:
        if view.follow.pairs:
            yield Tip(code="pattern", at="trick")
        if not view.follow.cards:
            yield Tip(code="void", at="hand")
    if len(view.hand) <= LATE:
        yield Tip(code="ending", at="hand")
    if view.attack is not None and view.attack > ENOUGH:
        yield Tip(code="ahead", at="points")


def _has_pair(hand: Sequence[str]) -> bool:
    """Whether a pair can be shown for an anti-call (LS-4.1)."""
    return any(hand.count(card) > 1 for card in hand if card in ("RJ", "BJ") or card.startswith("7"))
