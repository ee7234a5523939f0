"""Invitations into a closed card room: whose they are, who has come by them, and the host's own."""

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from sevenfold.cli.acting import AsJson, echo_lines, host_of, who
from sevenfold.cli.common import UsageMistake, app, counted, for_server
from sevenfold.cli.options import KEPT, Flags, taking
from sevenfold.cli.stored import with_store

if TYPE_CHECKING:
    from sevenfold.server.storage.admissions import Came, Introduction
    from sevenfold.server.storage.store import Store


class WhoCame(msgspec.Struct, frozen=True):
    """A person who has come by an invitation; `at` is UTC, ISO 8601."""

    person: int
    name: str | None
    at: str


class InvitationListed(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation as it is listed. Its key is told to nobody: whoever reads a list could come in by it."""

    id: int
    maker: int | None
    by: str | None
    made: str
    expires: str
    once: bool
    open: bool
    came: tuple[WhoCame, ...]


class InvitationUnknown(UsageMistake):
    """There is no such invitation that lets somebody in."""

    def __init__(self, number: int) -> None:
        super().__init__(f"no invitation {number} lets anybody in; `sevenfold invitations` lists all")


class BothNamed(UsageMistake):
    """An invitation is to be made, and another ended."""

    def __init__(self) -> None:
        super().__init__("--new makes an invitation and --end ends one: name one of them")


@app.command()
@for_server
@taking(*KEPT)
def invitations(
    flags: Flags,
    new: Annotated[bool, typer.Option("--new", help="Make one, and print its link.")] = False,
    many: Annotated[bool, typer.Option("--many", help="The new one lets in all who come; else one.")] = False,
    days: Annotated[
        int, typer.Option(min=1, max=365, metavar="NUMBER", help="How long the new one can be used.")
    ] = 7,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where people open the card room, for the whole link.")
    ] = "",
    end: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="End one; who has come by it stays in.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the invitations into a closed card room: whose they are, and who came. Make one, or end one."""
    with host_of(flags) as kept:
        if new and end is not None:
            raise BothNamed
        where = kept.data, kept.database_url
        if new:
            made = with_store(*where, lambda store: _make(store, days, many=many))
            typer.echo(f"{address.rstrip('/')}/in/{made.key}")
        elif end is not None:
            with_store(*where, lambda store: _end(store, end))
            typer.echo(f"Invitation {end} has ended.")
        else:
            _list(*with_store(*where, lambda store: store.admissions.all()), as_json=as_json)


async def _make(store: "Store", days: int, *, many: bool) -> "Introduction":
    from sevenfold.server.keeping import DAY
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.times import now

    made = await store.admissions.make(None, now() + days * DAY, once=not many)
    act = NewAct(who(), "invite", {"invitation": made.id, "days": days, "many": many}, "made")
    await store.care.do(act)
    return made


async def _end(store: "Store", number: int) -> None:
    from sevenfold.server.storage.care import NewAct

    if not await store.admissions.end(number):
        raise InvitationUnknown(number)
    await store.care.do(NewAct(who(), "invite", {"end": number}, "ended"))


def _list(made: "tuple[Introduction, ...]", came: "tuple[Came, ...]", *, as_json: bool) -> None:
    found = [_listed(each, [one for one in came if one.introduction == each.id]) for each in made]
    for each in found:
        if as_json:
            echo_lines(each)
            continue
        those = ", ".join(_named(one.person, one.name) for one in each.came) or "nobody"
        by = _named(each.maker, each.by) if each.maker is not None else "the host, or who is gone"
        state = f"until {each.expires[:16]}" if each.open else "ended"
        typer.echo(f"{each.id}  by {by}, for {'one' if each.once else 'many'}, {state}; came: {those}")
    if not as_json:
        typer.echo(counted(len(found), "invitation"))


def _listed(made: "Introduction", came: "list[Came]") -> InvitationListed:
    from sevenfold.server.times import iso

    return InvitationListed(
        id=made.id,
        maker=made.maker,
        by=made.by,
        made=iso(made.made),
        expires=iso(made.expires),
        once=made.once,
        open=made.is_open,
        came=tuple(WhoCame(each.person, each.name, iso(each.at)) for each in came),
    )


def _named(person: int, name: str | None) -> str:
    return f"{name} ({person})" if name else f"person {person}"
