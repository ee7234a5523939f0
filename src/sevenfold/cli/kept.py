"""What a card room keeps: copied, restored, moved to another database."""

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import UsageMistake, app, counted, exit_on, for_server
from sevenfold.cli.options import KEPT, Flags, SettingsWrong, taking, where_kept


@app.command()
@for_server
@taking(*KEPT)
def backup(
    flags: Flags,
    file: Annotated[Path, typer.Argument(help="Where the copy goes; must not be there yet.")],
) -> None:
    """Copy the tables to a file, also while the card room is open."""
    from sevenfold.server.storage.backup import BackupImpossible, back_up
    from sevenfold.server.storage.data_folder import DatabaseMoved

    with exit_on(BackupImpossible, DatabaseMoved, SettingsWrong, UsageMistake):
        tables = back_up(_folder(flags, f"pg_dump --format=custom --file={file}"), file)
    typer.echo(f"{file}: {counted(tables, 'table')}")


@app.command()
@for_server
@taking(*KEPT)
def restore(
    flags: Flags,
    file: Annotated[Path, typer.Argument(help="A file that `sevenfold backup` has made.")],
) -> None:
    """Put a backup in the place of the tables that there are, which are kept beside it.

    The card room is closed meanwhile. Run it as root or as the user that serves.
    """
    from sevenfold.server.storage.restore import RestoreImpossible, put_back

    with exit_on(OSError, RestoreImpossible, SettingsWrong, UsageMistake):
        folder = _folder(flags, "pg_restore --clean --if-exists")
        restored = put_back(folder, file)
    typer.echo(f"{folder}: {counted(restored.tables, 'table')}")
    if restored.kept is not None:
        typer.echo(f"What was there before is kept in {restored.kept}")


def _folder(flags: Flags, command: str) -> Path:
    """The data folder. Raises UsageMistake if the server is in PostgreSQL, which has programs of its own."""
    kept = where_kept(flags)
    if kept.settings.database_url is not None:
        raise UsageMistake(
            f"{kept.written['database'].place} says that the tables are in PostgreSQL: use {command} "
            "(docs/hosting.md), or leave it out for the file of SQLite"
        )
    return kept.settings.data


@app.command(name="check-database")
@for_server
@taking(*KEPT)
def check_database(flags: Flags) -> None:
    """Look through the tables, also while the card room is open, and say what this Sevenfold would end.

    Run it with a new Sevenfold before that serves for the first time. Nothing is changed.
    """
    from sevenfold.server.storage.check import check
    from sevenfold.server.storage.data_folder import DatabaseMoved
    from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable
    from sevenfold.server.storage.postgres_url import shown

    with exit_on(DatabaseTooNew, DatabaseUnusable, SettingsWrong, DatabaseMoved):
        settings = where_kept(flags).settings
        url = settings.database_url
        found = check(settings.data, url)
    where = shown(url) if url is not None else settings.data
    looked = "no damage was found" if url is None else "every row could be read"
    typer.echo(f"{where}: {counted(found.tables, 'table')}, {looked}")
    if url is not None:
        typer.echo("Indexes were not looked at: PostgreSQL's pg_amcheck does that")
    if found.revision != found.newest:
        typer.echo(f"This Sevenfold will bring it from revision {found.revision} to {found.newest}")
    for ended in found.ended:
        typer.echo(ended.sentence)


@app.command(name="move-database")
@for_server
def move_database(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="Such as sqlite:/var/lib/sevenfold/sevenfold.db.")
    ],
    target: Annotated[str, typer.Argument(metavar="TO", help="Such as postgresql://sevenfold@db/sevenfold.")],
) -> None:
    """Carry a server over to another database, from SQLite to PostgreSQL or back.

    The card room is closed meanwhile. What was interrupted is run again with the same command. A file that
    was carried over is marked, and no longer opened. A password of PostgreSQL's is taken from ~/.pgpass or
    PGPASSWORD, where no list of processes shows it.
    """
    from sevenfold.server.readers import DatabaseUrlInvalid
    from sevenfold.server.running.logs import set_up_log
    from sevenfold.server.storage.move import MoveImpossible, move
    from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable

    set_up_log("text")
    with exit_on(OSError, DatabaseTooNew, DatabaseUnusable, DatabaseUrlInvalid, MoveImpossible):
        moved = move(source, target)
    typer.echo(f"{moved.tables} tables with {moved.entries} entries of their logs, {moved.persons} persons")
    typer.echo(f"{moved.replayed} logs were replayed there and say the same")
    if moved.tables > moved.replayed:
        typer.echo(
            f"{moved.tables - moved.replayed} cannot be replayed by this Sevenfold: they are as they were"
        )
