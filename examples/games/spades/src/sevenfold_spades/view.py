"""What a seat sees of a round of Spades, as it is sent, and how the round came out."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.tricks import TrickView, shown_trick
from sevenfold.core.views import Partners, ResultLine
from sevenfold_spades.rules import (
    bag_penalty,
    contract,
    contract_points,
    new_bags,
    nil_points,
    side_tricks,
    winning_seat,
)
from sevenfold_spades.state import NO_BID, PACK, SEATS, SIDES, Phase, Seen, partner

BIDS = ("nil",)
RESULT_LINES = ("made", "missed", "bags", "penalty", "nil", "nil_missed")


class SpadesView(TrickView, frozen=True, kw_only=True, tag="spades"):
    """What a seat sees of a round of Spades."""

    phase: Annotated[str, one_of(Phase)]
    trump: str
    bids: tuple[int | None, ...]
    sides: tuple[Partners, ...]
    """The partners, with their tricks, of those that they have bid."""
    bags: tuple[Partners, ...]
    """The partners, with their bags of the rounds before."""


def show(seen: Seen, seat: int | None, acting: int) -> SpadesView:
    """The view as it is sent."""
    return SpadesView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        verb="",
        result_lines=tuple(result_lines(seen)) if seen.phase == Phase.OVER else (),
        trump="S",
        bids=tuple(None if bid == NO_BID else bid for bid in seen.bids),
        sides=tuple(
            Partners(both(side), side_tricks(seen, side), _wanted(seen, side)) for side in range(SIDES)
        ),
        bags=tuple(Partners(both(side), seen.bags[side]) for side in range(SIDES)),
    )


def _wanted(seen: Seen, side: int) -> int | None:
    """What a side has bid; None until both have."""
    return None if NO_BID in (seen.bids[side], seen.bids[partner(side)]) else contract(seen, side)


def both(side: int) -> tuple[int, int]:
    """The seats of a side."""
    return side, partner(side)


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)


def result_lines(seen: Seen) -> Iterator[ResultLine]:
    """What a round brought each side, in the order in which it is added up."""
    for side in range(SIDES):
        seats, points, bags = both(side), contract_points(seen, side), new_bags(seen, side)
        key = "made" if side_tricks(seen, side) >= contract(seen, side) else "missed"
        yield ResultLine(rule="SP-4.1", key=f"result.{key}", seats=seats, count=points - bags)
        if bags:
            yield ResultLine(rule="SP-4.2", key="result.bags", seats=seats, count=bags)
        if penalty := bag_penalty(seen, side):
            yield ResultLine(rule="SP-4.3", key="result.penalty", seats=seats, count=-penalty)
    for seat in range(SEATS):
        if nil := nil_points(seen, seat):
            key = "nil" if nil > 0 else "nil_missed"
            yield ResultLine(rule="SP-4.4", key=f"result.{key}", seat=seat, count=nil)
