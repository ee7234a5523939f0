"""Freezes the suite: solves its short decks, and writes down the hashes of all tasks.

    python -m bench.suite.freeze

Version 1 is frozen, and tests hold it. A new version runs it once (docs/benchmark.md, "A new version").
"""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import sevenfold.suite
from sevenfold.suite.fingerprints import fingerprint
from sevenfold.suite.mini import FILE, MiniDeck, solve
from sevenfold.suite.tasks import SUITE, TASKS

FOLDER = Path(sevenfold.suite.__file__).parent

SHORT_DECKS = (
    MiniDeck(name="three clubs", deck="JC AC KS QC KH QS JS AH", hand_size=2, dealt="JC KS"),
    MiniDeck(name="two clubs", deck="QC AC KS JC KH 9H JS AH", hand_size=2, dealt="QC 9H"),
    MiniDeck(name="king of clubs", deck="KC 2C KS QD KH 9D JD 9H", hand_size=2, dealt="KC 9D"),
)


def main(
    iterations: Annotated[int, typer.Option(help="Of the solver, on each short deck.")] = 60,
    hashes_only: Annotated[bool, typer.Option("--hashes-only", help="The short decks stay.")] = False,
) -> None:
    """Write `mini-v1.json` and the file of all hashes."""
    if not hashes_only:
        decks = [solve(short, iterations) for short in SHORT_DECKS]
        for each in decks:
            typer.echo(f"{each.short.name}: values {each.values}, a best response gains {each.gains}")
        (FOLDER / FILE).write_bytes(msgspec.json.encode(decks) + b"\n")
    frozen = {}
    for name, task in TASKS.items():
        frozen[name] = fingerprint(task)
        typer.echo(f"{name}: {frozen[name].rules[:12]}")
    (FOLDER / f"v{SUITE}.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(frozen), indent=1) + b"\n"
    )


if __name__ == "__main__":
    typer.run(main)
