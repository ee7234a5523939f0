"""Compiling ahead of time, so that nobody waits for it later."""

from typing import Any

import numpy as np

from sevenfold.compiled.batch import MOVE, Batch
from sevenfold.core.game import Game


def warm_up(game: Game[Any, Any, Any]) -> None:
    """Call every entry point of a game once. Raises CompiledUnavailable."""
    options, players = game.meta.options(), game.meta.seats(None)
    batch = Batch.deal(game, options, players, 1, 0)
    batch.rollouts(1, 0)
    batch.legal(0, 0)
    batch.step(np.zeros(1, MOVE))
    batch.views(None)
    batch.to_act()
    batch.playout(batch.dice(0))
    batch.returns()
