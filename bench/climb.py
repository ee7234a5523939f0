"""Weights of a rule-based player, found one by one in duplicate deals against the player of today.

Each weight is tried larger and smaller on the same deals. A change that is better there is kept if it is
better in as many fresh deals too. The same seed finds the same weights.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from bench.duel import Duel, Floats, duel_of
from sevenfold.core.duplicate import interval
from sevenfold.games import load_game

BETTER = 1.0
"""By how many standard errors a change must be better, both times."""

Path = tuple[int, ...]


def paths(weights: Any, at: Path = ()) -> Iterator[Path]:
    """The path of each number in tuples of tuples."""
    if isinstance(weights, tuple):
        for index, part in enumerate(weights):
            yield from paths(part, (*at, index))
    else:
        yield at


def value(weights: Any, path: Path) -> float:
    """The number at a path."""
    for index in path:
        weights = weights[index]
    return float(weights)


def changed(weights: Any, path: Path, number: float) -> Any:
    """The same weights with another number at a path."""
    if not path:
        return number
    parts = list(weights)
    parts[path[0]] = changed(weights[path[0]], path[1:], number)
    return type(weights)(*parts) if hasattr(weights, "_fields") else tuple(parts)


def name(weights: Any, path: Path) -> str:
    """What a weight is called."""
    first = weights._fields[path[0]] if hasattr(weights, "_fields") else str(path[0])
    return ".".join([first, *map(str, path[1:])])


class Climb:
    """Tries one change after the other, in fresh deals each time."""

    def __init__(self, duel: Duel, weights: Any, deals: int, seed: int) -> None:
        self._duel, self._deals, self._seed = replace(duel, sides=False), deals, seed
        self.weights = weights

    def improve(self, path: Path, factor: float) -> str:
        """Try one weight, and keep it if it is better. Return a line about it."""
        before = value(self.weights, path)
        best, by = before, 0.0
        self._seed += 2
        now = self._ahead(self.weights, 0)
        for number in (before * factor, before / factor):
            gained = self._ahead(changed(self.weights, path, number), 0) - now
            if gained.mean() > max(by, BETTER * _error(gained)):
                best, by = number, float(gained.mean())
        if best != before:
            new = changed(self.weights, path, best)
            gained = self._ahead(new, 1) - self._ahead(self.weights, 1)
            if gained.mean() > BETTER * _error(gained):
                self.weights = new
                return f"{name(new, path)}: {before:g} to {best:g}, better by {gained.mean():.3f}"
        return f"{name(self.weights, path)}: {before:g} stays"

    def _ahead(self, weights: Any, which: int) -> Floats:
        return self._duel.play(weights, self._deals, self._seed + which).by_deal()


def _error(samples: Floats) -> float:
    return float(samples.std() / np.sqrt(len(samples)))


def main(
    game: str,
    deals: Annotated[int, typer.Option(min=2, help="for each change that is tried")] = 10_000,
    passes: int = 1,
    factor: float = 1.5,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    only: Annotated[list[str] | None, typer.Option(help="only weights whose name begins so")] = None,
    seed: int = 1,
) -> None:
    """Print better weights of a game's rule-based player."""
    room = load_game(game)
    duel, weights = duel_of(room, None, players)
    climb = Climb(duel, weights, deals, seed)
    console = Console(highlight=False)
    for _ in range(passes):
        for path in paths(climb.weights):
            if name(climb.weights, path).startswith(tuple(only or [""])):
                console.print(climb.improve(path, factor))
        played = duel.play(climb.weights, deals, seed)
        console.print(climb.weights, interval(played.by_deal().tolist()).text(3))


if __name__ == "__main__":
    typer.run(main)
