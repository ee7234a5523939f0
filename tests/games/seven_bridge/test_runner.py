"""What the scenario runner does for this game: passes that are not written, melds in any order."""

from typing import Any

import pytest

from sevenfold.core.scenarios import run_scenario
from sevenfold.games import load_game

ASKED = [{0: "draw"}, {0: "discard 9H"}]
"""Seat 2 is asked whether it pons, and seat 1 is next."""


def failure(*steps: dict[Any, object]) -> str:
    scenario = {
        "scenario": "A nine is thrown",
        "game": "seven_bridge",
        "deal": {0: "KS 2C", 1: "8H TH 4D", 2: "9S 9D QD 4C"},
        "rest": "2H 9H QS",
        "steps": [*ASKED, *steps],
    }
    return run_scenario(scenario, load_game).failure


@pytest.mark.parametrize(
    "steps",
    [
        [{1: "draw"}, {"expect": {"hand": {1: "TH 8H 4D QS"}}}],
        [{2: "pass"}, {1: "draw"}],
        [{1: "chi 8H TH"}],
        [{1: "pon 8H TH", "refused": "SB-4.2"}, {"expect": {"acting": [1]}}],
        [{0: "draw", "refused": "not_your_turn"}, {"expect": {"acting": [1]}}],
    ],
)
def test_a_pass_need_not_be_written_where_another_seat_goes_on(steps: list[dict[Any, object]]) -> None:
    assert failure(*steps) == ""


@pytest.mark.parametrize(
    "steps",
    [
        [{"expect": {"acting": [2]}}],
        [{"*": "draw 5D", "refused": "not_your_turn"}, {"expect": {"acting": [2]}}],
        [{2: "draw", "refused": "malformed"}, {"expect": {"acting": [2]}}],
        [{2: "pon 9S QD", "refused": "SB-4.2"}, {"expect": {"acting": [2]}}],
    ],
)
def test_it_is_not_made_for_an_expectation_or_chance_or_the_seat_itself(
    steps: list[dict[Any, object]],
) -> None:
    assert failure(*steps) == ""


@pytest.mark.parametrize("melds", [["9H 9S 9D"], ["9D 9H 9S"], ["♦9 9h 9♠"]])
def test_the_cards_of_a_meld_compare_in_any_order_and_spelling(melds: list[str]) -> None:
    assert failure({2: "pon 9S 9D"}, {"expect": {"melds": melds, "discard": "♥2"}}) == ""


@pytest.mark.parametrize("melds", [["9H 9S"], ["9H 9S 9C"], ["9H", "9S 9D"], []])
def test_other_cards_are_another_meld(melds: list[str]) -> None:
    found = failure({2: "pon 9S 9D"}, {"expect": {"melds": melds}})
    assert found == f"melds: expected {melds}, found ['9D 9H 9S']"
