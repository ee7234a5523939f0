"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold_sixth_trick.state import PACK, Kind

ENCODING = GameEncoding(version=1, kinds=len(PACK.names), max_moves=1, moves=MoveEncoding(Kind, args=1))
