"""Compiling ahead of time, so that nobody waits for it later."""

from typing import Any

import numpy as np

from sevenfold.cards.masks import lowest
from sevenfold.compiled.cpu.batch import MOVE, Batch
from sevenfold.compiled.cpu.trials import CompiledTrials
from sevenfold.core.game import Game
from sevenfold.core.playout import NO_LIMIT


def warm_up(game: Game[Any, Any, Any]) -> None:
    """Call every entry point of a game once. Raises CompiledUnavailable."""
    options, players = game.meta.options(), game.meta.seats(None)
    batch = Batch.deal(game, options, players, 1, 0)
    batch.rollouts(1, 0)
    batch.legal(0, 0)
    batch.step(np.zeros(1, MOVE))
    batch.views(None)
    acting, _ = batch.to_act()
    _try_moves(game, batch, lowest(int(acting[0])))
    batch.playout(batch.dice(0))
    batch.returns()


def _try_moves(game: Game[Any, Any, Any], batch: Batch[Any], seat: int) -> None:
    if game.sample is not None:
        seen = game.seen(batch[0], seat)
        Batch.worlds(game, seen, seat, 1, 0)
        CompiledTrials(game, seen, seat, 0).run([game.choose(seen, seat)], 1, NO_LIMIT)
