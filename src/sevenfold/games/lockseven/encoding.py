"""How each field of a LockSeven view becomes numbers, for players that learn."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, SUITS
from sevenfold.games.lockseven.scoring import LARGEST_STEP
from sevenfold.games.lockseven.state import SEATS, Kind


def _worst(_options: LockSevenOptions, _players: int) -> int:
    """The Host who plays alone and loses three steps to each of the others (LS-9.4)."""
    return -LARGEST_STEP * (SEATS - 1)


def _best(_options: LockSevenOptions, _players: int) -> int:
    """The Host who plays alone and wins three steps of each of the others (LS-9.4)."""
    return LARGEST_STEP * (SEATS - 1)


ENCODING = GameEncoding(
    version=3,
    kinds=len(PACK.names),
    max_moves=1 + SUITS,
    worst=_worst,
    best=_best,
    total=0,
    cut_short=("thrown_in", "conceded"),
    moves=MoveEncoding(
        Kind,
        args=SUITS,
        outcomes=(
            *("taken", "taken_twice", "called", "trump", "alone"),
            *("failed_throws", "shown", "shown_twice"),
            *("revealed", ("taker", "led_suit"), "points"),
        ),
    ),
)
