"""Rounds brought to a point, as the tests of this game need them."""

from sevenfold.core.deal import Deal
from sevenfold.core.log import read_seat
from sevenfold.core.match import Match
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.state import (
    PACK,
    SEATS,
    Seen,
    State,
)

AUTHOR = LockupOptions()


def played(hands: list[str], moves: str = "", options: LockupOptions = AUTHOR) -> Match[State, Seen]:
    """A match with these hands, seat 0 first, after moves as in `0 QH, 1 2H, * 1 lose 5D`."""
    deal = Deal(tuple(PACK.read(hand) for hand in hands))
    match = Match(GAME, options, SEATS, deal, 0)
    for entry in filter(None, moves.split(", ")):
        seat, move = entry.split(" ", 1)
        match.play_text(read_seat(seat, SEATS), move)
    return match
