"""What a seat sees of a round of Shedding, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.views import Lying, View
from sevenfold.games._shedding.result import RESULT_LINES as RESULT_LINES
from sevenfold.games._shedding.result import result_lines
from sevenfold.games._shedding.state import PACK, Phase, Seen


class SheddingView(View, frozen=True, kw_only=True, tag="shedding"):
    """What a seat sees of a round of Shedding."""

    phase: Annotated[str, one_of(Phase)]
    pile: Lying
    """The card on top."""
    stock: Lying | None


def show(seen: Seen, seat: int | None, acting: int) -> SheddingView:
    """The view as it is sent."""
    return SheddingView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=Phase.words[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=None,
        table=(),
        verb="",
        result_lines=result_lines(seen),
        pile=Lying(cards=(PACK.names[seen.top],)),
        stock=Lying(backs=seen.stock_size) if seen.stock_size else None,
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards that have been played."""
    return kinds_of(seen.pile & ~(1 << seen.upcard))
