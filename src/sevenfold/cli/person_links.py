"""Somebody who has lost everything is given back: no session is left to them, and no key."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.cli.common import UsageMistake, app, exit_on, for_server
from sevenfold.cli.options import KEPT, Flags, SettingsWrong, taking, where_kept
from sevenfold.cli.stored import with_store

if TYPE_CHECKING:
    from sevenfold.server.storage.attaching import NamedPerson
    from sevenfold.server.storage.rows import TableRow
    from sevenfold.server.storage.store import Store

LASTS = 3600 * 1000
"""How long a link can be used, in ms: it goes to somebody by a message, who may not look at once."""


class NobodyNamed(UsageMistake):
    """Neither a seat nor a person is named, or both are."""

    def __init__(self) -> None:
        super().__init__("name whom to give back: `person-link TABLE SEAT`, or `person-link --person NUMBER`")


class TableMissing(UsageMistake):
    """There is no such table."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table}; `sevenfold tables` lists them")


class SeatOfNobody(UsageMistake):
    """A seat is none of the table's, or no person has it."""

    def __init__(self, table: str, seat: int, persons: dict[int, int]) -> None:
        named = ", ".join(str(each) for each in sorted(persons)) or "none"
        super().__init__(f"no person has seat {seat} of table {table}; those with a person: {named}")


class PersonMissing(UsageMistake):
    """There is no such person."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"there is no person {number}, or they have deleted their data; `sevenfold persons` lists them"
        )


@app.command("person-link")
@for_server
@taking(*KEPT)
def person_link(
    flags: Flags,
    table: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="The id of a table where they have a seat.")
    ] = None,
    seat: Annotated[int | None, typer.Argument(metavar="SEAT", help="That seat, from 0.")] = None,
    person: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="The person's number, in place of a seat.")
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where people open the card room, for the whole link.")
    ] = "",
) -> None:
    """Make a link that gives a person back who has lost all their browsers, also while the card room is open.

    Whoever opens it within an hour and says yes is that person: give it to nobody else. Its use ends it, and
    so does another one for the same person.
    """
    from sevenfold.server.storage.data_folder import DatabaseMoved
    from sevenfold.server.storage.opening import DatabaseUnusable

    async def make(store: "Store") -> "tuple[NamedPerson, str]":
        number = await seats_person(store, table, seat) if person is None else person
        found = await store.attaching.person(number)
        if found is None:
            raise PersonMissing(number)
        return found, await _vouch(store, number)

    with exit_on(UsageMistake, OSError, DatabaseUnusable, SettingsWrong, DatabaseMoved):
        if (person is None) == (table is None) or (table is None) != (seat is None):
            raise NobodyNamed
        kept = where_kept(flags).settings
        found, key = with_store(kept.data, kept.database_url, make)
    typer.echo(f"Person {found.id}, {found.name or 'without a name'}: once, within an hour")
    typer.echo(f"{address.rstrip('/')}/browser/{key}")


async def _vouch(store: "Store", person: int) -> str:
    """The key of a new link."""
    from sevenfold.server.errors import Vanished
    from sevenfold.server.http.sessions import hash_of
    from sevenfold.server.storage.rows import now

    key = secrets.token_urlsafe(16)
    try:
        await store.attaching.vouch(person, hash_of(key), now() + LASTS)
    except Vanished:
        raise PersonMissing(person) from None
    return key


async def seats_person(store: "Store", table: str | None, seat: int | None) -> int:
    """The number of the person who had a seat before others were let in.

    Raises TableMissing, SeatOfNobody.
    """
    row = await store.tables.find(table or "")
    if row is None:
        raise TableMissing(table or "")
    persons = _persons(row)
    if seat not in persons:
        raise SeatOfNobody(row.id, seat or 0, persons)
    return persons[seat]


def _persons(row: "TableRow") -> dict[int, int]:
    """Whose each seat is: of several, whoever had it first."""
    sit = [(each.since, seat, each.person) for seat, each in enumerate(row.seats) if each.person is not None]
    owners = [
        (each.since, each.seat, each.person)
        for each in row.members
        if each.kind in ("owner", "coming") and each.seat is not None
    ]
    return {seat: person for _, seat, person in sorted((*sit, *owners), reverse=True)}
