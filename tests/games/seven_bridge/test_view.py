"""What the table is shown of a hand of Seven Bridge, so that it works out nothing by itself."""

import pytest

from sevenfold.core.match import Match
from sevenfold.games.seven_bridge.state import (
    Seen,
    State,
)
from sevenfold.games.seven_bridge.view import SevenBridgeView
from tests.games.seven_bridge.positions import played


def seen(match: Match[State, Seen], seat: int | None = None) -> SevenBridgeView:
    view = match.view(seat)
    assert isinstance(view, SevenBridgeView)
    return view


@pytest.mark.parametrize(
    ("meld", "low", "high"),
    [
        ("3H 4H 5H", "2H", "6H"),
        ("2H 3H 4H", "AH", "5H"),
        ("AH 2H 3H", "", "4H"),
        ("JH QH KH", "TH", "AH"),
        ("QH KH AH", "JH", ""),
        ("7H", "6H", "8H 7S 7D 7C"),
        ("5S 5H 5D", "", "5C"),
        ("5S 5H 5D 5C", "", ""),
    ],
)
def test_sb_2_5_each_meld_shows_what_it_takes_at_which_end(meld: str, low: str, high: str) -> None:
    position = {"melds": [{"owner": 0, "cards": meld}]}
    match = played(["9S TS", "9D TD"], "KC KD KS", position=position, ace_high_sequence="yes")
    (ends,) = seen(match).ends
    assert (set(ends.low), set(ends.high)) == (set(low.split()), set(high.split()))


def test_cards_chosen_are_sent_as_what_the_moment_asks_for() -> None:
    match = played(["9S TS 2C", "9D TD 2D", "KH KS 3C"], "AC KC QD JD 4D 5D")
    assert match.acting == (0,)
    assert [seen(match, seat).verb for seat in (0, 1, None)] == ["chi", "chi", "chi"]
    match.play_text(0, "draw")
    assert seen(match, 0).verb == "meld"
    match = played(["9S TS 2C", "KH KS 3C", "9D TD 2D"], "KC AC QD JD 4D 5D")
    assert [seen(match, seat).verb for seat in (0, 1)] == ["chi", "pon"]


def test_sb_6_4_a_concealed_win_is_doubled_in_a_line_of_its_own() -> None:
    match = played(["2S 3S 4S", "KD 9D 2C", "KH 5C 3C"], "AC 8C QD JD 4D 5D", "0 draw, 0 meld 2S 3S 4S")
    match.play_text(0, "discard 8C")
    lines = seen(match).result_lines
    assert [(line.rule, line.seat, line.count) for line in lines] == [
        ("SB-6.2", 1, 21),
        ("SB-6.2", 2, 18),
        ("SB-6.4", 0, 78),
        ("SB-6.1", 0, 78),
    ]
    assert (lines[2].points, lines[2].times) == (39, 2)
