"""Whom the host lets in no more: persons, and addresses."""

import asyncio
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from sevenfold.cli.acting import (
    NOT_TAKEN_UP,
    WITHIN,
    AsJson,
    DryRun,
    NotDone,
    described,
    echo_lines,
    held_alone,
    host_of,
    person_of,
    serves,
    shown,
    told,
    who,
    words_of,
)
from sevenfold.cli.common import UsageMistake, app, counted, for_server
from sevenfold.cli.options import KEPT, Flags, taking
from sevenfold.cli.stored import with_store
from sevenfold.server.readers import DurationInvalid, read_duration

if TYPE_CHECKING:
    from sevenfold.server.announced import BlockRow, Network
    from sevenfold.server.settings import Settings
    from sevenfold.server.storage.care import Counted
    from sevenfold.server.storage.store import Store


class WhomUnsaid(UsageMistake):
    """It is not said whom to block, or more than that."""

    def __init__(self) -> None:
        super().__init__("say whom: `block NUMBER` or `block ADDRESS`, `block --end ID`, or `block --list`")


class AddressWrong(UsageMistake):
    """The text is no address, and no range of addresses."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text}: write a person's number, an address such as 203.0.113.7, or a range such as "
            "203.0.113.0/24 or 2001:db8::/48"
        )


class UntilWrong(UsageMistake):
    """The text is no time, or one that is over."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"--until {text}: write how long, such as 7d, or a later day or time, such as 2027-01-31"
        )


class BlockUnknown(UsageMistake):
    """There is no such block."""

    def __init__(self, block: int) -> None:
        super().__init__(f"there is no block {block}; `sevenfold block --list` lists them")


class Everybody(UsageMistake):
    """A block would keep everybody out."""

    def __init__(self, counted: "Counted") -> None:
        pages = f"all {counted.there} pages that are open" if counted.there else "every address there is"
        super().__init__(f"that would block everybody, {pages}: add --yes if you mean it")


@app.command()
@for_server
@taking(*KEPT)
def block(
    flags: Flags,
    whom: Annotated[
        str | None,
        typer.Argument(metavar="PERSON|ADDRESS", help="A person's number, an address, or a range as CIDR."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="How long, such as 7d, or until which day or time; else for good."),
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, in your words: they are told.")] = "",
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", help="Also where it would block everybody.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List who is blocked.")] = False,
    end: Annotated[
        int | None, typer.Option(metavar="ID", help="End a block, by its number in the list.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a person or an address in no more, from now on and in what is open, and say whom it meets."""
    with host_of(flags) as kept:
        if [whom is not None, listed, end is not None].count(True) != 1:
            raise WhomUnsaid
        if listed:
            _list(kept, as_json=as_json)
        elif end is not None:
            _end(kept, end)
        elif whom is not None:
            _block(kept, whom, until, words_of(reason) if reason else "", dry_run=dry_run, yes=yes)


def read_until(text: str | None) -> int | None:
    """Until when a block lasts, in ms since 1970. Raises UntilWrong."""
    from sevenfold.server.times import now

    if text is None:
        return None
    try:
        return now() + 1000 * read_duration(text)
    except DurationInvalid:
        pass
    try:
        at = round(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise UntilWrong(text) from None
    if at <= now():
        raise UntilWrong(text)
    return at


def _network(text: str) -> "Network":
    from sevenfold.server.announced import network_of

    try:
        return network_of(text)
    except ValueError:
        raise AddressWrong(text) from None


def _block(kept: "Settings", whom: str, until: str | None, reason: str, *, dry_run: bool, yes: bool) -> None:
    from sevenfold.server.storage.care import NewAct

    ends = read_until(until)
    network = None if whom.isdigit() else _network(whom)

    with held_alone(kept.data, kept.database_url) as alone:

        async def do(store: "Store") -> list[str]:
            person = await person_of(store, whom) if network is None else None
            met = await _counted(store, person.id if person else None, network, alone=alone)
            name = described(person) if person is not None else str(network)
            lines = [f"{name}: {counted(met.met, 'page')} of {met.there} that are open"]
            everybody = network is not None and (
                network.prefixlen == 0 or (met.there > 0 and met.met == met.there)
            )
            if everybody and not yes:
                raise Everybody(met)
            if dry_run:
                return lines
            step = store.care.blocking(person.id if person else None, network, reason, ends)
            about = {"person": person.id if person else None, "until": ends, "reason": reason}
            about["network"] = str(network) if network is not None else None
            lasts = f"until {told(ends)}" if ends is not None else "for good"
            outcome = f"blocked {lasts}; {met.met} of {met.there} pages closed"
            await store.care.do(NewAct(who(), "block", about, outcome), step)
            return [*lines, f"Blocked {lasts}; `sevenfold block --list` has its number"]

        for line in with_store(kept.data, kept.database_url, do):
            typer.echo(line)


async def _counted(
    store: "Store", person: int | None, network: "Network | None", *, alone: bool
) -> "Counted":
    """Whom a block would meet just now, as all processes of the server say. Raises NotDone."""
    from sevenfold.server.storage.care import LOOK, NewAct

    processes = await serves(store, alone=alone)
    about = {"person": person, "network": str(network) if network is not None else None}
    look = await store.care.do(NewAct(who(), LOOK, about))
    try:
        until = monotonic() + WITHIN
        while (found := await store.care.counted(look)).processes < processes:
            if monotonic() > until:
                raise NotDone(NOT_TAKEN_UP)
            await asyncio.sleep(0.1)
        return found
    finally:
        await store.care.end_look(look)


def _end(kept: "Settings", number: int) -> None:
    from sevenfold.server.storage.care import NewAct

    async def do(store: "Store") -> None:
        if number not in [each.id for each in await store.care.blocks()]:
            raise BlockUnknown(number)
        act = NewAct(who(), "block", {"end": number}, "ended")
        await store.care.do(act, store.care.unblocking(number))

    with_store(kept.data, kept.database_url, do)
    typer.echo(f"Block {number} is ended")


def _list(kept: "Settings", *, as_json: bool) -> None:
    found = with_store(kept.data, kept.database_url, lambda store: store.care.blocks())
    for each in found:
        if as_json:
            echo_lines(each._asdict())
        else:
            typer.echo(_line(each))
    if not found and not as_json:
        typer.echo("Nobody is blocked.")


def _line(each: "BlockRow") -> str:
    from sevenfold.server.times import now

    lasts = f"until {shown(each.until)}" if each.until is not None else "for good"
    over = " (over)" if each.until is not None and each.until <= now() else ""
    name = f"person {each.person}" if each.network is None else each.network
    return f"{each.id:>4}  {shown(each.made)}  {name}  {lasts}{over}  {each.reason}"
