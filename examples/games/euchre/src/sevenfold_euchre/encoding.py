"""What the environments must know besides the types in state.py."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold_euchre.state import PACK, SUITS, Kind

ENCODING = GameEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1 + 2 * (SUITS - 1),
    cut_short=("passed_out",),
    moves=MoveEncoding(Kind, args=2 * SUITS, outcomes=("tricks",)),
)
