"""Names of numbers: a game's phases, kinds of move, violations and events are written once each."""

import ast
from collections.abc import Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from sevenfold.core.codes import Codes, is_codes, named, one_of
from sevenfold.core.encoding import OneOf, features_of
from sevenfold.core.violations import FIRST_OWN, rule_numbers
from sevenfold.games import OWN_GAMES, folder_of, load_game, package_of

EUCHRE = Path(__file__).parents[2] / "examples" / "games" / "euchre" / "src" / "sevenfold_euchre"
FOLDERS = [*(folder_of(package_of(game)) for game in OWN_GAMES), EUCHRE]


class Phase(Codes):
    DEAL, LAST_CALL, OVER = range(3)


class Violation(Codes):
    SB_4_9, SB_4_10, T7_2_3 = range(FIRST_OWN, FIRST_OWN + 3)


def test_a_name_is_sent_in_small_letters() -> None:
    assert Phase.words == {0: "deal", 1: "last_call", 2: "over"}
    assert named(Phase) == {"DEAL": 0, "LAST_CALL": 1, "OVER": 2}
    assert [is_codes(each) for each in (Phase, Phase.OVER, int, None)] == [True, False, False, False]


def test_a_violation_is_named_for_its_rule() -> None:
    assert rule_numbers(Violation) == ("SB-4.9", "SB-4.10", "T7-2.3")


def test_a_view_says_which_words_there_are() -> None:
    class Shown(msgspec.Struct):
        phase: Annotated[str, one_of(Phase, "choose")]

    schema = msgspec.json.schema(Shown)["$defs"]["Shown"]["properties"]["phase"]
    assert schema["enum"] == ["choose", "deal", "last_call", "over"]


def test_a_field_that_is_one_of_the_codes_is_encoded_as_one_of_as_many() -> None:
    class State:
        phase: Annotated[int, Phase]

    assert features_of(State, ["phase"]) == {"phase": OneOf(3)}


@pytest.mark.parametrize("game", OWN_GAMES)
def test_names_of_a_game_are_declared_in_its_state_and_its_refusals(game: str) -> None:
    state, refusals = (
        import_module(f"{package_of(game)}.state"),
        import_module(f"{package_of(game)}.refusals"),
    )
    loaded = load_game(game)
    assert set(state.EventKind) <= set(loaded.story.EVENTS)
    assert issubclass(state.EventKind, StrEnum)
    assert tuple(refusals.Violation.words) == tuple(range(FIRST_OWN, FIRST_OWN + len(refusals.VIOLATIONS)))
    for code, rule in zip(refusals.Violation.words, refusals.VIOLATIONS, strict=True):
        assert loaded.violation_name(code) == rule


def written_again(path: Path) -> Iterator[int]:
    """The lines that give an event's kind, or compare it, by a text of their own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        values: list[ast.expr] = []
        if isinstance(node, ast.keyword) and node.arg == "kind":
            values = [node.value]
        if isinstance(node, ast.Compare) and ast.unparse(node.left) == "event.kind":
            values = node.comparators
        yield from (each.lineno for each in values if isinstance(each, ast.Constant) and each.value != "move")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_kind_of_event_is_written_again(folder: Path) -> None:
    found = [f"{path.name}:{line}" for path in folder.rglob("*.py") for line in written_again(path)]
    assert found == []


def test_a_kind_that_is_written_again_is_found(tmp_path: Path) -> None:
    (tmp_path / "story.py").write_text('event.kind == "trick"\nEvent(kind="trick")\nEvent(kind=TRICK)\n')
    assert sorted(written_again(tmp_path / "story.py")) == [1, 2]
