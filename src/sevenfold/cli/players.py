"""How well players play: the arena, and positions with a best move."""

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import (
    GAME_MISTAKES,
    Force,
    GameName,
    OptionValues,
    Preset,
    UsageMistake,
    app,
    brought_by,
    check_new,
    console,
    exit_on,
    read_values,
    with_progress,
)
from sevenfold.games import UnknownGame, load_game


@app.command()
def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="Two players or more: expert,hard,…")] = "medium,easy",
    ladder: Annotated[bool, typer.Option("--ladder", help="All levels, with ratings.")] = False,
    deals: Annotated[int, typer.Option(min=2, help="How many at most: it ends when it is decided.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the result, and go on from it.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    preset: Preset = None,
    option: OptionValues = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler; sevenfold\\[cluster].")
    ] = None,
) -> None:
    """Say which player is better, by the same deals in every seat and side; needs the extra `arena`."""
    import msgspec

    from sevenfold.arena.contest import Contest, TooFewPlayers
    from sevenfold.arena.report import OtherContest
    from sevenfold.bots.levels import Level
    from sevenfold.bots.players import PLAYER_MISTAKES

    with exit_on(*GAME_MISTAKES, *PLAYER_MISTAKES, TooFewPlayers, OtherContest, OSError):
        with brought_by("arena"):
            from sevenfold.arena.command import run_contest, shown
        engine = load_game(game)
        options = engine.meta.make_options(preset, read_values(option))
        contest = Contest(
            game=game,
            players=tuple(Level) if ladder else tuple(players.split(",")),
            options=msgspec.to_builtins(options),
            seats=engine.meta.seats(seats),
            seed=seed,
        )

        samples = run_contest(contest, deals, json, cluster, engine, with_progress)
    console.print(shown(contest, samples, with_ratings=ladder))


@app.command()
def practice(
    game: GameName,
    positions: Annotated[int, typer.Option(min=1, help="How many positions.")] = 20,
    seed: Annotated[int, typer.Option(help="The deals come from this seed and those after it.")] = 1,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep them, as practice.json of a game has them.")
    ] = None,
    force: Force = False,
) -> None:
    """Make positions for practice: from self-play, with a best move by 4 standard errors."""
    from itertools import islice

    from sevenfold.core.worlds import NoSample
    from sevenfold.search.practice import make_practice, write_practice

    with exit_on(UsageMistake, UnknownGame, NoSample, OSError):
        engine = load_game(game)
        check_new(write, force=force)
        made = []
        for position in with_progress(islice(make_practice(engine, seed), positions), positions, "Searching"):
            made.append(position)
            next_best = position.others[0]
            typer.echo(
                f"seed {position.seed}: {position.best}; next best {next_best.move}, "
                f"behind by {next_best.behind} ± {next_best.error}"
            )
        if write:
            write.write_text(write_practice(made), encoding="utf-8")
