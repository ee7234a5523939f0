"""What each viewer is told of a deal of Trump 7."""

import pytest

from sevenfold.core.events import Event
from sevenfold.core.match import Match
from sevenfold.games.trump7.state import (
    Seen,
    State,
)
from tests.games.trump7.positions import LEASTER, played

HANDS = ["QS QD QC", "JK JD JC", "JS TD TC"]
TAKEN = "pass, take H, discard 7S JC"


def last_events(match: Match[State, Seen], viewer: int | None) -> list[Event]:
    """The events of the last move, without the move itself."""
    return match.ledger(viewer).events(match.version - 1)[1:]


def moves_told(match: Match[State, Seen], viewer: int | None) -> list[str | None]:
    return [event.move for event in match.ledger(viewer).events() if event.kind == "move"]


def test_t7_2_5_what_lay_in_the_widow_is_told_to_the_player_alone() -> None:
    match = played(HANDS, "pass, take H")
    assert last_events(match, 1) == [
        Event(kind="widow_taken", version=3, seat=1, cards=("8S", "7S"), suit="H")
    ]
    for viewer in (None, 0, 2):
        assert last_events(match, viewer) == [Event(kind="widow_taken", version=3, seat=1, suit="H")]


def test_t7_2_5_what_was_put_away_is_told_to_the_player_alone() -> None:
    match = played(HANDS, TAKEN)
    assert moves_told(match, 1) == ["pass", "take H", "discard 7S JC"]
    for viewer in (None, 0, 2):
        assert moves_told(match, viewer) == ["pass", "take H", "discard ? ?"]


def test_t7_2_5_in_the_end_all_are_told_the_widow_and_the_discards() -> None:
    match = played(HANDS, f"{TAKEN}, QS, 8S, JS, QD, JD, TD, QC, JK, TC")
    for viewer in (None, 0, 1, 2):
        assert last_events(match, viewer)[1:3] == [
            Event(kind="widow", version=13, cards=("8S", "7S")),
            Event(kind="discards", version=13, seat=1, cards=("7S", "JC")),
        ]


def test_a_trick_is_told_with_its_cards_and_points() -> None:
    match = played(HANDS, f"{TAKEN}, QS, 8S, JS")
    assert last_events(match, None) == [
        Event(kind="trick", version=7, seat=0, cards=("QS", "8S", "JS"), count=5)
    ]


def test_t7_2_4_a_leaster_is_told() -> None:
    assert last_events(played(HANDS, LEASTER), None) == [Event(kind="leaster", version=4)]


ROWS = {
    "all_tricks": (["QS", "7D", "8C"], "7S 8S", "take S, discard 7S 8S, QS, 7D, 8C", 0, 23),
    "at_least_81": (
        ["QS JS KS 9D", "TD TC KD JD", "TH KC KH 8C"],
        "7S TS",
        "take S, discard 7S TS, QS, TD, TH, JS, TC, KC, KS, KD, KH, 9D, JD, 8C",
        0,
        81,
    ),
    "at_least_60": (
        ["QS JS 9D", "TD KD JD", "TH JH 8C"],
        "7S TC",
        "take S, discard 7S TC, QS, TD, TH, JS, KD, JH, 9D, JD, 8C",
        0,
        61,
    ),
    "at_least_40": (
        ["QS 9D", "TD JD", "TC 8C"],
        "7S 8S",
        "take S, discard 7S 8S, QS, TD, TC, 9D, JD, 8C",
        0,
        43,
    ),
    "under_40": (
        ["QS 9D", "KC JD", "TC 8C"],
        "7S 8S",
        "take S, discard 7S 8S, QS, KC, TC, 9D, JD, 8C",
        0,
        37,
    ),
    "no_trick": (["7D", "QS", "8C"], "7S 8S", "take S, discard 7S 8S, 7D, QS, 8C", 0, 20),
    "leaster_all_tricks": (["QS", "7D", "8C"], "TS 8S", f"{LEASTER}, QS, 7D, 8C", 0, 13),
    "leaster_no_trick": (["QS 7H", "7S 8H", "9S 8C"], "TS 8S", f"{LEASTER}, QS, 7S, 9S, 7H, 8H, 8C", 2, 0),
    "leaster_fewest": (
        ["QS 8H 7C", "JS KH 8C", "8S 7H TC"],
        "9S 9D",
        f"{LEASTER}, QS, JS, 8S, 8H, KH, 7H, 8C, TC, 7C",
        1,
        4,
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_row_of_the_table_is_told_with_all_the_points(row: str) -> None:
    hands, widow, moves, seat, points = ROWS[row]
    outcome = last_events(played(hands, moves, widow), None)[-2]
    assert (outcome.kind, outcome.seat, outcome.count) == (row, seat, points)
