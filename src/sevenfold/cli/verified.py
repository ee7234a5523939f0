"""The command that checks recorded deals against what was promised of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from sevenfold.cli.common import app, console
from sevenfold.cli.records import NoRounds, exit_on_bad_records

if TYPE_CHECKING:
    from sevenfold.core.game import AnyGame
    from sevenfold.core.promise import Fairness
    from sevenfold.core.records import Record

SAID = {
    "promise": "the key of the deal leads to the promise",
    "terms": "game, rules, options and players are those of the terms",
    "cards": "the cards follow from key and terms",
    "first": "who acted first follows from them",
    "pack": "the game deals this pack and hands of this size",
    "moves": "every move was legal, and the result is right",
    "chance": "chance drew as it must",
}
SIGNS = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[dim]–[/]"}

NOT_IN_FILE = (
    "Not in the file, so compare them: the promise and the salts, with what the pages of the table were shown"
    " before the first deal."
)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record of a table's round, as its page saves it.")],
) -> None:
    """Check that the rounds of a file were dealt as their table had promised (docs/fairness.md).

    It ends with 0 where all were, and with 1 where one was not or had no promise.
    """
    from sevenfold.core.records import read_records

    with exit_on_bad_records():
        records = [record for _, record in read_records(file)]
        if not records:
            raise NoRounds(file, 0)
    kept = [_verified(record, f"round {number} of {file}") for number, record in enumerate(records, 1)]
    if not all(kept):
        raise typer.Exit(1)


def _verified(record: "Record", title: str) -> bool:
    """Print what came of the checks of a round. Return whether its deal is the one promised."""
    import msgspec

    from sevenfold.core.verifying import verify as checks

    if record.fair is msgspec.UNSET:
        console.print(f"{SIGNS[False]} {escape(title)}: the file has no promise of its deal", soft_wrap=True)
        return False
    checked = list(checks(record, record.fair, _game(record.game)))
    kept = all(each.holds is not False for each in checked)
    verdict = "the deal is the one promised" if kept else "the deal is not the one promised"
    console.print(f"{SIGNS[kept]} {escape(title)}: {verdict}", soft_wrap=True)
    for each in checked:
        said = SAID[each.point]
        if each.holds is None:
            said = f"[dim]not checked: {said}: {escape(each.why)}[/]"
        elif not each.holds:
            said = f"not so: {said}: {escape(each.why)}"
        console.print(f"  {SIGNS[each.holds]} {said}", soft_wrap=True)
    _print_terms(record.fair)
    return kept


def _print_terms(fair: "Fairness") -> None:
    console.print(f"  promise {fair.promise}", markup=False, soft_wrap=True)
    for line in fair.terms.split("\n"):
        if line.startswith(("table ", "seat ")):
            console.print(f"  {line}", markup=False, soft_wrap=True)
    console.print(f"  {NOT_IN_FILE}", style="dim", soft_wrap=True)


def _game(name: str) -> "AnyGame | None":
    from sevenfold.games import is_game, load_game

    return load_game(name) if is_game(name) else None
