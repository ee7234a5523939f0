"""How well players play: the arena, and positions with a best move."""

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import (
    GAME_MISTAKES,
    Cluster,
    Force,
    GameName,
    OptionValues,
    Preset,
    UsageMistake,
    Workers,
    app,
    brought_by,
    check_new,
    console,
    exit_on,
    read_values,
    shared_out,
    with_progress,
)
from sevenfold.core.each import one_by_one
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
    workers: Annotated[
        int | None, typer.Option(min=1, help="In so many processes; one for each core if none is named.")
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Say which player is better, by the same deals in every seat and side; needs the extra `arena`."""
    import msgspec

    from sevenfold.arena.contest import Contest, TooFewPlayers
    from sevenfold.arena.report import OtherContest
    from sevenfold.bots.levels import Level
    from sevenfold.bots.players import PLAYER_MISTAKES

    mistakes = (*GAME_MISTAKES, *PLAYER_MISTAKES, TooFewPlayers, OtherContest, OSError)
    with exit_on(*mistakes), shared_out(workers, cluster) as each:
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

        samples = run_contest(contest, deals, json, each, engine, with_progress)
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
    workers: Workers = 1,
    cluster: Cluster = None,
) -> None:
    """Make positions for practice: from self-play, with a best move by 4 standard errors.

    They are the same by any number of workers.
    """
    from itertools import islice

    from sevenfold.core.worlds import NoSample
    from sevenfold.search.practice import make_practice, write_practice
    from sevenfold.search.warm import warm_up_search

    mistakes = UsageMistake, UnknownGame, NoSample, OSError
    with exit_on(*mistakes), shared_out(workers, cluster) as each:
        engine = load_game(game)
        check_new(write, force=force)
        if each is not one_by_one and engine.sample is not None:
            warm_up_search(engine)  # once, before many processes would
        made = []
        found = islice(make_practice(engine, seed, each), positions)
        for position in with_progress(found, positions, "Searching"):
            made.append(position)
            next_best = position.others[0]
            typer.echo(
                f"seed {position.seed}: {position.best}; next best {next_best.move}, "
                f"behind by {next_best.behind} ± {next_best.error}"
            )
        if write:
            write.write_text(write_practice(made), encoding="utf-8")
