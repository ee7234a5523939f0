"""How strong the levels are: each plays against one other kind of player, in duplicate deals.

Every deal is played once from each seat, with the player there and the others at all other seats; its rounds
together are one sample. What counts is how far the player's result is above the mean of the others'.
"""

from random import Random
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.duplicate import Duplicate, interval
from sevenfold.bots.levels import search_player
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core.game import Game
from sevenfold.games import ROOMS, load_game
from sevenfold.search.decide import Budget


def player_of(name: str, game: Game[Any, Any, Any], seed: int) -> Player[Any]:
    """A player by its name, or one that searches with so many moves."""
    if name.isdigit():
        return search_player(game, Random(seed), Budget(int(name)))
    return PLAYERS[name](game, Random(seed))


def main(
    games: Annotated[list[str] | None, typer.Argument(help="all where none is named")] = None,
    player: Annotated[list[str] | None, typer.Option(help="levels, or numbers of moves of a search")] = None,
    others: str = "rules",
    deals: Annotated[int, typer.Option(min=2)] = 100,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    seed: int = 1,
) -> None:
    """Results a round by which players are ahead of others."""
    table = Table("game", "player", "against", "ahead by", "CPU seconds", caption=f"{deals} deals, 95 %")
    for name in games or ROOMS:
        game = load_game(name)
        seats = game.meta.seats(players)
        for level in player or ["hard"]:
            pairing = Duplicate(
                game,
                game.meta.options(),
                seats,
                player_of(level, game, seed),
                player_of(others, game, seed + 1),
            )
            started = process_time()
            rounds = track(pairing.rounds(deals, seed), f"{name}: {level}", deals, transient=True)
            ahead = interval(map(pairing.ahead, rounds))
            table.add_row(name, level, others, ahead.text(3), f"{process_time() - started:.0f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
