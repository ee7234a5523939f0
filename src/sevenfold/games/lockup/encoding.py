"""How each field of a Lockup view becomes numbers, for players that learn."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.rules import hand_size
from sevenfold.games.lockup.state import PACK, SEATS, Kind


def _best(options: LockupOptions, players: int) -> int:
    """Every trick (LU-4.2)."""
    return hand_size(options, players)


def _longest(options: LockupOptions, players: int) -> int:
    """Each card is played or lost, once."""
    return hand_size(options, players) * players


ENCODING = GameEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1,
    best=_best,
    longest=_longest,
    moves=MoveEncoding(Kind, args=SEATS, seats=(Kind.LOSE,), outcomes=("tricks", "locked", "passed")),
)
