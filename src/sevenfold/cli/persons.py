"""What the host does with one person: removes them, exports what is kept of them, forgets them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.cli.acting import (
    DryRun,
    Whom,
    Yes,
    agree,
    described,
    host_of,
    ordered,
    person_of,
    who,
)
from sevenfold.cli.common import Force, UsageMistake, app, check_new, counted, for_server
from sevenfold.cli.options import KEPT, Flags, taking
from sevenfold.cli.stored import with_store

if TYPE_CHECKING:
    from sevenfold.server.storage.listed import PersonListed
    from sevenfold.server.storage.store import Store


class NotThere(UsageMistake):
    """Somebody is not at a table, or at none."""

    def __init__(self, person: int, table: str | None) -> None:
        where = f"at table {table}" if table is not None else "at a table that goes on or in an event"
        super().__init__(f"person {person} is not {where}; `sevenfold tables --person {person}` lists theirs")


@app.command()
@for_server
@taking(*KEPT)
def remove(
    flags: Flags,
    person: Whom,
    table: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="From this table alone; else from all, and from events."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Take somebody from tables, which they cannot come back to, and say what becomes of the others.

    A bot takes their seat, as when a table's host removes them. To keep somebody out, `block` them too.
    """
    from sevenfold.server.care.removing import Consequence, consequences
    from sevenfold.server.storage.care import NewAct

    async def look(store: "Store") -> "tuple[PersonListed, list[Consequence]]":
        found = await person_of(store, person)
        return found, await consequences(store, found.id, table)

    with host_of(flags) as kept:
        found, places = with_store(kept.data, kept.database_url, look)
        if not places:
            raise NotThere(found.id, table)
        typer.echo(f"{described(found)}, is removed from {counted(len(places), 'place')}:")
        for each in places:
            typer.echo(f"  {each.place}: {each.sentence}")
        if not dry_run:
            agree(yes=yes)
            act = NewAct(who(), "remove", {"person": found.id, "table": table})
            typer.echo(f"Done: {ordered(kept, act)}")


@app.command()
@for_server
@taking(*KEPT)
def forget(flags: Flags, person: Whom, dry_run: DryRun = False, yes: Yes = False) -> None:
    """Delete what is kept of somebody, as they can themselves on their own page. It cannot be undone."""
    from sevenfold.server.storage.care import NewAct

    with host_of(flags) as kept:
        found = with_store(kept.data, kept.database_url, lambda store: person_of(store, person))
        typer.echo(
            f"{described(found)}: {counted(found.browsers, 'browser')} signed out, "
            f"{counted(found.tables, 'seat')} left to bots; name, talk and links deleted everywhere. "
            "Rounds and results stay, as nobody's"
        )
        if not dry_run:
            agree(yes=yes)
            typer.echo(f"Done: {ordered(kept, NewAct(who(), 'forget', {'person': found.id}))}")


@app.command()
@for_server
@taking(*KEPT)
def export(
    flags: Flags,
    person: Whom,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where it goes, by default person-NUMBER.zip.")
    ] = None,
    force: Force = False,
) -> None:
    """Write all that is kept of somebody to a ZIP, the same that they get on their own page."""
    from sevenfold.server.rounds.rounds import FinishedRounds
    from sevenfold.server.rounds.taken_along import taken_along
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.storage.rows import PersonRow
    from sevenfold.server.tables.bots.thinkers import Thinkers

    async def write(store: "Store") -> Path:
        found = await person_of(store, person)
        into = file or Path(f"person-{found.id}.zip")
        check_new(into, force=force)
        await store.identify()
        thinkers = Thinkers()
        rounds = FinishedRounds(store, thinkers.others)
        part = into.with_name(f"{into.name}.part")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
                async for piece in taken_along(store, rounds, PersonRow(found.id, 0, found.name)):
                    opened.write(piece)
            part.replace(into)
        finally:
            part.unlink(missing_ok=True)
            rounds.close()
            thinkers.close()
            await thinkers.others.stop()
        await store.care.do(NewAct(who(), "export", {"person": found.id}, f"written to {into}"))
        return into

    with host_of(flags) as kept:
        typer.echo(with_store(kept.data, kept.database_url, write))
