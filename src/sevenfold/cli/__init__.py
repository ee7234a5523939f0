"""The command line `sevenfold`: a module for each kind of command, which registers with the app."""

from typing import Annotated

import typer

from sevenfold.cli import (  # noqa: F401
    blocks,
    care,
    games,
    invitations,
    kept,
    listed,
    person_links,
    persons,
    players,
    records,
    reports,
    rounds,
    scaffold,
    server,
    settings,
    suite,
    training,
    verified,
)
from sevenfold.cli.common import app
from sevenfold.version import __version__

__all__ = ["app", "main"]


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"sevenfold {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A card room for LockSeven, Lockup, Trump 7 and Seven Bridge.

    Without a command it opens the card room on this machine, as `sevenfold play` does.
    """
    if context.invoked_subcommand is None:
        server.play()


def main() -> None:
    """Run the command line."""
    app()
