"""How fast decisions are recorded: rounds of rule-based players, what they saw and did, written to files."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Annotated

import typer
from rich.box import MARKDOWN
from rich.table import Table

from bench.measure import console, machine
from sevenfold.envs.decisions import Recording
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.files import Format, FormatUnavailable, write_chunks

TEN_MILLION = 10_000_000


def measured(game: str, form: Format, rounds: int) -> tuple[int, float, int]:
    """The number of decisions, the CPU time that they took, and the bytes written."""
    with TemporaryDirectory() as folder:
        list(write_chunks(Recording(game, ["rules"]).chunks(1), Path(folder, "first"), form))  # compiles
        began = process_time()
        chunks = write_chunks(Recording(game, ["rules"], seed=1).chunks(rounds), Path(folder, "new"), form)
        decisions = sum(len(chunk.action) for chunk in chunks)
        spent = process_time() - began
        size = sum(file.stat().st_size for file in Path(folder, "new").iterdir())
    return decisions, spent, size


def main(
    games: Annotated[list[str] | None, typer.Argument(help="all where none is named")] = None,
    rounds: Annotated[int, typer.Option(min=1)] = 4096,
    forms: Annotated[list[Format] | None, typer.Option("--format")] = None,
) -> None:
    """Decisions a CPU second, and what ten million of them take."""
    screen = console()
    screen.print(f"{machine()}; {rounds} rounds a line, CPU time")
    table = Table("game", "format", "decisions a second", "10 million in", "bytes each", box=MARKDOWN)
    for game in games or encoded_games():
        for form in forms or (Format.PARQUET,):
            try:
                decisions, spent, size = measured(game, form, rounds)
            except FormatUnavailable as missing:
                screen.print(f"left out: {missing}")
                continue
            speed = decisions / spent
            needs = f"{TEN_MILLION / speed:.0f} s"
            table.add_row(game, form, f"{speed:,.0f}", needs, f"{size / decisions:.0f}")
    screen.print(table)


if __name__ == "__main__":
    typer.run(main)
