"""What the server is set up with: what is in force and from where, and what is wrong."""

from typing import Annotated

import typer

from sevenfold.cli.common import app, errors, exit_on, for_server
from sevenfold.cli.options import ALL, Flags, SettingsWrong, gather, taking


@app.command()
@for_server
@taking(*ALL)
def settings(
    flags: Flags,
    check: Annotated[bool, typer.Option("--check", help="Only say what is wrong.")] = False,
) -> None:
    """Print what `sevenfold serve` would take, and whether a flag, the environment or a file says so.

    What is printed can be kept as a sevenfold.toml; secrets are not shown.
    """
    from sevenfold.cli.in_force import shown

    gathered = gather(flags)
    if not check:
        there = "" if gathered.file.exists() else ", which is not there"
        typer.echo("\n".join([f"# {gathered.file}{there}", *shown(gathered)]))
    with exit_on(SettingsWrong):
        gathered.checked()
    if check:
        errors.print("Nothing is wrong.")
