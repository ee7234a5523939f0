"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold_spades.meta import SpadesOptions
from sevenfold_spades.state import HAND_SIZE, PACK, Kind


def _worst(_options: SpadesOptions, _players: int) -> int:
    """Two nils missed with all the tricks, which are 13 bags on top of nine."""
    return -2 * 100 - 2 * 100 + HAND_SIZE


def _best(_options: SpadesOptions, _players: int) -> int:
    """A contract of all the tricks, and the partner's nil."""
    return 10 * HAND_SIZE + 100


ENCODING = GameEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=HAND_SIZE + 1,
    worst=_worst,
    best=_best,
    moves=MoveEncoding(Kind, args=HAND_SIZE + 1),
)
