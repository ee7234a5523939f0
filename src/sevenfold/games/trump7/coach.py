"""What a newcomer to Trump 7 is told, and when."""

from collections.abc import Iterator, Sequence

from sevenfold.core.events import Event
from sevenfold.core.remarks import Tip
from sevenfold.games.trump7.state import EventKind
from sevenfold.games.trump7.view import Trump7View

TIPS = (
    "bid",
    "player",
    "put_away",
    "defender",
    "lead",
    "void",
    "seven",
    "joker",
    "side_wins",
    "sixty",
    "leaster",
    "leaster_joker",
    "no_trick",
    "result",
)
JOKER = "JK"
RANKS = "789KTJQ"
"""From low to high (T7-1.1)."""
ENOUGH = 60
LATE = 3
"""With this many tricks left, it matters who has taken none."""


def tips(view: Trump7View, events: Sequence[Event]) -> Iterator[Tip]:
    """The tips that fit this moment, the most pressing first."""
    if view.seat is None:
        return
    if view.phase == "bid" and view.seat in view.acting:
        yield Tip(code="bid", at="actions")
    elif view.phase == "discard" and view.seat == view.player:
        yield Tip(code="player", at="me")
        yield Tip(code="put_away", at="hand")
    elif view.phase == "play" and view.leaster:
        yield from _leaster(view, view.seat, events)
    elif view.phase == "play":
        yield from _with_player(view, view.seat)
    elif view.phase == "over" and view.player is not None:
        yield Tip(code="result", at="trick")


def _with_player(view: Trump7View, own: int) -> Iterator[Tip]:
    if view.player not in (None, own):
        yield Tip(code="defender", at=f"seat{view.player}", seat=view.player)
    if own in view.acting:
        yield from _to_play(view, own)
    if view.player_points is not None and view.player_points >= ENOUGH:
        yield Tip(code="sixty", at="trick")
    seven = f"7{view.trump}"
    if seven in view.hand:
        yield Tip(code="seven", at=seven, cards=(seven,))
    if JOKER in view.hand:
        yield Tip(code="joker", at=JOKER)


def _to_play(view: Trump7View, own: int) -> Iterator[Tip]:
    if view.suit_led is None:
        yield Tip(code="lead", at="hand")
        return
    if not any(_suit(card, view.trump) == view.suit_led for card in view.hand):
        yield Tip(code="void", at="hand")
    last = len(view.table) == len(view.hand_sizes) - 1
    if last and view.player != own and _winner(view) != view.player:
        yield Tip(code="side_wins", at="hand")


def _leaster(view: Trump7View, own: int, events: Sequence[Event]) -> Iterator[Tip]:
    if any(event.kind == EventKind.LEASTER for event in events):
        yield Tip(code="leaster", at="trick")
    if JOKER in view.hand and own in view.acting:
        yield Tip(code="leaster_joker", at=JOKER)
    if view.tricks[own] == 0 and view.tricks_left <= LATE:
        yield Tip(code="no_trick", at="me")


def _suit(card: str, trump: str | None) -> str | None:
    return trump if card == JOKER else card[1]


def _winner(view: Trump7View) -> int | None:
    """Whose card takes the trick as it lies (T7-4.3)."""

    def strength(card: str) -> tuple[bool, bool, int]:
        suit = _suit(card, view.trump)
        rank = len(RANKS) if card == JOKER else RANKS.index(card[0])
        return suit == view.trump, suit == view.suit_led, rank

    return max(view.table, key=lambda pile: strength(pile.cards[0])).seat
