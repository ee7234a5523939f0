"""What the table is told besides the moves: how a choice is named, and which cards lay in the bottom."""

import pytest

from sevenfold.cards.masks import mask_of
from sevenfold.core.deal import Deal
from sevenfold.core.events import Event
from sevenfold.core.match import Match
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK
from sevenfold.games.lockseven.state import Seen, State
from sevenfold.games.lockseven.view import LockSevenView

HANDS = ("7H KS KS QS QS 9S", "7S 7S RJ RJ BJ BJ", "2S 3S 4S 5S 6S 8S", "7H 2D 3D 4D 5D 6D")
DEAL = Deal(tuple(PACK.read(hand) for hand in HANDS), PACK.read("AC AC KH"))


def named(cards: str) -> list[tuple[str, str]]:
    """The parts of these cards with hearts as trump, by their kinds and in words."""
    position = {"host": 0, "called": "H", "trump": "H"}
    state = GAME.position.set_up(LockSevenOptions(), 4, DEAL, 0, position)
    kinds = PACK.read(cards)
    twice = mask_of([kind for kind in kinds if kinds.count(kind) == 2])
    parts = GAME.view.named_parts(GAME.seen(state, 0), mask_of(kinds), twice)
    return [(part.kind, " ".join(part.cards)) for part in parts]


@pytest.mark.parametrize(
    ("cards", "parts"),
    [
        ("9S", [("single", "9S")]),
        ("KS KS", [("pair", "KS KS")]),
        ("QS QS KS KS", [("tractor", "KS KS QS QS")]),
        (
            "KS KS 9S QS QS",
            [("throw", "KS KS QS QS 9S"), ("tractor", "KS KS QS QS"), ("single", "9S")],
        ),
        ("7S 7S AH AH", [("tractor", "7S 7S AH AH")]),
        ("KS 7H", []),
    ],
)
def test_ls_5_6_a_choice_is_named_by_its_parts(cards: str, parts: list[tuple[str, str]]) -> None:
    assert named(cards) == parts


def test_ls_5_5_what_is_followed_with_is_no_throw_and_a_pair_kept_back_would_do() -> None:
    hands = ("KS KS 2C", "9S 9S 5S", "7C 3S 2D", "7H 4C 5D")
    deal = Deal(tuple(PACK.read(hand) for hand in hands), ())
    position = {"host": 0, "called": "H", "trump": "H"}
    match = Match(GAME, LockSevenOptions(), 4, deal, 0, position=position)
    assert GAME.view.would_do(match.seen(0), 0) is None
    match.play_text(0, "KS KS")
    seen = match.seen(1)
    assert GAME.view.named_parts(seen, mask_of(PACK.read("9S 5S")), 0) == ()
    assert GAME.view.would_do(seen, 1) == ("9S", "9S")
    shown = GAME.view.show(seen, 1, 1 << 1)
    assert isinstance(shown, LockSevenView)
    assert [part.kind for part in shown.led] == ["pair"]


def bottoms(match: Match[State, Seen], viewer: int | None) -> list[Event]:
    return [event for event in match.ledger(viewer).events() if event.kind == "bottom_taken"]


def test_ls_3_5_who_takes_up_the_bottom_is_told_its_cards_and_nobody_else() -> None:
    match = Match(GAME, LockSevenOptions(), 4, DEAL, 0)
    match.play_text(0, "call H")
    assert bottoms(match, 0)[-1].cards == ("KH", "AC", "AC")
    assert {bottoms(match, viewer)[-1].cards for viewer in (None, 1, 2, 3)} == {()}


def test_ls_4_2_the_next_who_takes_up_the_bottom_is_told_what_was_buried() -> None:
    match = Match(GAME, LockSevenOptions(), 4, DEAL, 0)
    for seat, move in ((0, "call H"), (0, "bury 9S AC KH"), (1, "anti RJ RJ")):
        match.play_text(seat, move)
    assert bottoms(match, 1)[-1].cards == ("9S", "KH", "AC")
    assert bottoms(match, 0)[-1].cards == ()
