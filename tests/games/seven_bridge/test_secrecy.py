"""What is not shown: who is asked about a discard, who passed, which card was drawn."""

from random import Random
from typing import Any

import pytest

from sevenfold.core.ledger import step_events
from sevenfold.core.match import Match
from sevenfold.core.views import View
from sevenfold.core.violations import IllegalMove
from sevenfold.testing.contract.tables import TABLES, TableCase, moments
from tests.games.seven_bridge.positions import played

TABLES_HERE = {name: table for name, table in TABLES.items() if table.name == "seven_bridge"}

PAIR, NO_PAIR = "9S 9D QD 4C", "9S JD QD 4C"
"""What seat 2 holds when 9H is thrown, and seat 3 holds what is left."""


def after_the_nine(hand: str) -> Match[Any, Any]:
    other = "JD 2D" if hand == PAIR else "9D 2D"
    return played(["KS 2C", "8H TH 4D", hand, other], "2H 9H QS", "0 draw, 0 discard 9H")


def seen(match: Match[Any, Any], seat: int | None) -> View:
    return match.view(seat)


@pytest.mark.parametrize("viewer", [None, 0])
def test_sb_4_10_to_others_it_looks_the_same_whether_or_not_somebody_is_asked(viewer: int | None) -> None:
    asked, not_asked = after_the_nine(PAIR), after_the_nine(NO_PAIR)
    assert asked.acting == (2,)
    assert not_asked.acting == (1,)
    assert seen(asked, viewer) == seen(not_asked, viewer)
    assert seen(asked, viewer).acting == (1,)


def test_sb_4_10_who_is_asked_sees_it_and_nobody_else_to_act() -> None:
    view = seen(after_the_nine(PAIR), 2)
    assert view.acting == (2,)
    assert view.phase == "claim"


def test_sb_4_10_the_next_player_waits_and_is_not_told_for_whom() -> None:
    match = after_the_nine(PAIR)
    assert seen(match, 1).acting == ()
    assert seen(match, 1).phase == "draw"
    with pytest.raises(IllegalMove, match="not_your_turn"):
        match.play_text(1, "draw")


def test_sb_4_10_a_pass_is_told_to_its_maker_alone() -> None:
    match = after_the_nine(PAIR)
    step = match.play_text(2, "pass")
    for viewer in (None, 0, 1, 3):
        assert step_events(match.game, step, viewer, step.version) == []
    (event,) = step_events(match.game, step, 2, step.version)
    assert (event.kind, event.seat, event.move) == ("move", 2, "pass")


def test_sb_4_10_after_the_pass_all_is_as_if_nobody_had_been_asked() -> None:
    match = after_the_nine(PAIR)
    match.play_text(2, "pass")
    for viewer in (None, 0, 1, 3):
        view, other = seen(match, viewer), seen(after_the_nine(NO_PAIR), viewer)
        if viewer != 3:
            assert view == other
        assert view.acting == other.acting == (1,)


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_a_card_drawn_is_told_to_who_draws_it_alone(viewer: int | None) -> None:
    match = played(["KS 2C", "8H TH 4D", "3S 5S"], "2H 9H QS")
    step = match.play_text(0, "draw")
    (move,) = step_events(match.game, step, viewer, step.version)
    assert (move.kind, move.seat, move.move) == ("move", 0, "draw")
    _, drawn = step_events(match.game, step, 0, step.version)
    assert (drawn.kind, drawn.seat, drawn.cards) == ("drawn", 0, ("9H",))


@pytest.mark.parametrize("viewer", [None, 0])
def test_sb_3_4_a_card_from_a_stock_made_anew_is_told_to_who_draws_it_alone(viewer: int | None) -> None:
    match = played(["2C 9H", "KD 5S"], "AS 4H", "0 draw, 0 discard 4H, 1 draw")
    step = match.play_text(-1, "draw AS")
    (chance,) = step_events(match.game, step, viewer, step.version)
    assert (chance.kind, chance.seat, chance.move) == ("chance", None, "draw ?")
    own, drawn = step_events(match.game, step, 1, step.version)
    assert own.move == "draw AS"
    assert drawn.cards == ("AS",)


def test_the_end_shows_what_is_left_and_tells_who_went_out() -> None:
    match = played(["7S KD", "2C 4D", "3C 5D"], "9C 8S QH", "0 draw, 0 meld 7S 8S, 0 discard KD")
    view: Any = match.view(None)
    assert view.winner == 0
    assert [(pile.seat, pile.cards) for pile in view.left] == [(1, ("4D", "2C")), (2, ("5D", "3C"))]
    assert view.left_counts == (0, 6, 8)
    told = [(event.kind, event.seat, event.count) for event in match.ledger(None).events()[-3:]]
    assert told == [("out", 0, 28), ("concealed", 0, None), ("round", None, None)]


def test_before_the_end_no_hand_is_shown() -> None:
    view: Any = played(["7S KD", "2C 4D"], "9C 8S QH", "0 draw, 0 meld 7S 8S").view(1)
    assert view.winner is None
    assert view.left == ()
    assert view.left_counts == (0, 0)


def may_pon(match: Match[Any, Any]) -> list[int]:
    """The seats that are asked if everybody passes."""
    return [seat for seat in range(match.players) if match.round.asked(seat) is not None]


@pytest.mark.parametrize("table", TABLES_HERE.values(), ids=TABLES_HERE)
def test_sb_4_5_two_are_asked_only_where_all_can_see_that_two_might_be(table: TableCase) -> None:
    rng = Random(7)
    for _ in range(8):
        for match in moments(table.begin(table.deal(rng), rng), rng):
            public = match.seen(None)
            assert len(may_pon(match)) < 2 or match.game.claims_by_several(public)
            assert not match.game.claims_by_several(public) or match.claims_open


@pytest.mark.parametrize("joker_lies", [True, False])
def test_sb_4_5_two_might_be_asked_until_the_joker_is_seen(joker_lies: bool) -> None:
    hands, stock = ["9S JK 2C 3C", "9C 9D 2D 3D", "9H AS 4C 5C"], "9H 4S 5S 6S 7S"
    stock = stock.replace("9H", "KD")
    match = played(
        hands, stock, "0 draw, 0 discard JK" if joker_lies else "0 draw, 0 discard 2C", joker="yes"
    )
    match.play_text(1, "draw")
    match.play_text(1, "discard 2D")
    assert match.game.claims_by_several(match.seen(None)) is not joker_lies


def test_sb_4_10_each_is_asked_in_turn_from_the_discarder_on() -> None:
    match = played(["9S JK 5D 6D", "9C 9D 7C 8C", "2C 3C 4D 5C"], "9H KD QD", joker="yes")
    assert (match.acting, may_pon(match)) == ((0,), [0, 1])
    asked = match.round.asked(1)
    assert asked is not None
    assert match.acting == (0,)  # asking changes nothing
    match.play_text(0, "pass")
    assert may_pon(match) == [1]
    assert match.seen(1) == match.game.seen(asked, 1)
