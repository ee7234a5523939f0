"""The scenario runner: what it reports, and that a mistake in one scenario fails only that one."""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from sevenfold.core.scenarios import ScenarioResult, UnreadableScenarios, read_scenarios, run_scenario
from sevenfold.games import load_game

WHOLE = """
scenario: One trick
rules: [LU-4.1]
game: lockup
options: {picture_club: any}
first: 1
scores: [1, 2, 3, 4]
round: 2
rest: ""
deal: {0: AH 2S, 1: 2H 3S, 2: 3H 4S, 3: 4H 5S}
steps:
  - 1: 2H
  - 2: 3H
  - 3: 4H
  - 0: AH
  - expect: {acting: [0], tricks: [1, 0, 0, 0], hand: {0: 2S}, legal: {0: [2S], 1: []}}
"""


def run(**changes: object) -> ScenarioResult:
    """The whole scenario with some of its keys changed; None takes a key away."""
    raw: dict[str, Any] = {**yaml.safe_load(WHOLE), **changes}
    return run_scenario({key: value for key, value in raw.items() if value is not None}, load_game)


def run_step(step: object) -> ScenarioResult:
    """The whole scenario with one more step, its sixth."""
    return run(steps=[*yaml.safe_load(WHOLE)["steps"], step])


def test_a_scenario_that_holds_passes() -> None:
    assert run() == ScenarioResult("One trick", ("LU-4.1",))


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"tricks": [0, 1, 0, 0]}, "tricks: expected [0, 1, 0, 0], found [1, 0, 0, 0]"),
        ({"acting": []}, "acting: expected [], found [0]"),
        ({"leader": None}, "leader: expected None, found 0"),
        ({"hand": {1: "2H"}}, "hand 1: expected 2H, found 3S"),
        ({"legal": {0: ["2S", "AS"]}}, "legal 0: expected ['2S', 'AS'], found ['2S']"),
        ({"legal": {0: []}}, "legal 0: expected [], found ['2S']"),
        ({"legal": {1: ["3S"]}}, "legal 1: expected ['3S'], found []"),
        ({"result": [1, 0, 0, 0]}, "result: expected [1, 0, 0, 0], found None"),
        ({"scores": [2, 2, 3, 4]}, "scores: expected [2, 2, 3, 4], found [1, 2, 3, 4]"),
        ({"over": True}, "over: expected True, found False"),
        ({"next_first": 2}, "next_first: expected 2, found None"),
        ({"melds": []}, "melds: lockup has nothing of this name to expect"),
    ],
)
def test_what_does_not_hold_is_told_with_its_step(expected: dict[str, object], message: str) -> None:
    outcome = run_step({"expect": expected})
    assert (outcome.name, outcome.step, outcome.failure) == ("One trick", 6, message)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({0: "AS"}, "0: AS: expected accepted, found not_held"),
        ({1: "3S"}, "1: 3S: expected accepted, found not_your_turn"),
        ({0: "2S", "refused": "LU-2.1"}, "0: 2S: expected refused as LU-2.1, found accepted"),
        ({0: "AS", "refused": "LU-2.1"}, "0: AS: expected refused as LU-2.1, found not_held"),
        ({"*": "0 lose 2S"}, "*: 0 lose 2S: expected accepted, found not_your_turn"),
    ],
)
def test_a_move_that_is_taken_otherwise_is_told_with_its_step(step: dict[str, object], message: str) -> None:
    outcome = run_step(step)
    assert outcome.step == 6
    assert outcome.failure.startswith(message)


