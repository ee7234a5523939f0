"""Trials of a seat's moves: compiled where they can be, else by plain Python, with the same results."""

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from sevenfold.cards.masks import mask_of
from sevenfold.compiled import CompiledUnavailable
from sevenfold.core.dice import dice_for
from sevenfold.core.game import Game
from sevenfold.core.given import seed_number
from sevenfold.core.moves import Move
from sevenfold.core.playout import NO_LIMIT
from sevenfold.core.trials import Progress, TrialBuffers, trials
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import NoSample, NoWorld, empty_layout

S = TypeVar("S")
V = TypeVar("V")
_log = logging.getLogger(__name__)


class TrialEngine(Protocol):
    """Compiled or plain trials that go on from world to world."""

    seats: int
    """How many seats have a result."""
    progress: Progress

    def run(self, moves: Sequence[Move], worlds: int, max_moves: int, /) -> list[int]:
        """As `core.trials.trials`; what each move brought each seat, for each world that was drawn."""


class PlainTrials(Generic[S, V]):
    """Trials by plain Python. Raises NoSample."""

    def __init__(self, game: Game[S, V, Any], seen: V, seat: int, seed: int) -> None:
        if game.sample is None:
            raise NoSample(game.meta.name)
        self._game, self._sample, self._seat, self._seed = game, game.sample, seat, seed_number(seed)
        self.seats = game.players_of(seen)
        scratch = duplicate(seen), duplicate(seen), duplicate(seen)
        self._buffers = TrialBuffers(seen, *scratch, empty_layout(), [0] * self.seats)
        self.progress = Progress(0, 0, dice_for(self._seed, 0))

    def run(self, moves: Sequence[Move], worlds: int, max_moves: int) -> list[int]:
        """As `TrialEngine.run`."""
        game, before = self._game, self.progress.worlds
        results = [0] * (worlds * len(moves) * self.seats)
        everybody = mask_of(range(game.meta.players.max))
        self.progress = trials(
            *(game.rules, game.choose, self._sample, self._buffers, self._seat, moves, everybody, self._seed),
            *(self.progress, worlds, max_moves, results),
        )
        return results[: (self.progress.worlds - before) * len(moves) * self.seats]


class Trials(Generic[V]):
    """Trials of moves of a seat that is to act, by what it sees.

    The same seed gives the same results, compiled or not, and in however many calls. Where plain Python
    plays, the log says once why. Raises NoSample.
    """

    def __init__(self, game: Game[S, V, Any], seen: V, seat: int, seed: int) -> None:
        self._name, self._seat = game.meta.name, seat
        self._engine = _engine(game, seen, seat, seed)

    @property
    def moves(self) -> int:
        """How many moves were made in all worlds."""
        return self._engine.progress.moves

    def run(
        self, moves: Sequence[Move], worlds: int, max_moves: int = NO_LIMIT
    ) -> list[list[tuple[int, ...]]]:
        """Try the moves in `worlds` more worlds, or until `max_moves` more moves have been made in all.

        Returns for each world a list with what each of the moves brought the seats. Raises NoWorld.
        """
        flat = iter(self._engine.run(moves, worlds, max_moves))
        brought = list(zip(*[flat] * self._engine.seats, strict=True))
        if not brought:
            raise NoWorld(self._name, self._seat)
        return [brought[first : first + len(moves)] for first in range(0, len(brought), len(moves))]


def _engine(game: Game[S, V, Any], seen: V, seat: int, seed: int) -> TrialEngine:
    try:
        from sevenfold.compiled.cpu.trials import CompiledTrials

        return CompiledTrials(game, seen, seat, seed)
    except (CompiledUnavailable, ModuleNotFoundError) as reason:
        _say_why(str(reason))
        return PlainTrials(game, seen, seat, seed)


@cache
def _say_why(reason: str) -> None:
    _log.warning(reason)
