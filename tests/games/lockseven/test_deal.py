"""Deals and positions that LockSeven does not have, and that the error says so."""

from typing import Any

import pytest

from sevenfold.core.deal import Deal, DealError
from sevenfold.core.match import Match
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.order import PACK

HANDS = ["7H 8H", "7S 9S", "KD QD", "AC KC"]


def dealt(
    hands: list[str] = HANDS, rest: str = "", position: dict[str, object] | None = None
) -> Match[Any, Any]:
    deal = Deal(tuple(tuple(PACK.read(hand)) for hand in hands), tuple(PACK.read(rest)))
    return Match(GAME, GAME.meta.options(), 4, deal, 0, position=position)


@pytest.mark.parametrize(
    ("hands", "rest", "why"),
    [
        (["", "", "", ""], "", "each hand has 1 to 25 cards; these have 0"),
        (HANDS, "2C 3C 4C 5C 6C 8C 9C TC JC", "the bottom has 8 cards at most"),
        (["7H 8H", "7S", "KD", "AC"], "", "the hands must be of one size"),
    ],
)
def test_ls_2_1_a_deal_has_equal_hands_and_a_bottom_of_eight_at_most(
    hands: list[str], rest: str, why: str
) -> None:
    with pytest.raises(DealError, match=why.replace("(", "[(]")):
        dealt(hands, rest)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({"host": "nobody", "called": "H", "trump": "S"}, "position: "),
        ({"host": 4, "called": "H", "trump": "S"}, "there is no seat 4"),
        ({"host": 0, "called": "X", "trump": "S"}, "X is no suit; write S, H, D or C"),
        ({"host": 0, "called": "H", "trump": "S", "partner": 0}, "the Host cannot be the partner too"),
    ],
)
def test_a_position_that_cannot_be_says_why(position: dict[str, object], why: str) -> None:
    with pytest.raises(DealError, match=why):
        dealt(position=position)
