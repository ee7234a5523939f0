"""Which moves a search tries."""

from typing import Any, TypeVar

from sevenfold.core import violations
from sevenfold.core.game import Game
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move

S = TypeVar("S")
V = TypeVar("V")


def moves_to_try(game: Game[S, V, Any], seen: V, seat: int) -> list[Move]:
    """The game's player's move, then the game's legal candidates, or all legal moves if it has none."""
    proposed = game.candidates(seen, seat)
    others = [move for move in proposed if game.rules.check(seen, seat, move) == violations.OK]
    if not proposed:
        others = legal_moves(game.rules, seen, seat)
    return list(dict.fromkeys((game.choose(seen, seat), *others)))
