"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold_gin.meta import GinOptions
from sevenfold_gin.rules import BONUS
from sevenfold_gin.state import HAND_SIZE, PACK, Kind


def _worst(_options: GinOptions, _players: int) -> int:
    """Ten court cards against gin (GI-5.2)."""
    return -10 * HAND_SIZE - BONUS


ENCODING = GameEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=2,
    worst=_worst,
    moves=MoveEncoding(Kind, args=1),
)
