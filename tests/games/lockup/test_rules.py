"""Lockup's rules beyond the scenarios: what views show, what is refused while a loss is due, bad deals."""

from typing import Any

import pytest

from sevenfold.core.deal import Deal, DealError
from sevenfold.core.events import Event
from sevenfold.core.given import NoSuchSeat
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.views import Pile
from sevenfold.core.violations import IllegalMove
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.meta import META
from sevenfold.games.lockup.state import PACK
from sevenfold.games.lockup.view import LockupView

ONE_CLUB = ("AH 2S 5S", "2H 3S 6S", "3H 4S 7S", "4C 8S 9S")
ALL_LOCKED = ("2C 3C 4C 5C 6C 7C", "JC TC 9C 2S 2H 2D", "KC QC 3S 3H 3D 5H", "AC 4S 4H 4D 5D 5S")
STAIRCASE = ("2C", "9C", "QC", "AC", "3C", "TC", "KC", "4C", "JC", "5C")


def begin(*hands: str, first: int = 0, **options: object) -> Match[Any, Any]:
    cards = Deal(tuple(PACK.read(hand) for hand in hands))
    return Match(GAME, META.make_options(None, options), 4, cards, first)


def play(match: Match[Any, Any], *cards: str) -> None:
    """Let the seats to act play these cards; chance, where due, takes its first outcome."""
    for card in cards:
        lose_what_is_due(match)
        match.play_text(match.acting[0], card)


def lose_what_is_due(match: Match[Any, Any]) -> None:
    while GAME.rules.chance(match.state):
        match.play(CHANCE, GAME.rules.chance_move(match.state, 0))


def seen(match: Match[Any, Any]) -> LockupView:
    view = match.view(None)
    assert isinstance(view, LockupView)
    return view


def violation(match: Match[Any, Any], seat: int, text: str) -> str:
    with pytest.raises(IllegalMove) as error:
        match.play_text(seat, text)
    return error.value.rule


