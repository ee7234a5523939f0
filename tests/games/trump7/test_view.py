"""What the table is shown of a deal of Trump 7, so that it works out nothing by itself."""

import pytest

from sevenfold.core.match import Match
from sevenfold.games.trump7.state import (
    Seen,
    State,
)
from sevenfold.games.trump7.view import Trump7View
from tests.games.trump7.positions import LEASTER, played

HANDS = ["QS QD QC", "JK JD JC", "JS TD TC"]


def seen(match: Match[State, Seen], seat: int | None = None) -> Trump7View:
    view = match.view(seat)
    assert isinstance(view, Trump7View)
    return view


@pytest.mark.parametrize(
    ("moves", "passed"),
    [("", ()), ("pass", (0,)), ("pass, pass", (0, 1)), ("pass, take D", (0,)), (LEASTER, (0, 1, 2))],
)
def test_t7_2_1_who_has_passed_is_shown(moves: str, passed: tuple[int, ...]) -> None:
    assert seen(played(HANDS, moves)).passed == passed


def test_t7_4_4_a_joker_led_asks_for_trumps() -> None:
    match = played(HANDS, "pass, take D, discard 7S 8S, QS")
    assert seen(match).suit_led == "S"
    match = played(HANDS, "pass, take D, discard 7S 8S, QD, JK, TD, JD")
    assert seen(match).suit_led == "D"


def test_t7_5_3_a_joker_led_in_a_leaster_asks_for_the_suit_named_with_it() -> None:
    match = played(HANDS, f"{LEASTER}, QD, JK, TD, JC")
    assert seen(match).suit_led == "C"
    match = played(["JK QD QC", "QS JD JC", "JS TD TC"], f"{LEASTER}, JK S")
    assert seen(match).suit_led == "S"


def test_t7_4_3_who_takes_the_trick_as_it_lies_is_shown_and_what_it_is_worth() -> None:
    moves = ["pass", "take D", "discard 7S 8S", "QD", "JK", "TD"]
    shown = [seen(played(HANDS, ", ".join(moves[:count]))) for count in range(3, 7)]
    assert [(view.winning, view.stake) for view in shown] == [(None, 0), (0, 3), (1, 7), (None, 0)]


def test_t7_4_6_both_sides_points_are_shown() -> None:
    match = played(HANDS, "pass, take D, discard 7S 8S, QD, JK, TD")
    assert (seen(match).player_points, seen(match).partner_points) == (17, 0)
    assert seen(played(HANDS)).player_points is None


def test_t7_6_1_a_result_names_its_points_and_its_row() -> None:
    match = played(HANDS, "pass, take D, discard 7S 8S, QD, JK, TD, JD, JS, QS, JC, TC, QC")
    assert match.round_over
    assert [(line.rule, line.key, line.seat, line.count) for line in seen(match).result_lines] == [
        ("T7-4.6", "result.tricks", 1, 24),
        ("T7-4.6", "result.discards", 1, 0),
        ("T7-6.1", "event.under_40", 1, 24),
    ]


def test_section_7_a_leaster_s_result_counts_the_widow_with_the_last_trick() -> None:
    match = played(HANDS, f"{LEASTER}, QD, JK, TD, JC, TC, QC, QS, JD, JS", "KS 8S")
    lines = seen(match).result_lines
    assert [line.rule for line in lines] == ["T7-5.5"] * 4 + ["T7-7.2"]
    assert [line.count for line in lines[:3]] == [22, 17, 0]
    assert (lines[3].seat, lines[3].cards, lines[3].count) == (0, ("KS", "8S"), 4)
    assert (lines[4].seat, match.standing.result) == (2, (0, 0, 4))


@pytest.mark.parametrize(
    ("moves", "reachable"),
    [
        ("pass, take D, discard 7S 8S", (True, True, True, True)),
        ("pass, take D, discard 7S 8S, QS, JK, JS, JD, TD, QD", (True, True, True, True)),
        ("pass, take D, discard 7S 8S, QS, JK, JS, JD, TD, QD, QC, JC, TC", (True, True, True, False)),
    ],
)
def test_t7_6_1_the_rows_that_the_points_can_still_come_to_are_shown(
    moves: str, reachable: tuple[bool, ...]
) -> None:
    ladder = seen(played(HANDS, moves)).ladder
    assert ladder is not None
    assert ladder.reachable == reachable


def test_t7_6_1_a_row_that_the_player_has_passed_is_out_of_reach() -> None:
    match = played(["TS TH 7S", "QD 7D TD", "TC KD JD"], "pass, take D, discard JK QS, TS, 7D, TC", "JK QS")
    ladder = seen(match).ladder
    assert ladder is not None
    assert ladder.reachable == (False, True, True, True)


def test_t7_5_3_the_card_that_names_a_suit_is_shown_to_who_leads_it() -> None:
    hands = ["JK QD QC", "QS JD JC", "JS TD TC"]
    assert seen(played(hands, LEASTER), 0).names_suit == ("JK",)
    assert seen(played(hands, LEASTER), 1).names_suit == ()
    assert seen(played(hands, LEASTER)).names_suit == ()
    assert seen(played(hands, f"{LEASTER}, QD"), 0).names_suit == ()
    assert seen(played(hands, "take S, discard 7S 8S"), 0).names_suit == ()
    follows = played(["QD JD QC", "JK QS JC", "JS TD TC"], f"{LEASTER}, QD")
    assert seen(follows, 1).names_suit == ()
