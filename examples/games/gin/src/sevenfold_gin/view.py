"""What a seat sees of a round of gin rummy, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.views import Lying, Pile, View
from sevenfold_gin.melds import deadwood
from sevenfold_gin.result import RESULT_LINES as RESULT_LINES
from sevenfold_gin.result import result_lines
from sevenfold_gin.state import NO_CARD, NOBODY, PACK, SEATS, Phase, Seen

VERBS = {Phase.DISCARD: "discard", Phase.KNOCK: "knock", Phase.LAY_OFF: "lay_off"}
"""What chosen cards that make no move are sent as."""


class GinView(View, frozen=True, kw_only=True, tag="gin"):
    """What a seat sees of a round of gin rummy."""

    phase: Annotated[str, one_of(Phase)]
    knocker: Seat | None
    upcard: Lying | None
    stock: Lying | None
    deadwood: int | None
    """The least that this seat's hand can come to."""
    laid_off: tuple[str, ...]
    open_hands: tuple[Pile, ...]
    """What the others have left of hands that they have laid open."""


def show(seen: Seen, seat: int | None, acting: int) -> GinView:
    """The view as it is sent."""
    hand = seen.hands[seat] if seat is not None else 0
    return GinView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=Phase.words[seen.phase],
        hand=PACK.names_in(hand),
        hand_sizes=tuple(seen.hand_sizes),
        leader=None,
        table=tuple(
            Pile(seen.owners[meld], PACK.names_in(seen.melds[meld])) for meld in range(seen.meld_count)
        ),
        verb=VERBS.get(seen.phase, "meld"),
        result_lines=result_lines(seen),
        knocker=seen.knocker if seen.knocker != NOBODY else None,
        upcard=Lying(cards=(PACK.names[seen.top],)) if seen.top != NO_CARD else None,
        stock=Lying(backs=seen.stock_size) if seen.stock_size else None,
        deadwood=deadwood(hand) if seat is not None else None,
        laid_off=PACK.names_in(seen.laid_off),
        open_hands=_open_hands(seen, seat),
    )


def _open_hands(seen: Seen, seat: int | None) -> tuple[Pile, ...]:
    if seen.knocker == NOBODY:
        return ()
    shown = [one for one in range(SEATS) if one != seat and (one == seen.knocker or seen.phase == Phase.OVER)]
    return tuple(Pile(one, PACK.names_in(seen.known[one])) for one in shown if seen.known[one])


def gone(seen: Seen) -> Iterable[int]:
    """The melds, what is laid off, and the discards but for a card turned up that nobody has taken."""
    cards = seen.pile | seen.laid_off
    for meld in seen.melds:
        cards |= meld
    return kinds_of(cards if seen.upcard == NO_CARD else cards & ~(1 << seen.upcard))
