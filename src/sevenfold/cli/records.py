"""Rounds of a file of records: shown move by move, and reviewed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sevenfold.cli.common import UsageMistake, app, exit_on, with_progress

if TYPE_CHECKING:
    from sevenfold.cli.tables import Viewer
    from sevenfold.core.match import AnyMatch

RecordFile = Annotated[
    Path, typer.Argument(help="A file of records, as `sevenfold simulate --record` writes it.")
]


class NoRounds(UsageMistake):
    """A file without a round, or without the one that is asked for."""

    def __init__(self, file: Path, found: int, wanted: int | None = None) -> None:
        has = {0: "no round", 1: "1 round"}.get(found, f"{found} rounds")
        asked = "" if wanted is None else f"; there is no round {wanted}"
        super().__init__(f"{file} has {has}{asked}")


class RoundUnreadable(UsageMistake):
    """A record that cannot be shown: its game is not here, or it does not come out as it says."""

    def __init__(self, file: Path, line: int, why: Exception) -> None:
        super().__init__(f"{file}:{line}: {why}")


class NoViewer(UsageMistake):
    """A word that names neither a seat nor another way to look."""

    def __init__(self, viewer: str, players: int) -> None:
        super().__init__(f"--from {viewer}: take open, watch, or a seat from 0 to {players - 1}")


@contextmanager
def exit_on_bad_records() -> Iterator[None]:
    """End with one line for a file, a round or a seat that is not there."""
    from sevenfold.core.given import NoSuchSeat, WrongNumber
    from sevenfold.core.records import UnreadableRecords
    from sevenfold.core.worlds import NoSample

    with exit_on(UsageMistake, UnreadableRecords, NoSuchSeat, NoSample, WrongNumber):
        yield


def read_rounds(file: Path, wanted: int | None) -> "list[tuple[int, AnyMatch]]":
    """The rounds of a file, or one of them, with their numbers from 1 on.

    Raises UnreadableRecords, NoRounds, RoundUnreadable.
    """
    from sevenfold.core.records import RecordError, read_records, replay_record
    from sevenfold.games import UnknownGame, load_game

    lines = list(read_records(file))
    numbers = range(1, len(lines) + 1) if wanted is None else [wanted]
    if not lines or numbers[-1] > len(lines):
        raise NoRounds(file, len(lines), wanted)
    rounds = []
    for number in numbers:
        line, record = lines[number - 1]
        try:
            rounds.append((number, replay_record(load_game(record.game), record)))
        except (RecordError, UnknownGame) as why:
            raise RoundUnreadable(file, line, why) from None
    return rounds


@app.command()
def show(
    file: RecordFile,
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, help="Only this round of the file, from 1 on.")
    ] = None,
    viewer: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SEAT|open|watch",
            help="What a seat saw, what a spectator saw (watch), or all hands (open).",
        ),
    ] = "open",
    at: Annotated[
        int | None, typer.Option(min=0, help="Only the table after so many moves; 0 is the deal.")
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help="The table after every move.")] = False,
) -> None:
    """Show rounds of a file, move by move: the deal, each move with what came of it, the result."""
    from sevenfold.cli.tables import show_round

    with exit_on_bad_records():
        rounds = read_rounds(file, round_number)
        for number, match in rounds:
            title = f"round {number} of {file}"
            show_round(match, read_viewer(viewer, match.players), title, at=at, whole=whole)


def read_viewer(word: str, players: int) -> "Viewer":
    """Who looks, by the word for them. Raises NoViewer."""
    if word == "open":
        return "open"
    if word == "watch":
        return None
    if not word.isdecimal() or int(word) >= players:
        raise NoViewer(word, players)
    return int(word)


@app.command()
def review(
    file: RecordFile,
    seat: Annotated[int, typer.Option(min=0, help="Whose decisions.")] = 0,
    round_number: Annotated[
        int, typer.Option("--round", min=1, help="Which round of the file, from 1 on.")
    ] = 1,
    worlds: Annotated[
        int, typer.Option(min=16, help="Worlds that a decision is judged in: more take longer and err less.")
    ] = 600,
    cards: Annotated[
        Literal["then", "known"],
        typer.Option(help="What is known: what the seat could know then, or all cards, as nobody could."),
    ] = "then",
    seed: Annotated[int, typer.Option(help="The same seed gives the same review.")] = 0,
) -> None:
    """Say what a seat's decisions in a round cost, and what its cards were worth.

    A decision is judged by what the seat could know then (docs/review.md).
    """
    from sevenfold.cli.reviewed import show_review
    from sevenfold.search.review import Reviewer

    with exit_on_bad_records():
        ((_, match),) = read_rounds(file, round_number)
        reviewer = Reviewer(match.round, seat, worlds=worlds, known=cards == "known", seed=seed)
        decisions = with_progress(reviewer.evaluated(), len(reviewer), "Reviewing")
        show_review(match, reviewer.put_together(decisions), f"round {round_number} of {file}")
