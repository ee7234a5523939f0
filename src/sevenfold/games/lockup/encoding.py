"""How each field of a Lockup view becomes numbers, for players that learn."""

from sevenfold.core.encoding import RoomEncoding
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.state import PACK


def _worst(_options: LockupOptions, _players: int) -> int:
    """No trick at all (LU-6.1)."""
    return 0


ENCODING = RoomEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1,
    worst=_worst,
)
