"""The results of docs/benchmark.md from nothing, by two commands: all trainings, then all runs.

    python -m bench.suite.reference train --workers 8
    python -m bench.suite.reference run --workers 8

Both say beforehand what they will take, and go on where they were stopped. What was trained lies in
`bench/suite`, results in `bench/suite/results`. `python -m bench.suite.table --add FILE` puts a result into
the tables.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from os import environ
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple

import typer

HERE = Path("bench/suite")
HIDDEN_PARTNER = "HiddenPartner-v1"
SEEDS = range(1, 6)

TRACKS = "--track response --track belief --track decisions"
"""What else than the pool is asked of a player that knows no seed."""

MOST_SAID = 2000
"""So many characters of what a command said last are told where it fails."""

PROGRAMS = Path(sys.executable).parent
"""Where `sevenfold` and `python` are."""

Workers = Annotated[int, typer.Option(min=1, help="How many at a time, each on one core.")]

app = typer.Typer()


class Job(NamedTuple):
    """A command that makes a file, and about how many minutes of CPU time it takes."""

    file: Path
    command: str
    minutes: float

    @property
    def mark(self) -> Path:
        """The file that says that it was done: a training that was stopped has saved something, too."""
        return self.file.with_name(f"{self.file.name}.done")


def trainings() -> Iterator[Job]:
    """All baselines that learn and whose weights are in no package."""
    for seed in SEEDS:
        for name, minutes in (("ppo", 8), ("dmc", 8)):
            file = _weights(name, seed)
            given = f"--task {HIDDEN_PARTNER} --budget S --seed {seed} --force --out {file}"
            yield Job(file, f"sevenfold bench-suite train bench.suite.{name}:train {given}", minutes)
    for task, game in (("Lockout-v1", "lockup"), ("Widow-v1", "trump7")):
        file = HERE / f"dmc-{game}.npz"
        yield Job(file, f"python -m bench.suite.dmc {task} --save {file}", 2)
    file = HERE / "ppo-seven_bridge.npz"
    yield Job(file, f"python examples/ppo.py seven_bridge --seconds 540 --copying 0.25 --save {file}", 10)


def _weights(name: str, seed: int) -> Path:
    return HERE / f"{name}-hidden-{seed}.npz"


def runs() -> Iterator[Job]:
    """All results of the tables."""
    for task in ("Lockout-v1", "Widow-v1", "Claims-v1", HIDDEN_PARTNER):
        for name in ("random", "rules", "linear"):
            yield _run(task, name, name, "--track pool", 7)
        yield _run(task, "search", "search", "--opponent rules --deals 200", 2)
    for task in ("Lockout-v1", "Widow-v1"):
        yield _run(task, "learnt", "learnt", "", 2)
        for name in ("rules", "learnt"):
            yield _run(task, f"{name}-tracks", name, TRACKS, 1)
        for name in ("ppo", "dmc"):
            yield _run(task, name, f"bench.suite.baselines:{name}", "", 2)
    yield _run("Claims-v1", "ppo", "bench.suite.baselines:ppo", "", 8)
    example = "examples.suite_agent:agent"
    yield _run("Widow-v1", "agent-tracks", example, f"--budget S --track crossplay {TRACKS}", 2)
    yield _run(HIDDEN_PARTNER, "agent", example, "--budget S --track crossplay --deals 40", 1)
    yield _run(HIDDEN_PARTNER, "agent-tracks", example, "--budget S --track belief", 1)
    logs = {name: " ".join(f"--log {_weights(name, seed)}.json" for seed in SEEDS) for name in ("ppo", "dmc")}
    believes = "--track pool --track crossplay --track belief"
    yield _run(HIDDEN_PARTNER, "ppo", "bench.suite.ppo:ppo", f"{believes} --seed 1 {logs['ppo']}", 60)
    plays = "--track pool --track crossplay"
    yield _run(HIDDEN_PARTNER, "dmc", "bench.suite.dmc:dmc", f"{plays} --seed 1 {logs['dmc']}", 60)
    yield _run(HIDDEN_PARTNER, "expert", "bench.suite.expert:expert", "--opponent rules --deals 200", 30)
    for name in ("random", "rules", "linear", "learnt"):
        yield _run("Mini-v1", name, name, "", 0.1)


def _run(task: str, name: str, agent: str, given: str, minutes: float) -> Job:
    file = HERE / "results" / f"{task}-{name}.json"
    command = f"sevenfold bench-suite run {agent} --task {task} --json {file} --force {given}"
    return Job(file, command, minutes)


def work_off(jobs: Sequence[Job], workers: int) -> None:
    """Do those that were not done yet, and say so of each. Ends with status 1 where one failed."""
    left = [job for job in jobs if not job.mark.exists()]
    minutes = sum(job.minutes for job in left)
    at_least = max([minutes / workers, *(job.minutes for job in left)])
    typer.echo(
        f"{len(left)} of {len(jobs)} to do: about {minutes / 60:.1f} hours of CPU time, "
        f"{at_least / 60:.1f} hours by the clock on {workers} cores"
    )
    failed = 0
    with ThreadPoolExecutor(workers) as pool:
        doing = [pool.submit(_do, job) for job in left]
        for number, done in enumerate(as_completed(doing), 1):
            job, seconds, errors = done.result()
            failed += bool(errors)
            said = f"failed:\n{job.command}\n{errors}" if errors else f"{seconds / 60:.1f} minutes"
            typer.echo(f"{number} of {len(left)}: {job.file}, {said}")
    if failed:
        raise typer.Exit(1)


def _do(job: Job) -> tuple[Job, float, str]:
    """A job, how long it took, and what it said where it failed."""
    job.file.parent.mkdir(parents=True, exist_ok=True)
    began, (program, *arguments) = monotonic(), job.command.split()
    one_core = {**environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    done = subprocess.run(
        [PROGRAMS / program, *arguments], env=one_core, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        job.mark.touch()
        return job, monotonic() - began, ""
    return job, monotonic() - began, (done.stdout + done.stderr)[-MOST_SAID:] or "it said nothing"


@app.command()
def train(workers: Workers = 1) -> None:
    """Train all baselines that learn."""
    work_off([*trainings()], workers)


@app.command()
def run(workers: Workers = 1) -> None:
    """Run all of the tables."""
    work_off([*runs()], workers)


if __name__ == "__main__":
    app()
