"""What people have reported: moments in which they think a rule or a bot wrong, for the host."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.text import Text

from sevenfold.cli.common import Force, UsageMistake, app, check_new, console, counted, exit_on, for_server
from sevenfold.cli.options import KEPT, Flags, SettingsWrong, taking, where_kept
from sevenfold.cli.records import read_viewer
from sevenfold.cli.stored import with_store

if TYPE_CHECKING:
    from sevenfold.cli.tables import Viewer
    from sevenfold.core.events import Event
    from sevenfold.core.match import AnyMatch
    from sevenfold.server.storage.reports import KeptReport
    from sevenfold.server.storage.store import Store

SHOWN = 60
"""How much of its words the list has of a report, in characters."""


class ReportUnknown(UsageMistake):
    """There is no such report."""

    def __init__(self, report: str) -> None:
        super().__init__(f"there is no report {report}; `sevenfold reports` lists them")


class ReportNotNamed(UsageMistake):
    """Something is done with one report, and none is named."""

    def __init__(self, option: str) -> None:
        super().__init__(f"{option} needs the id of a report; `sevenfold reports` lists them")


@app.command()
@for_server
@taking(*KEPT)
def reports(
    flags: Flags,
    report: Annotated[
        str | None, typer.Argument(metavar="ID", help="A report, to look at its moment; else all are listed.")
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="SEAT|open|watch", help="Whose view to show; else that of whoever reported."
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write it to this file as JSON; without ID all of them, one a line.")
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete it.")] = False,
    force: Force = False,
) -> None:
    """Look at what people have reported, also while the card room is open.

    A report shows what its author could see. With --from open it shows all hands, as the host may see them.
    """
    from sevenfold.server.storage.data_folder import DatabaseMoved
    from sevenfold.server.storage.opening import DatabaseUnusable

    with exit_on(UsageMistake, OSError, DatabaseUnusable, SettingsWrong, DatabaseMoved):
        check_new(save, force=force)
        kept = where_kept(flags).settings
        if report is None:
            _all(kept.data, kept.database_url, viewer, save, delete=delete)
        else:
            _one(kept.data, kept.database_url, report, viewer, save, delete=delete)


def _all(folder: Path, url: str | None, viewer: str | None, save: Path | None, *, delete: bool) -> None:
    for option, given in (("--delete", delete), ("--from", viewer is not None)):
        if given:
            raise ReportNotNamed(option)
    found = with_store(folder, url, lambda store: store.reports.all())
    if save is not None:
        save.write_text("".join(f"{each.file}\n" for each in found), encoding="utf-8")
        typer.echo(f"{save}: {counted(len(found), 'report')}")
        return
    for each in found:
        about = msgspec.json.decode(each.file)
        words = " ".join(about["words"].split())
        words = words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}…"
        console.print(
            Text.assemble(
                (each.id, "bold"), f"  {about['made'][:16]}  {about['game']}  {_meant(about)}  {words}"
            ),
            soft_wrap=True,
        )
    if not found:
        typer.echo("Nobody has reported anything.")


def _one(
    folder: Path, url: str | None, report: str, viewer: str | None, save: Path | None, *, delete: bool
) -> None:
    async def read(store: "Store") -> "tuple[KeptReport, AnyMatch | None]":
        kept = await store.reports.find(report)
        if kept is None:
            raise ReportUnknown(report)
        match = None if save is not None or delete else await _match(store, kept)
        return kept, match

    kept, match = with_store(folder, url, read)
    if save is not None:
        save.write_text(f"{kept.file}\n", encoding="utf-8")
        typer.echo(f"{save}: 1 report")
    if delete:
        with_store(folder, url, lambda store: store.reports.delete(report))
        typer.echo(f"{report} is deleted")
    if save is None and not delete:
        _show(kept, match, viewer)


async def _match(store: "Store", kept: "KeptReport") -> "AnyMatch | None":
    """The match as it was when somebody reported it; None where its table is gone or by other rules."""
    from sevenfold.server.errors import TableDamaged
    from sevenfold.server.rounds.reading import match_of
    from sevenfold.server.tables.sent.presence import has_other_rules

    try:
        row = await store.tables.find(kept.table)
        if row is None or has_other_rules(row):
            return None
        return match_of(row, await store.logs.logged(kept.table), until=kept.entry)
    except TableDamaged:
        return None


def _show(kept: "KeptReport", match: "AnyMatch | None", viewer: str | None) -> None:
    """A report: its words, and the round up to its moment, as `sevenfold show` shows a round."""
    from sevenfold.cli.tables import show_until

    about: dict[str, Any] = msgspec.json.decode(kept.file)
    own: Viewer = "open" if about["open"] else about["viewer"]
    console.print(Text.assemble((f"Report {kept.id}", "bold"), f", {about['made']}, {_meant(about)}"))
    console.print(
        f"table {kept.table}, deal {about['deal']}; rules {about['rules']}, Sevenfold {about['sevenfold']}"
    )
    console.print(Text(f"\n{about['words']}\n", "italic"))
    if match is not None:
        who = own if viewer is None else read_viewer(viewer, match.players)
        show_until(match, who, f"round {match.round_number}")
        return
    typer.echo("Its table is gone, or was played by other rules: this is what its author had been told.\n")
    _show_told(about, own)


def _show_told(about: dict[str, Any], viewer: "Viewer") -> None:
    """What a report itself has of its moment: the moves that its author was told of, and their hand."""
    from sevenfold.cli.tables import coloured, grid
    from sevenfold.cli.words import Words, by_suit, seat_name
    from sevenfold.core.events import Event
    from sevenfold.games import is_game

    events: list[Event] = msgspec.convert(about["events"], list[Event])
    words = Words(about["game"]) if is_game(about["game"]) else None
    seat = viewer if isinstance(viewer, int) else None
    rows = grid()
    for event in events:
        told = _told(event, words, seat)
        if told:
            rows.add_row(
                seat_name(event.seat) if event.move and event.seat is not None else "", coloured(told)
            )
    console.print(rows)
    if about["view"]["hand"]:
        console.print(coloured(f"\nhand  {by_suit(about['view']['hand'])}"))


def _told(event: "Event", words: Any, seat: int | None) -> str:
    if event.move:
        return str(words.brief(event.move)) if words else event.move
    return str(words.event(event, seat)) if words else ""


def _meant(about: dict[str, Any]) -> str:
    """What a report is about."""
    seat = about["seat"]
    return "a rule" if seat is None else f"seat {seat}, played by {about['bots'][seat]}"
