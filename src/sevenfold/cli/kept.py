"""What a card room keeps: copied, restored, moved to another database."""

from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import UsageMistake, app, counted, exit_on, for_server
from sevenfold.cli.server import Data, Database, data_folder


@app.command()
@for_server
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; must not be there yet.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy the tables to a file, also while the card room is open."""
    from sevenfold.server.storage.backup import BackupImpossible, back_up
    from sevenfold.server.storage.data_folder import DatabaseMoved

    with exit_on(BackupImpossible, DatabaseMoved, UsageMistake):
        _require_file(database, f"pg_dump --format=custom --file={file}")
        tables = back_up(data_folder(data), file)
    typer.echo(f"{file}: {counted(tables, 'table')}")


@app.command()
@for_server
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `sevenfold backup` has made.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put a backup in the place of the tables that there are, which are kept beside it.

    The card room is closed meanwhile. Run it as root or as the user that serves.
    """
    from sevenfold.server.storage.restore import RestoreImpossible, put_back

    with exit_on(OSError, RestoreImpossible, UsageMistake):
        _require_file(database, "pg_restore --clean --if-exists")
        restored = put_back(data_folder(data), file)
    typer.echo(f"{data_folder(data)}: {counted(restored.tables, 'table')}")
    if restored.kept is not None:
        typer.echo(f"What was there before is kept in {restored.kept}")


def _require_file(database: str | None, command: str) -> None:
    """Raises UsageMistake if the server is in PostgreSQL, which has programs of its own for this."""
    if database is not None:
        raise UsageMistake(
            f"--database or SEVENFOLD_DATABASE says that the tables are in PostgreSQL: use {command} "
            "(docs/hosting.md), or leave it out for the file of SQLite"
        )


@app.command(name="check-database")
@for_server
def check_database(data: Data = None, database: Database = None) -> None:
    """Look through the tables, also while the card room is open, and say what this Sevenfold would end.

    Run it with a new Sevenfold before that serves for the first time. Nothing is changed.
    """
    from sevenfold.server.storage.check import check
    from sevenfold.server.storage.data_folder import DatabaseMoved
    from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable
    from sevenfold.server.storage.postgres_url import DatabaseUrlInvalid, read_url, shown

    with exit_on(DatabaseTooNew, DatabaseUnusable, DatabaseUrlInvalid, DatabaseMoved):
        url = read_url(database) if database is not None else None
        found = check(data_folder(data), url)
    where = shown(url) if url is not None else data_folder(data)
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
    from sevenfold.server.running.logs import set_up_log
    from sevenfold.server.storage.move import MoveImpossible, move
    from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable
    from sevenfold.server.storage.postgres_url import DatabaseUrlInvalid

    set_up_log("text")
    with exit_on(OSError, DatabaseTooNew, DatabaseUnusable, DatabaseUrlInvalid, MoveImpossible):
        moved = move(source, target)
    typer.echo(f"{moved.tables} tables with {moved.entries} entries of their logs, {moved.guests} guests")
    typer.echo(f"{moved.replayed} logs were replayed there and say the same")
    if moved.tables > moved.replayed:
        typer.echo(
            f"{moved.tables - moved.replayed} cannot be replayed by this Sevenfold: they are as they were"
        )
