"""The runs of agents that the documentation has tables of come out again."""

from pathlib import Path

import pytest

from bench.suite.table import results
from sevenfold.suite.checking import check
from sevenfold.suite.meeting import silently
from sevenfold.suite.results import read_result
from sevenfold.suite.tasks import find_task

OWN = [
    file
    for file, result in results().items()
    if ":" not in result.agent and (result.pool or result.short_decks)
]


@pytest.mark.parametrize(
    "file", OWN, ids=lambda file: f"{file.stem} {find_task(read_result(file).task).game}"
)
def test_a_run_in_the_documentation_comes_out_again(file: Path) -> None:
    findings = check(file, 2, silently)
    assert all(finding.right for finding in findings), findings
    assert any("played again" in finding.what or "solved again" in finding.what for finding in findings)
