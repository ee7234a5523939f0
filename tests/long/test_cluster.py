"""A cluster of two workers here: every command that shares work out has it done there, and it is the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sevenfold.suite.results import read_result
from tests.cli.test_commands import run

TRAINING = ("train", "lockup", "--deals", 128, "--worlds", 2, "--passes", 1, "--generations", 1)

COMMANDS: dict[str, tuple[object, ...]] = {
    "arena": ("arena", "lockup", "--players", "medium,random", "--deals", 4, "--json"),
    "simulate": ("simulate", "lockseven", "--rounds", 20, "--bots", "random", "--record"),
    "practice": ("practice", "trump7", "--positions", 2, "--write"),
    "train": (*TRAINING, "--compared", 4, "--folder"),
    "bench-suite": (
        *("bench-suite", "run", "rules", "--task", "Widow-v1", "--deals", 2, "--opponent", "random"),
        *("--track", "pool", "--track", "crossplay", "--track", "belief", "--track", "decisions", "--json"),
    ),
}
"""Each ends with where its result goes."""


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    from distributed import LocalCluster

    made = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
    with made as cluster:
        yield cluster.scheduler_address


def written(command: tuple[object, ...], result: Path, *by: object) -> object:
    """What the command has written, without when and how long."""
    made = run(*command, result, *by)
    assert made.exit_code == 0, made.output
    if command[0] == "bench-suite":
        found = read_result(result)
        return found.pool, found.cross_play, found.belief, found.decisions
    if result.is_dir():
        return [(result / "generation-1" / "network.json").read_bytes()]
    return result.read_bytes()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_cluster_does_what_one_process_does(name: str, scheduler: str, tmp_path: Path) -> None:
    command = COMMANDS[name]
    there = written(command, tmp_path / "there", "--cluster", scheduler)
    by = ("--workers", 2) if name == "arena" else ("--workers", 1)
    assert written(command, tmp_path / "here", *by) == there
