"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import RoomEncoding
from sevenfold_euchre.meta import EuchreOptions
from sevenfold_euchre.state import PACK, SUITS


def _worst(_options: EuchreOptions, _players: int) -> int:
    """Nobody loses points (EU-4.3)."""
    return 0


ENCODING = RoomEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1 + 2 * (SUITS - 1),
    worst=_worst,
    cut_short=("passed_out",),
)
