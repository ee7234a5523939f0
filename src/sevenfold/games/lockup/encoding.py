"""How each field of a Lockup view becomes numbers, for players that learn."""

from sevenfold.core.encoding import CardSet, Number, OneCard, OneOf, RoomEncoding, SeatNumber
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.state import PACK, RANKS, SUITS


def _worst(_options: LockupOptions, _players: int) -> int:
    """No trick at all (LU-6.1)."""
    return 0


ENCODING = RoomEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1,
    worst=_worst,
    fields={
        "any_club": Number(1),
        "at_once": Number(1),
        "first": SeatNumber(),
        "phase": OneOf(3),
        "hands": CardSet(),
        "hand_sizes": Number(RANKS),
        "tricks_left": Number(RANKS),
        "leader": SeatNumber(),
        "turn": SeatNumber(),
        "trick": OneCard(),
        "suit_led": OneOf(SUITS),
        "tricks": Number(RANKS),
        "locked": Number(RANKS),
        "owed": Number(RANKS),
        "lost": CardSet(),
        "lost_sizes": Number(RANKS),
        "played": CardSet(),
        "lacks": Number(RANKS, low=-1),
        "taker": SeatNumber(),
        "last_leader": SeatNumber(),
        "last_trick": OneCard(),
        "passed": Number(RANKS),
    },
)
