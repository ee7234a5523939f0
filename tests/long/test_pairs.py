"""Two acts at one moment at two processes on PostgreSQL, at every place: see tests/server/test_pairs.py."""

from pathlib import Path

import pytest

from tests.server.test_pairs import PLACES, the_rules_hold


@pytest.mark.parametrize("place", PLACES)
def test_the_rules_hold_at_two_processes_whatever_two_acts_are_done_at_once(
    postgres_url: str, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_rules_hold(postgres_url, tmp_path, place, monkeypatch)
