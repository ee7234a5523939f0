"""How fast the interpreted rules are: legal random moves a second on one core, for every game and preset.

A move is: the legal set asked of the rules, one card or move of it taken at random, and `apply`. Chance's
moves are made too, but not counted. CPU time; the median of several repeats.
"""

from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.bots.players import random_player
from sevenfold.cards.masks import lowest
from sevenfold.core.deal import Deal
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import Options
from sevenfold.games import ROOMS, load_game


def play(game: AnyGame, options: Options, deals: list[Deal], rng: Random) -> int:
    """Play rounds at random; how many moves the players made."""
    rules, moves = game.rules, 0
    players = len(deals[0].hands)
    choose = random_player(game, rng)
    for number, deal in enumerate(deals):
        state = rules.start(options, players, deal, number % players)
        while not rules.over(state):
            outcomes = rules.chance(state)
            if outcomes:
                rules.apply(state, CHANCE, rules.outcome(state, int(rng.random() * outcomes)))
            else:
                seat = lowest(rules.acting(state))
                rules.apply(state, seat, choose(state, seat))
                moves += 1
    return moves


def moves_a_second(game: AnyGame, options: Options, rounds: int, seed: int) -> float:
    """Of one repeat; dealing is not timed."""
    dealer = Dealer(str(seed).encode())
    deals = [dealer.deal(game, options, game.meta.players[2], number + 1) for number in range(rounds)]
    rng = Random(seed)
    started = process_time()
    moves = play(game, options, deals, rng)
    return moves / (process_time() - started)


def main(
    rounds: Annotated[int, typer.Option(min=1, help="rounds a repeat")] = 1000,
    repeats: Annotated[int, typer.Option(min=1)] = 7,
    seed: int = 1,
) -> None:
    """Legal random moves a second on one core."""
    table = Table("game", "preset", "moves a second", "slowest", "fastest")
    presets: list[tuple[AnyGame, str, Any]] = [
        (game, name, options) for game in map(load_game, ROOMS) for name, options in game.meta.presets.items()
    ]
    for game, name, options in track(presets, "playing at random", transient=True):
        speeds = [moves_a_second(game, options, rounds, seed + repeat) for repeat in range(repeats)]
        figures = (f"{figure:,.0f}" for figure in (median(speeds), min(speeds), max(speeds)))
        table.add_row(game.meta.name, name, *figures)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
