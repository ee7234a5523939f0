"""What a seat sees of a round of Spades, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.tricks import TrickView, shown_trick
from sevenfold.core.views import Partners
from sevenfold_spades.result import RESULT_LINES as RESULT_LINES
from sevenfold_spades.result import result_lines
from sevenfold_spades.rules import side_tricks, winning_seat
from sevenfold_spades.state import PACK, SEATS, Phase, Seen, partner


class SpadesView(TrickView, frozen=True, kw_only=True, tag="spades"):
    """What a seat sees of a round of Spades."""

    phase: Annotated[str, one_of(Phase)]
    sides: tuple[Partners, ...]
    """The partners, with their tricks."""


def show(seen: Seen, seat: int | None, acting: int) -> SpadesView:
    """The view as it is sent."""
    return SpadesView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        verb="",
        result_lines=result_lines(seen),
        sides=tuple(Partners((one, partner(one)), side_tricks(seen, one)) for one in range(SEATS // 2)),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