@pytest.mark.parametrize("seat", range(4))
def test_while_chance_is_due_nobody_else_may_act(seat: int) -> None:
    match = begin(*ONE_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    assert match.acting == ()
    assert match.extend(seat) == (0, ())
    assert violation(match, seat, match.view(seat).hand[0]) == "not_your_turn"
    assert violation(match, seat, "nonsense") == "not_your_turn"
    assert violation(match, seat, "0 lose 2S") == "not_your_turn"


@pytest.mark.parametrize("seat", [-2, 4, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(NoSuchSeat):
        violation(begin(*ONE_CLUB), seat, "AH")


def test_lu_5_3_every_card_of_the_hand_is_lost_equally_likely() -> None:
    match = begin(*ONE_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    outcomes = [GAME.rules.chance_move(match.state, index) for index in range(GAME.rules.chance(match.state))]
    assert [GAME.notation.write(move) for move in outcomes] == ["0 lose 2S", "0 lose 5S"]


def test_lu_5_3_the_others_see_how_many_cards_were_lost_and_the_owner_which() -> None:
    match = begin(*ONE_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    match.play_text(CHANCE, "0 lose 5S")
    for viewer in (None, 0, 1, 2, 3):
        view: Any = match.view(viewer)
        assert view.lost == (1, 0, 0, 0)
        assert view.hand_sizes == (1, 2, 2, 2)
        assert view.lost_cards == (("5S",) if viewer == 0 else ())
    assert match.view(0).hand == ("2S",)


def test_a_view_shows_the_trick_in_the_order_played_and_then_as_the_last_trick() -> None:
    match = begin(*ONE_CLUB, first=2)
    play(match, "3H", "4C")
    view: Any = match.view(None)
    begun = (Pile(2, ("3H",)), Pile(3, ("4C",)))
    assert (view.phase, view.leader, view.table, view.last_trick) == ("play", 2, begun, ())
    play(match, "AH", "2H")
    view = match.view(None)
    trick = (*begun, Pile(0, ("AH",)), Pile(1, ("2H",)))
    assert (view.phase, view.table, view.last_trick, view.taker) == ("lose", (), trick, 0)


def test_nobody_s_hand_is_shown_to_another() -> None:
    match = begin(*ONE_CLUB)
    for viewer in range(4):
        assert set(match.view(viewer).hand) == set(ONE_CLUB[viewer].split())
    assert match.view(None).hand == ()


@pytest.mark.parametrize(
    ("seat", "text", "values"),
    [
        (0, "4C", {"card": "4C"}),
        (0, "AS", {"card": "AS"}),
        (0, "nonsense", {}),
        (1, "2H", {}),
    ],
)
def test_a_refusal_gives_the_card_that_a_sentence_needs(seat: int, text: str, values: dict[str, str]) -> None:
    match = begin("4C 2S", "2H 3S", "3H 4S", "AH 8S")
    with pytest.raises(IllegalMove) as error:
        match.play_text(seat, text)
    assert error.value.details == values


# --- the story ------------------------------------------------------------------------------------


def test_lu_5_1_a_lockup_is_told_with_its_clubs() -> None:
    match = begin(*ONE_CLUB)
    play(match, "AH", "2H", "3H", "4C")
    assert match.ledger(None).events(4)[1:] == [
        Event(kind="trick", version=5, seat=0, cards=("AH", "2H", "3H", "4C")),
        Event(kind="locked", version=5, seat=0, count=1),
    ]


@pytest.mark.parametrize("loss", ["each_trick", "at_once"])
def test_lu_5_6_a_trick_that_passes_is_told_once(loss: str) -> None:
    match = begin(*ALL_LOCKED, lockup_loss=loss)
    play(match, *STAIRCASE)
    assert "passed" not in [event.kind for event in match.ledger(None).events()]
    lose_what_is_due(match)
    assert [event.kind for event in match.ledger(None).events()].count("passed") == 1
    assert match.acting == (0,)
    assert match.state.lost_sizes == [1, 2, 3, 4]


@pytest.mark.parametrize("loss", ["each_trick", "at_once"])
def test_lu_5_6_the_last_trick_may_pass(loss: str) -> None:
    match = begin(*(" ".join(hand.split()[:5]) for hand in ALL_LOCKED), lockup_loss=loss)
    play(match, *STAIRCASE)
    lose_what_is_due(match)
    assert match.round_over
    assert match.standing.result == (1, 1, 1, 1)


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (("AS", "KS", "QS"), "3 hands for 4 players"),
        (("AS", "KS", "QS", "JS", "TS"), "5 hands for 4 players"),
        (("AS", "KS", "QS", "AS"), "not so many of AS"),
        (("AS AS", "KS 2S", "QS 2S", "JS 3S"), "not so many of"),
        (("AS", "KS", "QS", "JS TS"), "must be of one size; these have 1, 1, 1, 2 cards"),
        (("AS", "KS", "QS", ""), "must be of one size"),
    ],
)
def test_a_deal_that_lockup_does_not_have_is_refused(hands: tuple[str, ...], message: str) -> None:
    with pytest.raises(DealError, match=message):
        begin(*hands)


def test_lu_1_3_no_card_is_left_over() -> None:
    hands = tuple(PACK.read(card) for card in ("AS", "KS", "QS", "JS"))
    with pytest.raises(DealError, match="no card is left over; here TS would be"):
        Match(GAME, META.options(), 4, Deal(hands, PACK.read("TS")), 0)


def test_lu_4_1_who_takes_the_trick_as_it_lies_is_shown_and_for_how_long_it_locks_up() -> None:
    match = begin(*ONE_CLUB, first=2)
    shown = [seen(match)]
    for card in ("3H", "4C", "AH", "2H"):
        play(match, card)
        shown.append(seen(match))
    assert [(view.winning, view.clubs) for view in shown] == [(None, 0), (2, 0), (2, 1), (0, 1), (None, 0)]
    assert shown[-1].locked[0] == 1
