"""The linear player of the suite's pool: its weights are what this finds, by CPU alone.

    python -m bench.suite.linear Lockout-v1 --updates 800 --write

It copies the rules player, then learns against rules players. Version 1 of the pool is what it found once, so
`--write` is for a new version.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the arrays are small: threads would wait for each other

from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Annotated

import typer

import sevenfold.suite
from sevenfold.cli.common import with_progress
from sevenfold.suite.learner import learn_against
from sevenfold.suite.meeting import brought, met, usual
from sevenfold.suite.pool import RULES, chooser_of, linear_file
from sevenfold.suite.seating import Batched
from sevenfold.suite.tasks import find_task

POOL = Path(sevenfold.suite.__file__).parent


def main(
    name: str,
    updates: int = 800,
    deals: Annotated[int, typer.Option(help="Held-out deals on which it then meets rules players.")] = 1000,
    seed: int = 1,
    write: Annotated[bool, typer.Option("--write", help="Put the weights into the pool.")] = False,
) -> None:
    """Learn, and say what it gains on rules players."""
    task, began = find_task(name), process_time()
    rules = chooser_of(RULES, task, deals)
    agent = learn_against(task, rules, updates, with_progress, seed)
    spent = process_time() - began
    own = brought(task, Batched(agent), rules, deals, with_progress, "Playing")
    found = met(task, RULES, own, usual(task, rules, deals, with_progress, "Playing"), whole=False)
    written = agent.written()
    typer.echo(
        f"{name}: {updates} updates, seed {seed}, {spent:.0f} s of CPU; among rules players its gain is"
    )
    typer.echo(f"{found.gain} ± {found.reach} in {deals} deals; weights {sha256(written).hexdigest()}")
    if write:
        (POOL / linear_file(task)).write_bytes(written)


if __name__ == "__main__":
    typer.run(main)
