"""Deals brought to a point, as the tests of this game need them."""

from sevenfold.cards.masks import mask_of
from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.state import (
    PACK,
    SEATS,
    Seen,
    State,
)

OPTIONS = Trump7Options()
LEASTER = "pass, pass, pass"


def cards(text: str) -> int:
    """Cards as a set."""
    return mask_of(PACK.read(text))


def played(hands: list[str], moves: str = "", widow: str = "7S 8S") -> Match[State, Seen]:
    """A match with these hands, seat 0 first, after moves as in `take H, discard 7C 8C, QH`."""
    match = Match(GAME, OPTIONS, SEATS, Deal(tuple(map(PACK.read, hands)), PACK.read(widow)), 0)
    for move in filter(None, moves.split(", ")):
        match.play_text(match.acting[0], move)
    return match
