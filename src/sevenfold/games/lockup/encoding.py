"""How each field of a Lockup view becomes numbers, for players that learn."""

from sevenfold.core.encoding import RoomEncoding
from sevenfold.games.lockup.state import PACK

ENCODING = RoomEncoding(version=1, kinds=len(PACK.names), max_moves=1)
