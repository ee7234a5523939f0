"""What no table reaches: moves that only a program can make, and how the parts of the rules fit together."""

import pytest

from sevenfold.cards.masks import mask_of
from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.core.moves import Extension, Move
from sevenfold.games.trump7 import rules
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.state import DISCARD, PACK, PASS, PLAY_CARD, TAKE, State

OPTIONS = Trump7Options()


def cards(text: str) -> int:
    return mask_of(PACK.read(text))


def begin(*hands: str, widow: str = "7S 8S", moves: tuple[str, ...] = ()) -> Match[State]:
    match = Match(GAME, OPTIONS, 3, Deal(tuple(map(PACK.read, hands)), PACK.read(widow)), 0)
    for move in moves:
        match.play_text(match.acting[0], move)
    return match


def fault(match: Match[State], move: Move) -> str:
    return GAME.fault_name(rules.check(match.state, match.acting[0], move))


# --- moves that cannot be written -------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        Move(TAKE, cards("QH")),
        Move(TAKE, 0, cards("QH")),
        Move(TAKE, 0, 0, -1),
        Move(TAKE, 0, 0, 4),
        Move(PASS, cards("QH")),
        Move(PASS, 0, cards("QH")),
        Move(PASS, 0, 0, 1),
    ],
)
def test_a_bid_names_a_suit_at_most(move: Move) -> None:
    assert fault(begin("QH", "QD", "QC"), move) == "malformed"


@pytest.mark.parametrize("arg", [-1, 1])
def test_discards_name_no_suit(arg: int) -> None:
    match = begin("QH", "QD", "QC", moves=("take H",))
    assert fault(match, Move(DISCARD, cards("QH 8S"), 0, arg)) == "malformed"


@pytest.mark.parametrize("arg", [-1, 5])
def test_a_card_is_played_with_a_suit_of_the_game(arg: int) -> None:
    match = begin("JK", "QD", "QC", moves=("pass", "pass", "pass"))
    assert fault(match, Move(PLAY_CARD, cards("JK"), 0, arg)) == "malformed"


# --- what may be added to a choice ------------------------------------------------------------------


def test_nothing_is_added_to_discards_that_are_not_held() -> None:
    match = begin("QH", "QD", "QC", moves=("take H",))
    assert match.extend(0, cards("QD")) == Extension(0)
    assert match.extend(0, cards("QH"), cards("QH")) == Extension(0)
    assert match.extend(0, cards("QH")) == Extension(cards("7S 8S"))


# --- all is told by what everybody sees -------------------------------------------------------------


def test_the_result_follows_from_what_all_see_at_the_end() -> None:
    played = begin("QH TC", "QD TD", "QC KC", moves=("pass", "pass", "pass", "QH", "QD", "KC"))
    for move in ("TC", "TD", "QC"):
        played.play_text(played.acting[0], move)
    assert played.round_over
    assert rules.returns(played.seen(None)) == rules.returns(played.state)


def test_asking_for_the_result_changes_nothing() -> None:
    played = begin("QH TC", "TD QD", "QC KC", moves=("pass", "pass", "pass", "QH", "TD", "KC"))
    for move in ("TC", "QD", "QC"):
        played.play_text(played.acting[0], move)
    before = list(played.state.points)
    assert rules.returns(played.state) == rules.returns(played.state)
    assert played.state.points == before


# --- text -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take ♥️", Move(TAKE, arg=2)),
        (" Take\th ", Move(TAKE, arg=2)),
        ("PASS", Move(PASS)),
        ("JK ♠️", Move(PLAY_CARD, cards("JK"), 0, 4)),
        ("jk s", Move(PLAY_CARD, cards("JK"), 0, 4)),
        ("9c C", Move(PLAY_CARD, cards("9C"), 0, 1)),
        ("♥10", Move(PLAY_CARD, cards("TH"))),
        ("discard 10♥ 8d", Move(DISCARD, cards("TH 8D"))),
        ("discard", Move(DISCARD)),
        ("discard 8D 8D", Move(DISCARD, cards("8D"), cards("8D"))),
    ],
)
def test_a_move_is_read_as_it_may_be_typed(text: str, move: Move) -> None:
    assert GAME.notation.parse(text) == move


@pytest.mark.parametrize(
    "text", ["", "take", "take N", "take H D", "pass H", "JK N", "QH KH", "JK S S", "6H", "RJ", "discard 6H"]
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    assert fault(begin("QH", "QD", "QC"), GAME.notation.parse(text)) == "malformed"
