"""Lists of the tables and persons of a card room, for its host."""

from typing import Annotated

import msgspec
import typer
from rich.text import Text

from sevenfold.cli.acting import AsJson, Most, echo_lines, host_of, number_of, shown, since
from sevenfold.cli.common import UsageMistake, app, console, counted, for_server
from sevenfold.cli.options import KEPT, Flags, taking
from sevenfold.cli.stored import with_store
from sevenfold.games import game_names

STATES = ("waiting", "playing", "over")

Since = Annotated[
    str | None, typer.Option(metavar="TIME", help="Only since so long ago: minutes, hours or days, as 2h.")
]
Name = Annotated[str | None, typer.Option(metavar="TEXT", help="Only with this in somebody's name.")]


class ChoiceUnknown(UsageMistake):
    """There is no such choice."""

    def __init__(self, option: str, value: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{option} {value}: it takes {', '.join(known)}")


@app.command("tables")
@for_server
@taking(*KEPT)
def list_tables(
    flags: Flags,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only of this game.")] = None,
    state: Annotated[str | None, typer.Option(metavar="|".join(STATES), help="Only those.")] = None,
    last: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only those played at since so long ago.")
    ] = None,
    name: Name = None,
    person: Annotated[
        str | None, typer.Option(metavar="PERSON", help="Only where this person has a seat.")
    ] = None,
    most: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List tables, also while the card room is open: those that were last played at first."""
    from sevenfold.server.storage.listed import ListWanted

    with host_of(flags) as kept:
        for option, value, known in (("--game", game, tuple(game_names())), ("--state", state, STATES)):
            if value is not None and value not in known:
                raise ChoiceUnknown(option, value, known)
        wanted = msgspec.convert(
            {
                "game": game,
                "state": state,
                "since": since(last),
                "name": name,
                "person": number_of(person) if person is not None else None,
                "most": most,
            },
            ListWanted,
        )
        found = with_store(kept.data, kept.database_url, lambda store: store.listed.tables(wanted))
        for table in found:
            if as_json:
                echo_lines(table)
                continue
            people = ", ".join(f"{each.name or 'nameless'} ({each.person})" for each in table.persons)
            of_board = "  at a board" if table.at_board else ""
            console.print(
                Text.assemble(
                    (table.id, "bold"),
                    f"  {shown(table.last)}  {table.game:<12}  {table.state:<7}  {people}{of_board}",
                ),
                soft_wrap=True,
            )
        if not found and not as_json:
            typer.echo("There are no such tables.")


@app.command()
@for_server
@taking(*KEPT)
def persons(
    flags: Flags,
    name: Name = None,
    table: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Only those with a seat at this table.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only who came since so long ago.")
    ] = None,
    most: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List persons by number, also while the card room is open: those who came last first."""
    from sevenfold.server.storage.listed import ListWanted

    with host_of(flags) as kept:
        wanted = ListWanted(name=name, table=table, since=since(last), most=most)
        found = with_store(kept.data, kept.database_url, lambda store: store.listed.persons(wanted))
        for person in found:
            if as_json:
                echo_lines(person)
                continue
            marks = "  has a key" * person.has_key + "  blocked" * person.blocked
            console.print(
                Text.assemble(
                    (f"{person.id:>6}", "bold"),
                    f"  {shown(person.used):<16}  {person.name or 'without a name'}"
                    f"  {counted(person.browsers, 'browser')}, {counted(person.tables, 'table')}{marks}",
                ),
                soft_wrap=True,
            )
        if not found and not as_json:
            typer.echo("There are no such persons.")
