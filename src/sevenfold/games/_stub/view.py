"""What a seat sees of a round of Stub, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.tricks import NOBODY, TrickView, seats_from, shown_seat, shown_suit, shown_trick
from sevenfold.core.views import Lying, Partners
from sevenfold.games._stub.result import RESULT_LINES as RESULT_LINES
from sevenfold.games._stub.result import result_lines
from sevenfold.games._stub.rules import is_bound, side_tricks, winning_seat
from sevenfold.games._stub.state import PACK, SEATS, Phase, Seen, partner


class StubView(TrickView, frozen=True, kw_only=True, tag="stub"):
    """What a seat sees of a round of Stub."""

    phase: Annotated[str, one_of(Phase)]
    #: if bids
    bid: int | None
    """The highest bid so far."""
    declarer: Seat | None
    """Who bid it."""
    passed: tuple[Seat, ...]
    """Who has passed, or was outbid."""
    #: end
    #: if widow
    widow: Lying | None
    """Until it is taken."""
    discard: tuple[str, ...]
    """What this seat has put away."""
    #: end
    #: if trump
    trump: str | None
    #: end
    #: if partners
    sides: tuple[Partners, ...]
    """The partners, with their tricks; what they bid is wanted of them."""
    #: else
    #: tricks: tuple[int, ...]
    #: end


def show(seen: Seen, seat: int | None, acting: int) -> StubView:
    """The view as it is sent."""
    return StubView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        #: if widow
        verb="discard" if seen.phase == Phase.DISCARD else "",
        #: else
        #: verb="",
        #: end
        result_lines=result_lines(seen),
        #: if bids
        bid=seen.bid or None,
        declarer=shown_seat(seen.declarer),
        passed=_passed(seen),
        #: end
        #: if widow
        widow=Lying(backs=seen.widow_size) if seen.widow_size else None,
        discard=PACK.names_in(seen.aside[seat]) if seat is not None else (),
        #: end
        #: if trump
        trump=shown_suit(PACK, seen.trump),
        #: end
        #: if partners
        sides=tuple(_side(seen, one) for one in range(SEATS // 2)),
        #: else
        #: tricks=tuple(seen.tricks),
        #: end
    )


#: if partners
def _side(seen: Seen, seat: int) -> Partners:
    """A seat and its partner, and what they have taken."""
    #: if bids
    wanted = seen.bid if seen.declarer != NOBODY and is_bound(seen, seat) else None
    return Partners((seat, partner(seat)), side_tricks(seen, seat), wanted)
    #: else
    #: return Partners((seat, partner(seat)), side_tricks(seen, seat))
    #: end


#: end
#: if bids
def _passed(seen: Seen) -> tuple[int, ...]:
    """Those who have spoken, but for the highest bidder, while bids are made."""
    if seen.phase != Phase.BID:
        return ()
    spoken = seats_from(seen.first, SEATS)[: (seen.turn - seen.first) % SEATS]
    return tuple(seat for seat in spoken if seat != seen.declarer)


#: end
def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
