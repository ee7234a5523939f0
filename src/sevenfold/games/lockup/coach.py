"""What a newcomer to Lockup is told, and when."""

from collections.abc import Iterator, Sequence

from sevenfold.core.events import Event
from sevenfold.core.remarks import Tip
from sevenfold.games.lockup.state import PACK, EventKind
from sevenfold.games.lockup.view import LockupView

TIPS = (
    "lead",
    "alone",
    "void",
    "follow",
    "club",
    "picture",
    "locked",
    "other_locked",
    "next_leader",
    "few",
    "passed",
    "ending",
)
PICTURES = "KQJ"
FEW_TRICKS = 3
"""With this many tricks left, lockup hardly matters any more."""


def tips(view: LockupView, events: Sequence[Event]) -> Iterator[Tip]:
    """The tips that fit this moment, the most pressing first."""
    if view.seat is None or view.phase == "over":
        return
    yield from _happened(view, view.seat, events)
    if view.seat in view.acting:
        yield from _to_play(view, view.seat)
    if sum(count > 0 for count in view.locked) > 1:
        yield Tip(code="few", at="trick")
    if view.tricks_left <= FEW_TRICKS:
        yield Tip(code="ending", at="me")


def _happened(view: LockupView, own: int, events: Sequence[Event]) -> Iterator[Tip]:
    for event in events:
        if event.kind == EventKind.PASSED:
            yield Tip(code="passed", at="trick")
        elif event.kind == EventKind.LOCKED and event.seat == own:
            yield Tip(code="locked", at="me")
        elif event.kind == EventKind.LOCKED and event.seat is not None:
            yield Tip(code="other_locked", at=f"seat{event.seat}", seat=event.seat)
            if view.leader not in (None, own):
                yield Tip(code="next_leader", at=f"seat{view.leader}", seat=view.leader)


def _to_play(view: LockupView, own: int) -> Iterator[Tip]:
    if view.suit_led is None:
        alone = all(count > 0 for seat, count in enumerate(view.locked) if seat != own)
        yield Tip(code="alone" if alone else "lead", at="hand")
        return
    lying = [card for pile in view.table for card in pile.cards]
    following = [card for card in view.hand if card.endswith(view.suit_led)]
    if not following:
        yield Tip(code="void", at="hand")
        return
    yield Tip(code="follow", at="hand")
    clubs = [card for card in lying if card.endswith("C")]
    if clubs and view.suit_led != "C" and _takes(following, lying, view.suit_led):
        yield Tip(code="club", at="trick")
    for card in lying:
        club = f"{card[0]}C"
        if card[0] in PICTURES and club in view.hand and view.suit_led != "C":
            yield Tip(code="picture", at=club, cards=(card, club))


def _takes(following: list[str], lying: list[str], suit: str) -> bool:
    """Whether one of these cards would take the trick as it lies."""
    best = max(PACK.kind(card) for card in lying if card.endswith(suit))
    return any(PACK.kind(card) > best for card in following)
