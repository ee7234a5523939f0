"""Trump 7's rules beyond the scenarios: moves that only a program can make, and bad deals."""

import pytest

from sevenfold.core.deal import Deal, DealError, MatchSoFar
from sevenfold.core.match import Match
from sevenfold.core.moves import Extension, Move
from sevenfold.games.trump7 import rules
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.state import PACK, Kind, Seen, State
from tests.games.trump7.positions import LEASTER, OPTIONS, cards, played

QUEENS = ["QH", "QD", "QC"]


def violation(match: Match[State, Seen], move: Move) -> str:
    return GAME.violation_name(rules.check(match.state, match.acting[0], move))


# --- moves that cannot be written -------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        Move(Kind.TAKE, cards("QH")),
        Move(Kind.TAKE, 0, cards("QH")),
        Move(Kind.TAKE, 0, 0, -1),
        Move(Kind.TAKE, 0, 0, 4),
        Move(Kind.PASS, cards("QH")),
        Move(Kind.PASS, 0, cards("QH")),
        Move(Kind.PASS, 0, 0, 1),
    ],
)
def test_a_bid_names_a_suit_at_most(move: Move) -> None:
    assert violation(played(QUEENS), move) == "malformed"


@pytest.mark.parametrize("arg", [-1, 1])
def test_discards_name_no_suit(arg: int) -> None:
    match = played(QUEENS, "take H")
    assert violation(match, Move(Kind.DISCARD, cards("QH 8S"), 0, arg)) == "malformed"


@pytest.mark.parametrize("arg", [-1, 5])
def test_a_card_is_played_with_a_suit_of_the_game(arg: int) -> None:
    match = played(["JK", "QD", "QC"], LEASTER)
    assert violation(match, Move(Kind.PLAY, cards("JK"), 0, arg)) == "malformed"


# --- what may be added to a choice ------------------------------------------------------------------


def test_nothing_is_added_to_discards_that_are_not_held() -> None:
    match = played(QUEENS, "take H")
    assert match.extend(0, cards("QD")) == Extension(0)
    assert match.extend(0, cards("QH"), cards("QH")) == Extension(0)
    assert match.extend(0, cards("QH")) == Extension(cards("7S 8S"))


# --- deals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "widow", "message"),
    [
        (["QH", "QD", "QC"], "", "the widow is two cards"),
        (["QH", "QD", "QC"], "7S", "the widow is two cards"),
        (["QH", "QD", "QC"], "7S 8S 9S", "the widow is two cards"),
        (["QH", "QD", "QH"], "7S 8S", "not so many of QH"),
        (["QH", "QD", "QC"], "7S QD", "not so many of QD"),
        (["QH JH", "QD", "QC"], "7S 8S", "of one size"),
        (["", "", ""], "7S 8S", "a card at least"),
        (["QH", "QD"], "7S 8S", "2 hands for 3 players"),
    ],
)
def test_t7_1_3_a_deal_is_equal_hands_and_a_widow(hands: list[str], widow: str, message: str) -> None:
    deal = Deal(tuple(map(PACK.read, hands)), PACK.read(widow))
    with pytest.raises(DealError, match=message):
        rules.start(OPTIONS, 3, deal, 0, MatchSoFar(1, 1))
