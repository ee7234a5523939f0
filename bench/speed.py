"""How fast our games are, interpreted and compiled, beside the nearest games of other libraries, in one run.

Moves and rounds a second of uniformly random play on one core. Then, of the compiled games: the CPU time of a
process that does one playout, with nothing compiled yet and with all in the cache; the memory that a state
takes; how much faster two threads are than one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bench import compiled
from bench.interpreted import interpreted
from bench.measure import (
    Engine,
    LibraryMissing,
    Measured,
    console,
    machine,
    measure,
    ratio_table,
    speed_table,
)
from bench.peers import NEAREST
from bench.plot import can_draw, draw
from sevenfold.compiled.cpu.warm import warm_up
from sevenfold.core.game import AnyGame
from sevenfold.games import OWN_GAMES, load_game


def of_ours(game: AnyGame, preset: str, seed: int) -> Iterator[Engine]:
    """A preset of one of our games at both speeds."""
    yield interpreted(game, preset, seed)
    yield from compiled.engines(game, preset, seed)


def nearest(game: str, seed: int, screen: Console) -> list[Engine]:
    """The peers of one of our games. Those that cannot be measured here are named on the screen."""
    engines: list[Engine] = []
    for library, peer in NEAREST.get(game, ()):
        try:
            engines += library(peer, seed)
        except LibraryMissing as missing:
            screen.print(f"{peer} is left out: {missing}")
    return engines


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU time of a repeat")] = 0.5,
    repeats: Annotated[int, typer.Option(min=1)] = 7,
    seed: int = 1,
    presets: Annotated[bool, typer.Option("--presets", help="every preset, not the usual one alone")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="a file to draw the figures to", callback=can_draw)
    ] = None,
) -> None:
    """Random moves and rounds a second on one core, ours and those of the nearest games elsewhere."""
    screen = console()
    screen.print(f"{machine()}; median of {repeats} repeats of {seconds:g} s of CPU time")
    games = [load_game(name) for name in OWN_GAMES]
    groups: list[Measured] = []
    for game in games:
        warm_up(game)
        played = game.meta.presets if presets else (game.meta.default_preset,)
        ours = [engine for preset in played for engine in of_ours(game, preset, seed)]
        others = nearest(game.meta.name, seed, screen)
        measured = measure([*ours, *others], seconds, repeats)
        screen.print(speed_table(measured))
        if others:
            screen.print(ratio_table(measured[: len(ours)], measured[len(ours) :]))
        groups.append(measured)
    screen.print(compiled.beside(games, repeats))
    if plot:
        draw(groups, plot)


if __name__ == "__main__":
    typer.run(main)
