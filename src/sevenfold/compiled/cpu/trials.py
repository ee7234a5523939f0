"""Moves tried in sampled worlds, compiled; `core.trials` says what that is."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from sevenfold.cards.masks import mask_of
from sevenfold.compiled.cpu.engine import load_engine
from sevenfold.compiled.layout import layout_arrays, record_type, write
from sevenfold.core.dice import dice_for
from sevenfold.core.game import Game
from sevenfold.core.given import seed_number
from sevenfold.core.moves import Move
from sevenfold.core.trials import Progress
from sevenfold.core.worlds import NoSample

S = TypeVar("S")
V = TypeVar("V")


class CompiledTrials(Generic[S, V]):
    """Trials of one seat's moves, by the rule-based player. Raises CompiledUnavailable, NoSample.

    The interpreter's lock is not held while they run. Several threads need one each.
    """

    def __init__(self, game: Game[S, V, Any], seen: V, seat: int, seed: int) -> None:
        if game.sample is None:
            raise NoSample(game.meta.name)
        self._engine = load_engine(game)
        self._states = np.zeros(4, record_type(game.state))
        write(seen, self._states, 0)
        self._layout = layout_arrays()
        self._seat, self._seed = seat, seed_number(seed)
        self._most_seats = game.meta.players.max
        self.seats = game.players_of(seen)
        self._result = np.zeros(self.seats, np.int64)
        self.progress = Progress(0, 0, dice_for(self._seed, 0))

    def run(self, moves: Sequence[Move], worlds: int, max_moves: int) -> list[int]:
        """As `core.trials.trials`; what each move brought each seat, for each world that was drawn."""
        tried = np.array(moves, np.int64)
        results = np.zeros(worlds * len(moves) * self.seats, np.int64)
        before = self.progress.worlds
        self.progress = Progress(
            *self._engine.run(
                "trials",
                *(self._states, self._layout, self._result, self._seat, tried),
                *(mask_of(range(self._most_seats)), self._seed, self.progress, worlds, max_moves, results),
            )
        )
        done = self.progress.worlds - before
        found: list[int] = results[: done * len(moves) * self.seats].tolist()
        return found
