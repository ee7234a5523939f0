"""Trump 7's moves, positions and views as text."""

from typing import Any

import pytest

from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import Move
from sevenfold.core.views import Pile
from sevenfold.core.violations import IllegalMove
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.state import PACK, Kind
from tests.games.trump7.positions import LEASTER, OPTIONS, cards, played

HANDS = ["QS QD QC", "JK JD JC", "JS TD TC"]


# --- moves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take ♥️", Move(Kind.TAKE, arg=2)),
        (" Take\th ", Move(Kind.TAKE, arg=2)),
        ("PASS", Move(Kind.PASS)),
        ("JK ♠️", Move(Kind.PLAY, cards("JK"), 0, 4)),
        ("jk s", Move(Kind.PLAY, cards("JK"), 0, 4)),
        ("9c C", Move(Kind.PLAY, cards("9C"), 0, 1)),
        ("♥10", Move(Kind.PLAY, cards("TH"))),
        ("discard 10♥ 8d", Move(Kind.DISCARD, cards("TH 8D"))),
        ("discard", Move(Kind.DISCARD)),
        ("discard 8D 8D", Move(Kind.DISCARD, cards("8D"), cards("8D"))),
    ],
)
def test_a_move_is_read_as_it_may_be_typed(text: str, move: Move) -> None:
    assert GAME.notation.parse(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take N",
        "take H D",
        "pass H",
        "JK N",
        "QH KH",
        "QH QH",
        "JK S S",
        "6H",
        "RJ",
        "discard 6H",
    ],
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    for moves in ("", "take H", f"{LEASTER}, QD"):
        assert refused(moves, text).rule == "malformed"


def test_cards_are_written_in_the_game_s_order() -> None:
    assert GAME.notation.write(GAME.notation.parse("discard 7c jk")) == "discard JK 7C"
    assert GAME.notation.write(GAME.notation.parse("discard 8d 10h 8d")) == "discard TH 8D 8D"


# --- refusals ---------------------------------------------------------------------------------------


def refused(moves: str, text: str) -> IllegalMove:
    """The refusal of a move after these moves, by whoever's turn it is."""
    match = played(HANDS, moves)
    with pytest.raises(IllegalMove) as error:
        match.play_text(match.acting[0], text)
    return error.value


@pytest.mark.parametrize(
    ("moves", "text", "violation", "values"),
    [
        ("take H", "discard QS JC", "not_held", {"card": "JC"}),
        ("take H", "discard QS QS 7S", "not_held", {"card": "QS"}),
        ("take H", "discard QS", "T7-2.3", {}),
        ("take H", "QS", "malformed", {}),
        ("take H, discard 7S 8S, QD", "JC", "T7-4.2", {"card": "JC", "suit": "D"}),
        ("take C, discard 7S 8S, QC", "JD", "T7-4.2", {"card": "JD", "suit": "C"}),
        ("take C, discard 7S 8S, QS, JK, JS", "JD J", "malformed", {}),
        ("take C, discard 7S 8S, QS", "JK S", "T7-5.3", {"card": "JK"}),
        (f"{LEASTER}, QS, JK, JS", "JD D", "T7-5.3", {"card": "JD"}),
    ],
)
def test_a_refusal_gives_what_a_sentence_needs(
    moves: str, text: str, violation: str, values: dict[str, str]
) -> None:
    refusal = refused(moves, text)
    assert (refusal.rule, refusal.details) == (violation, values)


# --- views ------------------------------------------------------------------------------------------

TAKEN = "take H, discard 7S QC, QS, JD, JS, QD, JC, TD, 8S, JK"
PASSED = f"{LEASTER}, QS, JD, JS, QD, JC, TD, QC, JK"
Aside = tuple[tuple[str, ...], tuple[str, ...]]


def seen_aside(moves: str) -> dict[int | None, Aside]:
    """The widow and the discards as each seat sees them, and as a spectator does."""
    match = played(HANDS, moves)
    views: dict[int | None, Any] = {viewer: match.view(viewer) for viewer in (0, 1, 2, None)}
    return {viewer: (view.widow, view.discards) for viewer, view in views.items()}


def test_t7_2_5_the_widow_and_the_discards_are_seen_by_the_player_and_in_the_end_by_all() -> None:
    nothing: Aside = ((), ())
    assert set(seen_aside("").values()) == {nothing}
    assert seen_aside("take H") == {0: (("8S", "7S"), ()), 1: nothing, 2: nothing, None: nothing}
    both = (("8S", "7S"), ("7S", "QC"))
    assert seen_aside(TAKEN) == {0: both, 1: nothing, 2: nothing, None: nothing}
    assert set(seen_aside(f"{TAKEN}, TC").values()) == {both}


def test_t7_2_5_in_a_leaster_the_widow_is_seen_in_the_end() -> None:
    assert set(seen_aside(PASSED).values()) == {((), ())}
    assert set(seen_aside(f"{PASSED}, TC").values()) == {(("8S", "7S"), ())}


def test_a_view_shows_the_trick_in_the_order_played_and_then_as_the_last_trick() -> None:
    view: Any = played(HANDS, "pass, take H, discard 7S 8S, QD").view(None)
    assert (view.phase, view.leader, view.player, view.trump) == ("play", 0, 1, "H")
    assert (view.table, view.last_trick) == ((Pile(0, ("QD",)),), ())
    view = played(HANDS, "pass, take H, discard 7S 8S, QD, JD, TD").view(None)
    trick = (Pile(0, ("QD",)), Pile(1, ("JD",)), Pile(2, ("TD",)))
    assert (view.table, view.last_trick, view.taker) == ((), trick, 0)
    assert (view.points, view.tricks, view.tricks_left) == ((15, 0, 0), (1, 0, 0), 2)


@pytest.mark.parametrize(
    ("moves", "phase"),
    [("", "bid"), ("pass, pass", "bid"), ("take S", "discard"), (LEASTER, "play"), (f"{TAKEN}, TC", "over")],
)
def test_a_view_names_the_phase(moves: str, phase: str) -> None:
    assert played(HANDS, moves).view(None).phase == phase


# --- positions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "widow", "message"),
    [
        ({}, "", "a position is"),
        ({"player": 3, "trump": "H"}, "", "a position is"),
        ({"player": -1, "trump": "H"}, "", "a position is"),
        ({"player": "0", "trump": "H"}, "", "a position is"),
        ({"player": True, "trump": "H"}, "", "a position is"),
        ({"player": 0}, "", "a position is"),
        ({"player": None, "trump": "H"}, "", "a position is"),
        ({"player": 0, "trump": "H", "host": 1}, "", "a position is"),
        ({"player": 0, "trump": "N"}, "", "trump: N is no suit"),
        ({"player": 0, "trump": None}, "", "trump: None is no suit"),
        ({"player": 0, "trump": "H"}, "7S", "two cards are left, or none"),
    ],
)
def test_a_position_that_is_none(position: dict[str, object], widow: str, message: str) -> None:
    deal = Deal(tuple(map(PACK.read, HANDS)), PACK.read(widow))
    with pytest.raises(DealError, match=message):
        GAME.position.set_up(OPTIONS, 3, deal, 0, position)


@pytest.mark.parametrize("widow", ["", "7S TH"])
def test_the_cards_left_in_a_position_are_the_discards(widow: str) -> None:
    deal = Deal(tuple(map(PACK.read, HANDS)), PACK.read(widow))
    state = GAME.position.set_up(OPTIONS, 3, deal, 2, {"player": 1, "trump": "h"})
    assert PACK.write_mask(state.discards[1]) == widow
    assert (state.player, state.leader) == (1, 2)
