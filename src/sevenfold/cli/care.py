"""What the host tells everybody, and the log of what they have done."""

from typing import Annotated

import typer
from rich.text import Text

from sevenfold.cli.acting import AsJson, Most, echo_lines, host_of, shown, told, who, words_of
from sevenfold.cli.common import UsageMistake, app, console, counted, for_server
from sevenfold.cli.options import KEPT, Flags, taking
from sevenfold.cli.stored import with_store
from sevenfold.server.readers import read_duration


class NothingToSay(UsageMistake):
    """Neither is something said, nor does it end."""

    def __init__(self) -> None:
        super().__init__("write what everybody is to be told, or --end to take back what was said")


@app.command()
@for_server
@taking(*KEPT)
def say(
    flags: Flags,
    message: Annotated[
        str | None, typer.Argument(metavar="MESSAGE", help="What everybody is told, in your words.")
    ] = None,
    lasts: Annotated[
        str, typer.Option("--for", metavar="TIME", help="How long whoever comes is told it too.")
    ] = "10m",
    end: Annotated[bool, typer.Option("--end", help="Take back what was said.")] = False,
) -> None:
    """Tell everybody something, at every table and on every page, while the card room is open."""
    from sevenfold.server.announced import Notice
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.storage.store import Store
    from sevenfold.server.times import now

    with host_of(flags) as kept:
        if (message is None) != end:
            raise NothingToSay
        at = now()

        async def tell(store: Store) -> str:
            if message is None:
                await store.care.do(
                    NewAct(who(), "say", {"end": True}, "taken back"), store.care.ending("said")
                )
                return "Nothing is said any more"
            words, until = words_of(message), at + 1000 * read_duration(lasts)
            act = NewAct(who(), "say", {"message": words, "until": until}, "told")
            await store.care.do(act, store.care.putting(Notice("said", words, at, until)))
            return f"Everybody is told, and whoever comes until {told(until)}"

        typer.echo(with_store(kept.data, kept.database_url, tell))


@app.command()
@for_server
@taking(*KEPT)
def close(
    flags: Flags,
    soon: Annotated[
        str | None,
        typer.Option("--in", metavar="TIME", help="How long rounds may still begin; else none does."),
    ] = None,
    message: Annotated[
        str, typer.Option("--message", metavar="TEXT", help="Why, in your words, for everybody.")
    ] = "",
) -> None:
    """Close the card room: nothing new begins, rounds in play end, and everybody is told.

    It stays closed when the server starts again, until `sevenfold open`. Closed again it
    has another time or message.
    """
    from sevenfold.server.announced import Notice
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.storage.listed import ListWanted
    from sevenfold.server.storage.store import Store
    from sevenfold.server.times import now

    with host_of(flags) as kept:
        words = words_of(message) if message else ""
        at = now() + (1000 * read_duration(soon) if soon is not None else 0)

        async def shut(store: Store) -> str:
            before = next((each for each in await store.care.notices() if each.kind == "closing"), None)
            no_longer = f", no longer at {told(before.at)}" if before is not None else ""
            outcome = f"closes at {told(at)}{no_longer}"
            act = NewAct(who(), "close", {"at": at, "message": words}, outcome)
            await store.care.do(act, store.care.putting(Notice("closing", words, at, None)))
            playing = await store.listed.tables(
                ListWanted(state="playing", since=now() - 3_600_000, most=10_000)
            )
            was = f"It was to close at {told(before.at)}. " if before else ""
            return (
                f"{was}It closes at {told(at)}. Nothing new begins from now on, and rounds in play end: "
                f"{counted(len(playing), 'table')} in the last hour"
            )

        typer.echo(with_store(kept.data, kept.database_url, shut))


@app.command("open")
@for_server
@taking(*KEPT)
def open_again(flags: Flags) -> None:
    """Open the card room again after `sevenfold close`."""
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.storage.store import Store

    with host_of(flags) as kept:

        async def begin(store: Store) -> str:
            if not any(each.kind == "closing" for each in await store.care.notices()):
                return "It was open, and is"
            await store.care.do(NewAct(who(), "open", {}, "open"), store.care.ending("closing"))
            return "It is open again"

        typer.echo(with_store(kept.data, kept.database_url, begin))


@app.command()
@for_server
@taking(*KEPT)
def acts(flags: Flags, most: Most = 100, as_json: AsJson = False) -> None:
    """List what was done by commands: when, by whom, and what came of it."""
    with host_of(flags) as kept:
        found = with_store(kept.data, kept.database_url, lambda store: store.care.acts(most))
        for act in found:
            if as_json:
                echo_lines(act)
                continue
            about = "  ".join(f"{name}={value}" for name, value in act.about.items() if value)
            console.print(
                Text.assemble(
                    (shown(act.made), "dim"),
                    f"  {act.who}  ",
                    (act.kind, "bold"),
                    f"  {about}  " if about else "  ",
                    act.outcome or "still to be done",
                ),
                soft_wrap=True,
            )
        if not found and not as_json:
            typer.echo("Nothing was done by commands.")
