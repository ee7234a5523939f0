"""Checks that the positions for practice still have the best move that is recorded for them.

Each position is valued twice. The first time is as before, which gives the same figures as long as neither
the rules nor Medium have changed. The second is in four times as many fresh worlds, where
every other move must be behind by 4 standard errors.
"""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from bench.measure import machine
from sevenfold.core.game import Game
from sevenfold.games import OWN_GAMES, load_game, package_of
from sevenfold.search.practice import SURE, Practice, Tried, load_practice, set_up, value_against

FRESH = 4
"""How many times as many worlds are drawn afresh."""

SEED = 1_000_003


def valued(game: Game[Any, Any, Any], position: Practice, worlds: int, seed: int) -> tuple[Tried, ...]:
    """The moves of a position other than its best, as they are valued now."""
    game = game.by_learnt()
    match, read = set_up(game, position), game.notation.parse
    others = [read(tried.move) for tried in position.others]
    values = value_against(
        *(game, match.seen(position.seat), position.seat, read(position.best), others, worlds, seed)
    )
    write = game.notation.write
    return tuple(Tried(write(v.move), round(-v.ahead, 3), round(v.error, 3)) for v in values[1:])


def closest(tried: tuple[Tried, ...]) -> float:
    """By how many standard errors the best move is ahead of every other, at least."""
    return min(each.behind / each.error for each in tried)


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
) -> None:
    """Check the positions for practice of the games."""
    table = Table("game", "positions", "same values", "fresh worlds", "closest, in errors")
    wrong = 0
    for name in games or OWN_GAMES:
        game, kept = load_game(name), load_practice(package_of(name))
        same = sum(valued(game, each, each.worlds, each.seed + 1) == each.others for each in kept)
        errors = [closest(valued(game, each, FRESH * each.worlds, SEED + each.seed)) for each in kept]
        wrong += sum(error < SURE for error in errors)
        worlds = ", ".join(sorted({str(FRESH * each.worlds) for each in kept}))
        table.add_row(name, str(len(kept)), str(same), worlds, f"{min(errors, default=0):.1f}")
    console = Console()
    console.print(machine())
    console.print(table)
    if wrong:
        console.print(
            f"{wrong} positions have no best move any more: make them again with `sevenfold practice`"
        )
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
