"""There is one way to a finished round: every door asks the one module that hands rounds out."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import sevenfold.server
from tests.server.boards import doors

SERVER = Path(sevenfold.server.__file__).parent

CALLED_BY = {
    "FoundRound": {"rounds/access"},
    "PlayedRound": {"rounds/access", "rounds/kept", "rounds/played", "rounds/taken_along"},
    "boards_of": {"rounds/access"},
    "match_of": {"rounds/kept", "rounds/rounds"},
    "opens": {"rounds/access"},
    "require_not_playing": {"rounds/access", "tables/invitations"},
    "shows_rounds": {"rounds/access", "tables/sent/seat_updates"},
    "unpack": {"rounds/rounds"},
}
"""Which modules may call what a finished round is made of, or what asks whether it may be seen."""


@pytest.fixture(scope="module")
def callers() -> dict[str, set[str]]:
    """The modules of the server that call each of these names."""
    found = defaultdict(set)
    for path in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
                if name in CALLED_BY:
                    found[name].add(path.relative_to(SERVER).with_suffix("").as_posix())
    return found


@pytest.mark.parametrize("name", CALLED_BY)
def test_a_finished_round_is_handed_out_by_one_module(callers: dict[str, set[str]], name: str) -> None:
    assert callers[name] == CALLED_BY[name]


def test_all_doors_to_a_finished_round_are_walked_through() -> None:
    assert {"", "/link", "/what-if", "/tables", "/again", "/cards", "/review"} <= {
        door for _, door, _ in doors()
    }
