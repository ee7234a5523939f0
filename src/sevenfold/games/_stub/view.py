"""What a seat sees of a round of Stub, as it is sent."""

from collections.abc import Iterable
from typing import Literal

from sevenfold.cards.masks import kinds_of
from sevenfold.core.tricks import TrickView, shown_trick
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
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=PHASES[seen.phase],
        verb="",
        result_lines=result_lines(seen),
        tricks=tuple(seen.tricks),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
