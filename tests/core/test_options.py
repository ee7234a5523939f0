"""Options: typed values with defaults, read from words."""

from dataclasses import replace
from typing import Annotated, Literal

import pytest

from sevenfold.core.meta import Meta, PresetLikeOption, SeatRange, UnknownPreset, WrongNumberOfSeats
from sevenfold.core.options import OptionError, Options, OptionSpec, describe, read_options, ruled


class WhistOptions(Options, frozen=True, kw_only=True):
    """Options of every form."""

    honours: Annotated[Literal["yes", "no"], ruled("WH-1.1")] = "no"
    tricks: Annotated[Literal[5, 7, 9], ruled("WH-1.2")] = 5
    target: Annotated[int, ruled("WH-1.3", ge=10, le=100, multiple_of=10)] = 50


WHIST = Meta(
    name="whist",
    prefix="WH",
    players=SeatRange(2, 5, 4),
    rules_version=3,
    options=WhistOptions,
    presets={"long": WhistOptions(target=100), "short": WhistOptions()},
)


def test_a_preset_called_like_an_option_is_refused() -> None:
    with pytest.raises(PresetLikeOption, match="whist: the preset 'target' is called like an option"):
        replace(WHIST, presets={"target": WhistOptions()})


def test_options_are_described_in_their_order() -> None:
    assert describe(WhistOptions) == (
        OptionSpec("honours", "WH-1.1", "no", ("yes", "no")),
        OptionSpec("tricks", "WH-1.2", 5, (5, 7, 9)),
        OptionSpec("target", "WH-1.3", 50, (), 10, 100, 10),
    )


def test_a_range_is_told_in_words() -> None:
    ranges = [spec.range for spec in describe(WhistOptions)]
    assert ranges == ["yes | no", "5 | 7 | 9", "10 to 100 in steps of 10"]


def test_what_is_not_named_has_its_default() -> None:
    assert read_options(WhistOptions, {}) == WhistOptions()
    assert read_options(WhistOptions, {"target": 20}) == WhistOptions(target=20)


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ({"honours": "yes"}, WhistOptions(honours="yes")),
        ({"honours": True}, WhistOptions(honours="yes")),
        ({"honours": False}, WhistOptions(honours="no")),
        ({"tricks": 7}, WhistOptions(tricks=7)),
        ({"tricks": "9"}, WhistOptions(tricks=9)),
        ({"target": "100"}, WhistOptions(target=100)),
        ({"target": 10}, WhistOptions(target=10)),
    ],
)
def test_values_are_read_from_words_numbers_and_yaml_s_yes_and_no(
    values: dict[str, object], options: WhistOptions
) -> None:
    assert read_options(WhistOptions, values) == options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("honours", "maybe"),
        ("honours", 1),
        ("honours", None),
        ("honours", ["yes"]),
        ("tricks", 6),
        ("tricks", "many"),
        ("target", 9),
        ("target", 110),
        ("target", 15),
        ("target", 50.5),
        ("target", "50.5"),
        ("target", ""),
        ("target", None),
        ("target", "9" * 5000),
        ("target", {"to": 50}),
    ],
)
def test_a_value_out_of_its_range_is_told_with_the_range(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"{name} takes") as error:
        read_options(WhistOptions, {name: value})
    assert (error.value.name, error.value.value) == (name, value)
    assert error.value.range in str(error.value)


def test_an_option_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(OptionError, match="trump is no option; the options are honours, tricks, target"):
        read_options(WhistOptions, {"trump": "H"})


def test_a_preset_is_a_set_of_values_and_more_may_be_named_on_top() -> None:
    assert WHIST.default_preset == "short"
    assert WHIST.make_options(None, {}) == WhistOptions()
    assert WHIST.make_options("long", {}) == WhistOptions(target=100)
    assert WHIST.make_options("long", {"tricks": 7}) == WhistOptions(target=100, tricks=7)
    assert WHIST.make_options("long", {"target": 10}) == WhistOptions(target=10)


def test_a_preset_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(UnknownPreset, match="whist has no preset 'wide'; its presets are long, short"):
        WHIST.make_options("wide", {})


def test_a_game_takes_so_many_players() -> None:
    assert [WHIST.seats(None), WHIST.seats(2), WHIST.seats(5)] == [4, 2, 5]
    for players in (-1, 0, 1, 6):
        with pytest.raises(WrongNumberOfSeats, match=f"whist takes 2 to 5 players, not {players}"):
            WHIST.seats(players)
