"""The wheel of a release is the same wherever it is built, and has what its extras promise."""

import re
from pathlib import Path

import pytest

from tests.test_packages import (
    AT,
    GAME_FOLDER,
    ROOT,
    Packages,
    assert_all_can_be_imported,
    install,
    packages,
    run,
)

__all__ = ["packages"]

QUICK_START = re.compile(r"^## Quick start\n\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ENVS = """
import gymnasium, sevenfold.envs

gymnasium.make("sevenfold/Lockup-v1")
sevenfold.envs.aec_env("lockup")
"""
CLUSTER = """
from distributed import LocalCluster
from sevenfold.arena.parallel import on_cluster

with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as here:
    with on_cluster(here.scheduler_address):
        pass
"""
OPENSPIEL = """
import pyspiel, sevenfold.envs.openspiel

pyspiel.load_game("sevenfold_lockup")
"""
DECISIONS = ("sevenfold", "simulate", "lockup", "--rounds", "2", "--record", "decisions", "--format")

TRIED: dict[str, tuple[str, ...]] = {
    "arena": ("sevenfold", "arena", "lockup", "--deals", "2"),
    "cluster": ("python", "-c", CLUSTER),
    "cuda": (),
    "data": (*DECISIONS, "parquet"),
    "envs": ("python", "-c", ENVS),
    "fast": (*DECISIONS, "jsonl"),
    "openspiel": ("python", "-c", OPENSPIEL),
    "postgres": (),
    "testing": ("python", "-m", "pytest", "--version"),
}
"""By extra a command that imports more than the modules do at their beginnings, where there is one.

The wheel with `server` is tried outside this folder, and `bench` is for the repository alone.
"""


def test_make_dist_builds_the_same_packages_byte_for_byte(packages: Packages, tmp_path: Path) -> None:
    """From a checkout and by other tools: the wheel above was built from the sdist."""
    said = run("make", "dist", f"DIST={tmp_path}", cwd=ROOT, environment=AT)
    assert {file.name for file in tmp_path.iterdir()} == {packages.wheel.name, packages.sdist.name}
    assert f'pip install "{tmp_path / packages.wheel.name}[server,fast]"' in said
    for built in (packages.wheel, packages.sdist):
        assert (tmp_path / built.name).read_bytes() == built.read_bytes(), built.name


@pytest.mark.parametrize("extra", TRIED)
def test_an_extra_brings_all_that_its_modules_and_commands_import(
    packages: Packages, extra: str, tmp_path: Path
) -> None:
    environment = install(packages, extra, tmp_path / "environment")
    assert_all_can_be_imported(packages, environment, extra)
    for program, *arguments in filter(None, [TRIED[extra]]):
        run(environment / "bin" / program, *arguments, cwd=tmp_path)


def test_an_installed_wheel_has_what_the_contract_plays(packages: Packages, tmp_path: Path) -> None:
    """The scenarios and golden logs of a finished game: no test of the contract fails for want of them."""
    environment = install(packages, "testing", tmp_path / "environment")
    told = run(
        *(environment / "bin/python", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"),
        *("--pyargs", "sevenfold.testing", "--game", "lockup", "-k", "golden or scenario"),
        cwd=tmp_path,
    )
    assert "skipped" not in told
    assert int(re.findall(r"(\d+) passed", told)[0]) > 50
    assert f"{GAME_FOLDER}/golden/author-1.jsonl" in packages.in_wheel


def test_the_quick_start_runs_with_what_its_extra_brings(packages: Packages, tmp_path: Path) -> None:
    """It needs NumPy and Numba alone."""
    shown = QUICK_START.search((ROOT / "docs/environments.md").read_text(encoding="utf-8"))
    assert shown
    environment = install(packages, "fast", tmp_path / "environment")
    run(environment / "bin/python", "-c", shown[1], cwd=tmp_path)
    with pytest.raises(AssertionError, match="No module named 'pyspiel'"):
        run(environment / "bin/python", "-c", "import sevenfold.envs.openspiel", cwd=tmp_path)
