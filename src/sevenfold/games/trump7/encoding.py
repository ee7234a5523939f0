"""How each field of a Trump 7 view becomes numbers, for players that learn."""

from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.rules import HAND_SIZE
from sevenfold.games.trump7.scoring import WON_FROM_EACH
from sevenfold.games.trump7.state import PACK, SUITS, Kind


def _worst(_options: Trump7Options, _players: int) -> int:
    """The Player who takes no trick loses to each of the two opponents (T7-6.1)."""
    return 2 * min(WON_FROM_EACH)


def _best(_options: Trump7Options, _players: int) -> int:
    """The Player who takes all tricks wins from each of the two opponents (T7-6.1)."""
    return 2 * max(WON_FROM_EACH)


def _longest(_options: Trump7Options, players: int) -> int:
    """Each is asked about the widow, two cards are put away, hands are played, a joker's suit is named."""
    return players + 2 + HAND_SIZE * players + 1


ENCODING = GameEncoding(
    version=1,
    kinds=len(PACK.names),
    max_moves=1 + SUITS,
    worst=_worst,
    best=_best,
    longest=_longest,
    moves=MoveEncoding(Kind, args=1 + SUITS, outcomes=("widow_seen", "leaster", "tricks", "points")),
)
