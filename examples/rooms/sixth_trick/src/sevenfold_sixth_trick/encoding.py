"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import RoomEncoding
from sevenfold_sixth_trick.meta import SixthTrickOptions
from sevenfold_sixth_trick.state import PACK


def _worst(_options: SixthTrickOptions, _players: int) -> int:
    """Nobody loses points (SI-2.4)."""
    return 0


ENCODING = RoomEncoding(version=1, kinds=len(PACK.names), max_moves=1, worst=_worst)
