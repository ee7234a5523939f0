"""What a seat sees of a round of Sixth Trick, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.tricks import TrickView, shown_trick
from sevenfold_sixth_trick.result import RESULT_LINES as RESULT_LINES
from sevenfold_sixth_trick.result import result_lines
from sevenfold_sixth_trick.rules import winning_seat
from sevenfold_sixth_trick.state import PACK, Phase, Seen


class SixthTrickView(TrickView, frozen=True, kw_only=True, tag="sixth_trick"):
    """What a seat sees of a round of Sixth Trick."""

    phase: Annotated[str, one_of(Phase)]


def show(seen: Seen, seat: int | None, acting: int) -> SixthTrickView:
    """The view as it is sent."""
    return SixthTrickView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        verb="",
        result_lines=result_lines(seen),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
