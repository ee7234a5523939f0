"""How fast the interpreted rules are, and beside them the nearest games of other libraries, all in one run.

Legal random moves a second on one core, for every game and preset. A move is: the legal set asked of the
rules, one card or move of it taken at random, and `apply`. Chance's moves are made too, but not counted;
dealing is not timed.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console

from bench.measure import (
    Engine,
    LibraryMissing,
    Measured,
    Played,
    console,
    machine,
    measure,
    ratio_table,
    speed_table,
)
from bench.peers import NEAREST
from bench.plot import can_draw, draw
from sevenfold import __version__
from sevenfold.bots.players import Player, random_player
from sevenfold.cards.masks import lowest
from sevenfold.core.deal import Deal
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import Options
from sevenfold.games import ROOMS, load_game


def interpreted(game: AnyGame, preset: str, seed: int) -> Engine:
    """A preset of one of our games, by its rules as they stand."""
    options, players = game.meta.presets[preset], game.meta.players[2]
    dealer, rng = Dealer(str(seed).encode()), Random(seed)
    choose = random_player(game, rng)
    numbers = count(1)

    def deal() -> Callable[[], Played]:
        number = next(numbers)
        dealt = dealer.deal(game, options, players, number)
        return partial(play, game, options, dealt, number % players, choose, rng)

    return Engine(name=game.meta.name, library="sevenfold", version=__version__, how=preset, deal=deal)


def play(game: AnyGame, options: Options, deal: Deal, first: int, choose: Player, rng: Random) -> Played:
    """Play one round at random."""
    rules, moves = game.rules, 0
    state = rules.start(options, len(deal.hands), deal, first)
    while not rules.over(state):
        outcomes = rules.chance(state)
        if outcomes:
            rules.apply(state, CHANCE, rules.outcome(state, int(rng.random() * outcomes)))
        else:
            seat = lowest(rules.acting(state))
            rules.apply(state, seat, choose(state, seat))
            moves += 1
    return Played(1, moves)


def nearest(game: str, seed: int, screen: Console) -> list[Engine]:
    """The peers of one of our games; what cannot be measured here is said."""
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
    plot: Annotated[
        Path | None, typer.Option(help="a file to draw the figures to", callback=can_draw)
    ] = None,
) -> None:
    """Legal random moves a second on one core, ours and those of the nearest games elsewhere."""
    screen = console()
    screen.print(f"{machine()}; median of {repeats} repeats of {seconds:g} s of CPU time")
    groups: list[Measured] = []
    for game in map(load_game, ROOMS):
        ours = [interpreted(game, preset, seed) for preset in game.meta.presets]
        measured = measure([*ours, *nearest(game.meta.name, seed, screen)], seconds, repeats)
        screen.print(speed_table(measured))
        if len(measured) > len(ours):
            screen.print(ratio_table(measured[: len(ours)], measured[len(ours) :]))
        groups.append(measured)
    if plot:
        draw(groups, plot)


if __name__ == "__main__":
    typer.run(main)
