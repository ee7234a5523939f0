"""How each field of a Seven Bridge view becomes numbers, for players that learn."""

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.encoding import (
    CardOrder,
    CardSet,
    Each,
    LeftOut,
    Number,
    OneCard,
    OneOf,
    RoomEncoding,
    SeatNumber,
)
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.seven_bridge.rules import HAND_SIZE
from sevenfold.games.seven_bridge.scoring import count, value
from sevenfold.games.seven_bridge.state import (
    JOKER,
    JOKER_PACK,
    MELDS,
    RANK_CARDS,
    RANKS,
    SEATS,
    SEVEN,
)

_KINDS = len(JOKER_PACK.names)
_AT_THE_END = LeftOut("shown when the hand is over")


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


ENCODING = RoomEncoding(
    version=2,
    kinds=_KINDS,
    max_moves=1 + 4 * MELDS,
    worst=_worst,
    best=_best,
    fields={
        "dealer_first": Number(1),
        "upcard": Number(1),
        "joker": Number(1),
        "ace_high": Number(1),
        "lay_off_always": Number(1),
        "melds_later": Number(1),
        "claim_lay_off": Number(1),
        "short_chi": Number(1),
        "second_round": Number(1),
        "final_discard": Number(1),
        "losers_minus": Number(1),
        "penalty": Number(1),
        "pips": Number(1),
        "ace_value": Number(15),
        "melds_only": Number(1),
        "players": Number(SEATS),
        "first": SeatNumber(),
        "dealer": SeatNumber(),
        "phase": OneOf(4),
        "turn": SeatNumber(),
        "turns": Number(1000),
        "claimed": Number(1),
        "hands": CardSet(),
        "hand_sizes": Number(_KINDS),
        "stock_size": Number(_KINDS),
        "remade": Number(10),
        "remade_cards": CardSet(),
        "from_remade": Number(_KINDS),
        "pile": CardOrder(),
        "pile_size": Number(_KINDS),
        "discarder": SeatNumber(),
        "discarded": CardSet(),
        "offered_pon": Number(1),
        "passed": Number(1),
        "waiting": Number(1),
        "melds": Each(CardSet()),
        "owners": Each(SeatNumber()),
        "meld_count": Number(MELDS),
        "joker_meld": OneOf(MELDS),
        "joker_as": OneCard(),
        "opened": Number(1),
        "concealed": Number(1),
        "winner": _AT_THE_END,
        "shown": _AT_THE_END,
        "result": _AT_THE_END,
    },
)
