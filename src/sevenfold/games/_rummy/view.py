"""What a seat sees of a round of Rummy, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.views import Lying, Pile, View
from sevenfold.games._rummy.result import RESULT_LINES as RESULT_LINES
from sevenfold.games._rummy.result import result_lines
from sevenfold.games._rummy.state import NO_CARD, PACK, Phase, Seen

VERBS = {Phase.DRAW: "take", Phase.LAY: "meld", Phase.OVER: ""}
"""What chosen cards that make no move are sent as."""


class RummyView(View, frozen=True, kw_only=True, tag="rummy"):
    """What a seat sees of a round of Rummy."""

    phase: Annotated[str, one_of(Phase)]
    pile: Lying | None
    """The last discard."""
    stock: Lying | None


def show(seen: Seen, seat: int | None, acting: int) -> RummyView:
    """The view as it is sent."""
    laid = range(seen.meld_count)
    return RummyView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=Phase.words[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=None,
        table=tuple(Pile(seen.owners[meld], PACK.names_in(seen.melds[meld])) for meld in laid),
        verb=VERBS[seen.phase],
        result_lines=result_lines(seen),
        pile=Lying(cards=(PACK.names[seen.top],)) if seen.top != NO_CARD else None,
        stock=Lying(backs=seen.stock_size) if seen.stock_size else None,
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards of the melds and the discards, but for a card turned up that nobody has taken."""
    cards = seen.pile & ~(1 << seen.upcard)
    for meld in seen.melds:
        cards |= meld
    return kinds_of(cards)