@pytest.mark.parametrize(
    "step",
    [
        {},
        {"refused": "over"},
        {4: "2S"},
        {-1: "2S"},
        {"north": "2S"},
        {0: "2S", 1: "3S"},
        {0: "2S", "expect": {}},
        {0: "2S", "refused": None},
        {0: ["2S"]},
        {0: {"card": "2S"}},
        {0: None},
        {"expect": None},
        {"expect": "acting"},
        {"expect": ["acting"]},
        {"expect": {7: 8}},
        {"expect": {"legal": ["2S"]}},
        {"expect": {"legal": None}},
        {"expect": {"legal": {0: "2S"}}},
        {"expect": {"legal": {0: None}}},
        {"expect": {"legal": {0: {"2S": 1}}}},
        {"expect": {"legal": {9: []}}},
        {"expect": {"hand": ["2S"]}},
        {"expect": {"hand": "2S"}},
        {"expect": {"hand": {0: ["2S"]}}},
        {"expect": {"hand": {0: 2}}},
        {"expect": {"hand": {0: "2X"}}},
        {"expect": {"hand": {9: "2S"}}},
        {"expect": {"hand": {"*": "5S"}}},
    ],
    ids=str,
)
def test_a_step_that_cannot_be_read_is_a_failed_scenario(step: dict[object, object]) -> None:
    outcome = run_step(step)
    assert (outcome.name, outcome.step) == ("One trick", 6)
    assert outcome.failure


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deal": {0: "AH", 1: "2H", 2: "3H", 3: "AH"}}, "the pack has not so many of AH"),
        ({"deal": {0: "AH", 1: "2H", 2: "3H", 3: "4H 5H"}}, "the hands must be of one size"),
        ({"deal": {0: "AH", 1: "2H", 2: "3H", 3: None}}, "the hands must be of one size"),
        ({"deal": {0: "AH", 1: "2H", 2: "3H"}}, "takes 4 players, not 3"),
        ({"deal": {1: "AH", 2: "2H", 3: "3H", 4: "4H"}}, "must name the seats 0, 1, 2, 3"),
        ({"deal": {0: "AH", 1: "2H", 2: "3H", 3: "RJ"}}, "'RJ' is no card"),
        ({"deal": {0: ["AH"], 1: "2H", 2: "3H", 3: "4H"}}, "deal"),
        ({"deal": None}, "missing required field `deal`"),
        ({"steps": None}, "missing required field `steps`"),
        ({"steps": {0: "AH"}}, "steps"),
        ({"steps": ["AH"]}, "steps"),
        ({"rest": "5C"}, "no card is left over"),
        ({"first": 4}, "no seat 4"),
        ({"first": -1}, "no seat -1"),
        ({"first": "north"}, "first"),
        ({"scores": [1, 2, 3]}, "3 totals for 4 players"),
        ({"scores": ["many"]}, "scores"),
        ({"round": "last"}, "round"),
        ({"position": {"trump": "H"}}, "this game has no positions"),
        ({"options": {"picture_club": "none"}}, "picture_club takes same_rank | any"),
        ({"options": {"picture_club": True}}, "picture_club takes same_rank | any"),
        ({"options": {"target": 0}}, "target takes 1 to 200"),
        ({"options": {"target": "twenty"}}, "target takes 1 to 200"),
        ({"options": {"trump": "H"}}, "trump is no option"),
        ({"game": "patience"}, "there is no game 'patience'"),
        ({"game": None}, "missing required field `game`"),
        ({"dael": {}}, "unknown field `dael`"),
    ],
    ids=str,
)
def test_a_mistake_before_the_first_step_fails_the_scenario(changes: dict[str, object], message: str) -> None:
    outcome = run(**changes)
    assert (outcome.name, outcome.step) == ("One trick", 0)
    assert message in outcome.failure


@pytest.mark.parametrize(
    "raw", [None, 7, "text", [], {}, {"scenario": None}, {"scenario": ["a", "list"]}], ids=str
)
def test_what_is_no_scenario_at_all_is_a_failed_scenario(raw: object) -> None:
    assert run_scenario(raw, load_game).failure


def test_a_scenario_that_broke_a_rule_before_stops_there() -> None:
    steps = [{1: "2H"}, {2: "4S"}, {"expect": {"acting": [9]}}]
    outcome = run(steps=steps)
    assert (outcome.step, outcome.failure.split(":")[0]) == (2, "2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scenario: alone", "is a list of scenarios"),
        ("", "is a list of scenarios"),
        ("- [unclosed", "no YAML"),
        ("- {a: 2024-13-41}", "no YAML"),
        ("- !!python/object:os.system {}", "no YAML"),
        ("\x00", "no YAML"),
        ("[" * 5000, "no YAML"),
    ],
)
def test_a_file_that_holds_no_scenarios_says_why(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableScenarios, match=message) as error:
        read_scenarios(path)
    assert str(path) in str(error.value)


def test_a_file_that_is_not_there_or_no_text_says_why(tmp_path: Path) -> None:
    with pytest.raises(UnreadableScenarios, match="No such file"):
        read_scenarios(tmp_path / "none.yaml")
    with pytest.raises(UnreadableScenarios, match="Is a directory"):
        read_scenarios(tmp_path)
    (tmp_path / "latin.yaml").write_bytes("- scenario: Königin".encode("latin-1"))
    with pytest.raises(UnreadableScenarios, match="no YAML"):
        read_scenarios(tmp_path / "latin.yaml")


def test_yes_and_no_may_arrive_as_true_and_false() -> None:
    text = dedent("""
        - scenario: Words
          game: lockup
          deal: {0: AH, 1: 2H, 2: 3H, 3: 4H}
          steps: [{expect: {over: no}}]
    """)
    (raw,) = yaml.safe_load(text)
    assert run_scenario(raw, load_game).failure == ""


def test_what_is_due_to_chance_is_drawn_the_same_every_time() -> None:
    deal = {0: "AH 2S 3S 4S", 1: "2H 5S 6S 7S", 2: "3H 8S 9S TS", 3: "2C JS QS KS"}
    steps = [{0: "AH"}, {1: "2H"}, {2: "3H"}, {3: "2C"}, {"expect": {"hand": {0: ""}}}]
    failures = {run(first=0, deal=deal, steps=steps).failure for _ in range(3)}
    assert len(failures) == 1
    assert "hand 0: expected , found" in failures.pop()
