"""What a newcomer to Seven Bridge is told, and when."""

from collections.abc import Iterator, Sequence

from sevenfold.core.events import Event
from sevenfold.core.remarks import Tip
from sevenfold.games.seven_bridge.state import EventKind
from sevenfold.games.seven_bridge.view import SevenBridgeView

TIPS = (
    "turn",
    "pon",
    "chi",
    "seven",
    "meld",
    "lay_off",
    "keep_one",
    "discard",
    "skipped",
    "nearly",
    "remade",
    "sevens_left",
    "concealed",
    "void",
)
RANKS = "A23456789TJQK"
TOLD = {EventKind.REMADE: "stock", EventKind.CONCEALED: "trick", EventKind.VOID: "trick"}
"""The events that give a tip of the same name, and what that points at."""
NEARLY = 2
"""With this many cards left, a player is nearly out."""


def tips(view: SevenBridgeView, events: Sequence[Event]) -> Iterator[Tip]:
    """The tips that fit this moment, the most pressing first."""
    own = view.seat
    if own is None:
        return
    yield from _happened(view, own, events)
    if own in view.acting and view.discard is not None:
        if view.phase == "claim":
            yield Tip(code="pon", at="pile", cards=(view.discard,))
        elif view.phase == "draw":
            yield Tip(code="turn", at="stock")
            if view.dealer != own and any(_is_row([*pair, view.discard]) for pair in _pairs(view.hand)):
                yield Tip(code="chi", at="pile", cards=(view.discard,))
    if own in view.acting and view.phase == "meld":
        yield from _to_meld(view, own)
    if view.phase != "over":
        for seat, size in enumerate(view.hand_sizes):
            if seat != own and size <= NEARLY:
                yield Tip(code="nearly", at=f"seat{seat}", seat=seat)


def _happened(view: SevenBridgeView, own: int, events: Sequence[Event]) -> Iterator[Tip]:
    for event in events:
        if event.kind in TOLD:
            yield Tip(code=event.kind, at=TOLD[EventKind(event.kind)])
        elif event.kind == "move" and event.action == "pon" and event.seat not in (None, own):
            yield Tip(code="skipped", at=f"seat{event.seat}", seat=event.seat)
    if any(card.startswith("7") for pile in view.left for card in pile.cards):
        yield Tip(code="sevens_left", at="trick")


def _to_meld(view: SevenBridgeView, own: int) -> Iterator[Tip]:
    if len(view.hand) == NEARLY:
        yield Tip(code="keep_one", at="hand")
    sevens = [card for card in view.hand if card.startswith("7")]
    if sevens:
        yield Tip(code="seven", at=sevens[0], cards=(sevens[0],))
    if _has_meld(view.hand):
        yield Tip(code="meld", at="hand")
    fits = (
        (card, pile.seat)
        for ends, pile in zip(view.ends, view.table, strict=True)
        for card in view.hand
        if card in (*ends.low, *ends.high)
    )
    for card, seat in fits:
        if seat is not None and seat != own:
            yield Tip(code="lay_off", at=card, seat=seat, cards=(card,))
    yield Tip(code="discard", at="hand")


def _pairs(hand: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((one, other) for i, one in enumerate(hand) for other in hand[i + 1 :])


def _has_meld(hand: Sequence[str]) -> bool:
    """Whether three cards of the hand are a set or a sequence."""
    triples = [(one, *pair) for i, one in enumerate(hand) for pair in _pairs(hand[i + 1 :])]
    return any(len({card[0] for card in three}) == 1 or _is_row(three) for three in triples)


def _is_row(cards: Sequence[str]) -> bool:
    """Whether these are consecutive cards of one suit (SB-2.2); with the joker they are not."""
    if len({card[1] for card in cards}) > 1 or any(card[0] not in RANKS for card in cards):
        return False
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))
