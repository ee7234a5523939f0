"""How each field of a Trump 7 view becomes numbers, for players that learn."""

from sevenfold.core.encoding import CardSet, LeftOut, Number, OneCard, OneOf, RoomEncoding, SeatNumber
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.scoring import WON_FROM_EACH
from sevenfold.games.trump7.state import PACK, SUITS

_AT_THE_END = LeftOut("shown when the deal is over")


def _worst(_options: Trump7Options, _players: int) -> int:
    """The Player who takes no trick loses to each of the two opponents (T7-6.1)."""
    return 2 * min(WON_FROM_EACH)


ENCODING = RoomEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1 + SUITS,
    worst=_worst,
    fields={
        "first": SeatNumber(),
        "phase": OneOf(4),
        "hands": CardSet(),
        "hand_sizes": Number(11),
        "tricks_left": Number(9),
        "widow_seen": CardSet(),
        "discards": CardSet(),
        "widow_shown": _AT_THE_END,
        "discards_shown": _AT_THE_END,
        "player": SeatNumber(),
        "trump": OneOf(SUITS),
        "leaster": Number(1),
        "leader": SeatNumber(),
        "turn": SeatNumber(),
        "trick": OneCard(),
        "suit_led": OneOf(SUITS),
        "tricks": Number(9),
        "points": Number(200),
        "last_own_trick": Number(9, low=-1),
        "lacks": CardSet(),
        "played": CardSet(),
        "taker": SeatNumber(),
        "last_leader": SeatNumber(),
        "last_trick": OneCard(),
    },
)
