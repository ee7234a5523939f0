"""What a seat sees of a round of Lockup, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.tricks import TrickView, shown_trick
from sevenfold.games.lockup.result import RESULT_LINES as RESULT_LINES
from sevenfold.games.lockup.result import result_lines
from sevenfold.games.lockup.rules import clubs_in_trick, winning_seat
from sevenfold.games.lockup.state import PACK, Phase, Seen


class LockupView(TrickView, frozen=True, kw_only=True, tag="lockup"):
    """What a seat sees of a round of Lockup."""

    phase: Annotated[str, one_of(Phase)]
    tricks: tuple[int, ...]
    tricks_left: int
    clubs: int
    """The clubs in the trick: whoever takes it is locked up for as many (LU-5.1)."""
    locked: tuple[int, ...]
    lost: tuple[int, ...]
    """How many cards each seat has lost."""
    lost_cards: tuple[str, ...]
    """The cards that this seat has lost itself."""


def show(seen: Seen, seat: int | None, acting: int) -> LockupView:
    """The view as it is sent."""
    return LockupView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        verb="",
        result_lines=result_lines(seen),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        clubs=clubs_in_trick(seen),
        locked=tuple(seen.locked),
        lost=tuple(seen.lost_sizes),
        lost_cards=PACK.names_in(seen.lost[seat]) if seat is not None else (),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)
