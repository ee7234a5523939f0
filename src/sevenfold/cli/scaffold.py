"""Commands for adding a game."""

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import GameName, app, exit_on
from sevenfold.games import UnknownGame, is_brought, load_meta

KINDS = """
tricks: follow suit, and take tricks (the default). rummy: draw a card, lay sets and runs, and discard one.
shedding: play a card of the suit or rank that lies on top, and get rid of all cards.
"""
PARTS = """
What a game of tricks has besides, with commas between. trump: the leader, or the declarer, calls a suit as
trump. bids: each bids a number of tricks or passes; the highest bidder is the declarer. partners: players who
sit across from each other count their tricks together; for 4 seats. widow: the leader, or the declarer, takes
the cards left over and puts as many away.
"""


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="Its name in code, such as black_lady.")],
    like: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Begin with this game's rules."),
    ] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help=KINDS)] = None,
    parts: Annotated[str | None, typer.Option("--with", metavar="PARTS", help=PARTS)] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats; 4, or as many as --like has.")] = None,
    prefix: Annotated[str | None, typer.Option(help="Of its rule numbers; its initials otherwise.")] = None,
    package: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a package of its own into this folder instead."),
    ] = None,
) -> None:
    """Write a new game into this checkout, which plays at once."""
    from sevenfold.scaffold import checkout, new_game

    with exit_on(UnknownGame, checkout.NotACheckout, *new_game.MISTAKES, OSError):
        asked = new_game.wanted(like, kind, parts, seats, prefix)
        if package is not None:
            for path in new_game.new_package(package, name, asked):
                typer.echo(f"  {path}")
            typer.echo(f"{name} can be installed: pip install -e {package}. Then: sevenfold check {name}")
            return
        root = checkout.find_checkout()
        written = new_game.new_game(root, name, asked)
    for path in written:
        typer.echo(f"  {path.relative_to(root)}")
    typer.echo(f"{name} can be played: sevenfold play. What it still lacks says: sevenfold check {name}")


@app.command(context_settings={"ignore_unknown_options": True})
def check(
    game: GameName,
    quick: Annotated[bool, typer.Option("--quick", help="Start no server and compile nothing.")] = False,
    write: Annotated[
        bool, typer.Option("--write", help="First bring into step what its files repeat of its code.")
    ] = False,
    pytest_arguments: Annotated[
        list[str] | None, typer.Argument(metavar="[PYTEST]...", help="Passed on to pytest.")
    ] = None,
) -> None:
    """Say what is wrong with a game and what is missing of it, and run all tests that concern it."""
    from sevenfold.scaffold import check, checkout, golden, in_step, needs

    with exit_on(UnknownGame, checkout.NotACheckout, check.NoPytest, OSError):
        _stop_at(game, list(needs.unloadable(game)))
        root = None if is_brought(game) else checkout.find_checkout()
        for path in [*in_step.write(root, game), *golden.make_golden(game)] if write else ():
            typer.echo(f"  {path}")
        typer.echo(f"Playing rounds of {game} at random and by its bot ...")
        _stop_at(game, list(check.faults(game)))
        lacking = list(check.missing(root, game))
        for sentence in [*lacking, *check.not_there(root, game)]:
            typer.echo(f"- {sentence}")
        typer.echo(f"Running the tests that concern {game} ...")
        failed = check.run_tests(root, game, pytest_arguments or [], quick=quick) != 0
    draft = load_meta(game).draft
    typer.echo(check.verdict(game, draft, failed, len(lacking)))
    raise typer.Exit(1 if failed or (lacking and not draft) else 0)


def _stop_at(game: str, faults: list[str]) -> None:
    """Say what is wrong, where anything is: tests would say it once more, at length."""
    for sentence in faults:
        typer.echo(f"- {sentence}")
    if faults:
        typer.echo(f"{game} has faults: mend what stands above; its tests are run after that")
        raise typer.Exit(1)
