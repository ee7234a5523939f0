"""An upgrade of SQLite from any revision that is interrupted at any statement is done at the next start."""

from pathlib import Path

import pytest

from sevenfold.server.storage.upgrade import REVISIONS
from tests.server.test_interrupted_upgrade import (
    LAST_HALF,
    NEW,
    half_upgraded,
    killed_after_any_statement,
    no_space,
)

STARTS = (NEW, *REVISIONS[:-1])
"""What an upgrade begins with."""


@pytest.mark.parametrize("start", STARTS)
def test_a_kill_after_any_statement_of_an_upgrade_leaves_what_the_next_start_upgrades(
    tmp_path: Path, start: str
) -> None:
    killed_after_any_statement(tmp_path, start)


@pytest.mark.parametrize(
    ("start", "to"), [pair for pair in zip(STARTS, REVISIONS, strict=True) if pair[1] <= LAST_HALF]
)
def test_a_server_that_an_earlier_version_left_half_upgraded_is_repaired(
    tmp_path: Path, start: str, to: str
) -> None:
    half_upgraded(tmp_path, start, to)


@pytest.mark.parametrize("start", [NEW, "0001", "0005"])  # the next revision makes tables
def test_an_upgrade_for_which_there_is_no_space_changes_nothing_and_says_so(
    tmp_path: Path, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_space(tmp_path, start, monkeypatch)
