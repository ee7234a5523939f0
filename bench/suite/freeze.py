"""Freezes the suite: solves its short decks, and writes down the hashes of all tasks.

    python -m bench.suite.freeze

Version 1 is frozen, and tests hold it. A new version runs it once (docs/benchmark.md, "A new version").
"""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import sevenfold.suite
from sevenfold.core.whole import write_record
from sevenfold.envs import solved
from sevenfold.envs.solved import SolvedDeck
from sevenfold.suite.fingerprints import fingerprint
from sevenfold.suite.tasks import SUITE, TASKS

FOLDER, DECKS = Path(sevenfold.suite.__file__).parent, Path(solved.__file__).parent


def main(
    iterations: Annotated[int, typer.Option(help="Of the solver, on each short deck.")] = 60,
    hashes_only: Annotated[bool, typer.Option("--hashes-only", help="The short decks stay.")] = False,
) -> None:
    """Solve the decks that `solved.json` names again, and write the file of all hashes."""
    if not hashes_only:
        decks = [_solve(known, iterations) for known in solved.read_decks(solved.FURTHER)]
        for each in decks:
            typer.echo(f"{each.short.name}: values {each.values}, a best response gains {each.gains}")
        write_record(DECKS / solved.FURTHER, decks)
    frozen = {}
    for name, task in TASKS.items():
        frozen[name] = fingerprint(task)
        typer.echo(f"{name}: {frozen[name].rules[:12]}")
    write_record(FOLDER / f"v{SUITE}.json", frozen)


def _solve(known: SolvedDeck, iterations: int) -> SolvedDeck:
    """The deck with what an equilibrium brings that `GameTree.solve` finds."""
    tree = known.tree
    found = tree.solve(iterations)
    values, gains = (tuple(of.round(6).tolist()) for of in (tree.values(found), tree.gains(found)))
    return msgspec.structs.replace(known, values=values, gains=gains)


if __name__ == "__main__":
    typer.run(main)
