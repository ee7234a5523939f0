"""What a seat sees of a round of Stub, as it is sent."""

from collections.abc import Iterable
from typing import Literal

from sevenfold.cards.masks import kinds_of
from sevenfold.core.tricks import TrickView, piles, shown_seat, shown_suit
from sevenfold.games._stub.result import RESULT_LINES, result_lines
from sevenfold.games._stub.rules import winning_seat
from sevenfold.games._stub.state import OVER, PACK, PLAYING, Seen

__all__ = ["RESULT_LINES", "StubView", "gone", "show"]

Phase = Literal["play", "over"]
PHASES: dict[int, Phase] = {PLAYING: "play", OVER: "over"}


class StubView(TrickView, frozen=True, kw_only=True, tag="stub"):
    """What a seat sees of a round of Stub."""

    phase: Phase
    tricks: tuple[int, ...]


def show(seen: Seen, seat: int | None, acting: int) -> StubView:
    """The view as it is sent."""
    return StubView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=PHASES[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=piles(PACK, seen.trick, seen.leader),
        verb="",
        result_lines=result_lines(seen),
        suit_led=shown_suit(PACK, seen.suit_led),
        tricks=tuple(seen.tricks),
        winning=shown_seat(winning_seat(seen)),
        last_trick=piles(PACK, seen.last_trick, seen.last_leader),
        taker=shown_seat(seen.taker),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
