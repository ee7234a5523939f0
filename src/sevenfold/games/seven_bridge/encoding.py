"""How each field of a Seven Bridge view becomes numbers, for players that learn."""

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.encoding import GameEncoding, MoveEncoding
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.seven_bridge.rules import HAND_SIZE
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    JOKER,
    JOKER_PACK,
    MELDS,
    NAMES,
    RANK_CARDS,
    RANKS,
    SEVEN,
    Kind,
)


def _worst(options: SevenBridgeOptions, _players: int) -> int:
    """Where losers lose (SB-6.1), the dearest cards that a hand can be left with, perhaps twice; else 0."""
    times = {"zero": 0, "minus": 1, "penalty": 2}[options.losers]
    return -times * _dearest_hand(options)


def _best(options: SevenBridgeOptions, players: int) -> int:
    """The dearest cards in all other hands, twice (SB-6.1, SB-6.4); with `penalty` nobody wins."""
    return 0 if options.losers == "penalty" else 2 * (players - 1) * _dearest_hand(options)


def _dearest_hand(options: SevenBridgeOptions) -> int:
    """The joker and the sevens multiply (SB-6.2, SB-7.3), so they come first; then what counts most."""
    pips, ace_value = int(options.values == "pips"), int(options.ace_value)

    def dear(rank: int) -> tuple[bool, int]:
        return rank == SEVEN, value(rank, pips, ace_value)

    kinds = [JOKER] if options.joker == "yes" else []
    for rank in sorted(range(RANKS), key=dear, reverse=True):
        kinds += kinds_of(RANK_CARDS << rank)
    return count(mask_of(kinds[:HAND_SIZE]), pips, ace_value)


ENCODING = GameEncoding(
    version=2,
    kinds=len(JOKER_PACK.names),
    max_moves=1 + 4 * MELDS,
    worst=_worst,
    best=_best,
    moves=MoveEncoding(Kind, args=MELDS * NAMES, outcomes=("remade", "hands")),
)
