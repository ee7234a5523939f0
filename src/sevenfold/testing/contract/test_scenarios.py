"""Every scenario file of every game, and whether every rule of its README has a scenario."""

from pathlib import Path
from typing import Any

import pytest

from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language
from sevenfold.core.options import describe
from sevenfold.core.scenarios import read_scenarios, run_scenario
from sevenfold.games import examples_folder, load_game, load_meta, package_of
from sevenfold.testing.contract.tables import FINISHED, GAMES

OUT_OF_REACH: dict[str, str] = {}
"""Rules that no scenario can reach, each with the reason."""


def files_of(name: str) -> list[Path]:
    return sorted(examples_folder(name).glob("scenarios/*.yaml"))


ALL = [(path, raw) for name in GAMES for path in files_of(name) for raw in read_scenarios(path)]
every_game = pytest.mark.parametrize("name", GAMES)
every_finished_game = pytest.mark.parametrize("name", FINISHED)


def written(name: str) -> list[dict[str, Any]]:
    """The scenarios of a game, as they are written."""
    return [raw for _, raw in ALL if isinstance(raw, dict) and raw.get("game") == name]


def rules_named(name: str) -> set[str]:
    return {rule for raw in written(name) for rule in raw["rules"]}


def numbers(name: str) -> set[str]:
    book = load_rule_book(package_of(name), name, Language.EN)
    return {rule.id for rule in book.rules}


@pytest.mark.parametrize(
    ("path", "raw"),
    ALL,
    ids=[f"{path.parts[-3]}-{path.stem}-{index}" for index, (path, _) in enumerate(ALL)],
)
def test_a_scenario_comes_out_as_it_says(path: Path, raw: object) -> None:
    outcome = run_scenario(raw, load_game)
    assert outcome.failure == "", f"{path.name}: {outcome.name}: step {outcome.step}"


@every_finished_game
def test_every_rule_has_a_scenario(name: str) -> None:
    without = numbers(name) - rules_named(name) - OUT_OF_REACH.keys()
    assert without == set()


@every_game
def test_every_rule_that_a_scenario_names_is_there(name: str) -> None:
    assert rules_named(name) <= numbers(name)


def test_a_rule_out_of_reach_is_a_rule_and_has_no_scenario() -> None:
    assert OUT_OF_REACH.keys() <= set[str]().union(*map(numbers, GAMES))
    assert OUT_OF_REACH.keys().isdisjoint(set[str]().union(*map(rules_named, GAMES)))


@every_game
def test_no_two_scenarios_have_the_same_title(name: str) -> None:
    titles = [raw["scenario"] for raw in written(name)]
    assert len(set(titles)) == len(titles)


@every_finished_game
def test_every_choice_of_an_option_is_played_in_a_scenario(name: str) -> None:
    played = [raw.get("options", {}) for raw in written(name)]
    for spec in describe(load_meta(name).options):
        for choice in spec.choices:
            if choice != spec.default:
                assert any(
                    isinstance(options, dict) and options.get(spec.name) == choice for options in played
                )
