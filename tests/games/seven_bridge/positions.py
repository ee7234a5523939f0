"""Hands brought to a point, as the tests of this game need them."""

from collections.abc import Mapping

from sevenfold.core.deal import Deal
from sevenfold.core.log import read_seat
from sevenfold.core.match import Match
from sevenfold.games.seven_bridge.game import GAME
from sevenfold.games.seven_bridge.meta import META
from sevenfold.games.seven_bridge.state import (
    JOKER_PACK,
    Seen,
    State,
)


def played(
    hands: list[str],
    rest: str,
    moves: str = "",
    *,
    first: int = 0,
    position: Mapping[str, object] | None = None,
    **options: str | int,
) -> Match[State, Seen]:
    """A match with these hands, the upcard and the stock, after moves as in `0 draw, 0 discard KD`."""
    deal = Deal(tuple(map(JOKER_PACK.read, hands)), JOKER_PACK.read(rest))
    made = META.make_options(None, options)
    match = Match(GAME, made, len(hands), deal, first, position=position)
    for entry in filter(None, moves.split(", ")):
        seat, move = entry.split(" ", 1)
        match.play_text(read_seat(seat, len(hands)), move)
    return match
