"""Reviews in tests of the server: what they play on by is cheap, and plain Python plays it.

`python -m sevenfold.testing.evaluating` judges at the usual priority: a busy machine would never come to it.
"""

import sys
from dataclasses import replace
from typing import Any

from sevenfold.core.choosing import legal_moves
from sevenfold.core.game import AnyGame, Game
from sevenfold.core.moves import Move
from sevenfold.server.rounds import evaluating


def by_what_is_cheap(game: AnyGame) -> AnyGame:
    """Stands in for `Game.by_learnt`: where a game has a learnt player, the first legal move is made."""

    def choose(view: Any, seat: int) -> Move:
        return next(iter(legal_moves(game.rules, view, seat)))

    return game if game.learnt is None else replace(game, choose=choose)


def judge_cheaply() -> None:
    """From now on reviews take little time in this process, and nothing is compiled for them."""
    sys.modules["numba"] = None  # type: ignore[assignment]  # as where it is not installed
    Game.by_learnt = by_what_is_cheap  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    judge_cheaply()
    evaluating.NICENESS = 0
    evaluating.main()
