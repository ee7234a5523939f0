"""What the table is shown of a round of LockSeven, so that it works out nothing by itself."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.bots.players import random_player
from sevenfold.cards.masks import mask_of, popcount
from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK
from sevenfold.games.lockseven.state import Phase, Seen, State
from sevenfold.games.lockseven.view import LockSevenView

Position = dict[str, object]
HEARTS: Position = {"host": 0, "called": "H", "trump": "H"}
HANDS = ("7H KS KS QS QS 9S", "7S 7S RJ RJ BJ BJ", "2S 3S 4S 5S 6S 8S", "7H 2D 3D 4D 5D 6D")


def begun(
    hands: tuple[str, ...], rest: str = "", position: Position | None = HEARTS, **options: str | int
) -> Match[State, Seen]:
    deal = Deal(tuple(PACK.read(hand) for hand in hands), PACK.read(rest))
    made = GAME.meta.make_options(None, options)
    return Match(GAME, made, 4, deal, 0, position=position)


def seen(match: Match[State, Seen], seat: int | None) -> LockSevenView:
    view = match.view(seat)
    assert isinstance(view, LockSevenView)
    return view


def after(match: Match[State, Seen], *moves: str) -> Match[State, Seen]:
    for move in moves:
        match.play_text(match.acting[0], move)
    return match


# --- the deal ---------------------------------------------------------------------------------------


def test_ls_2_3_a_seat_may_call_the_suits_whose_seven_it_holds() -> None:
    match = begun(HANDS, position=None)
    assert seen(match, 0).callable_suits == ("H",)
    assert seen(match, 2).callable_suits == seen(match, None).callable_suits == ()
    match.play_text(0, "call H")
    assert seen(match, 0).callable_suits == ()


def test_ls_3_4_the_host_alone_expects_the_suit_that_was_called() -> None:
    match = after(begun(HANDS, "AC AC KH", None), "call H")
    assert [seen(match, seat).expected_trump for seat in (0, 1, None)] == ["H", None, None]
    assert [row.suit for row in seen(match, 0).rows] == ["T", "S", "C"]


def test_ls_4_5_the_last_anti_call_is_the_trump_that_all_expect() -> None:
    match = after(begun(HANDS, "AC AC KH", None), "call H", "bury 9S AC KH")
    assert seen(match, 1).verb == "anti"
    assert seen(match, 1).cards_to_choose == 2
    match.play_text(1, "anti 7S 7S")
    assert {seen(match, seat).expected_trump for seat in (None, 0, 1, 2, 3)} == {"S"}
    assert seen(match, 1).verb == "bury"
    assert seen(match, 1).cards_to_choose == 3


# --- who is on which side ---------------------------------------------------------------------------


def test_ls_3_4_each_seat_is_shown_the_sides_as_far_as_it_knows_them() -> None:
    match = begun(HANDS)
    assert seen(match, None).roles == ("host", None, None, None)
    assert seen(match, 0).roles == ("host", None, None, None)
    assert seen(match, 1).roles == ("host", "attack", None, None)
    assert seen(match, 3).roles == ("host", "attack", "attack", "hidden_partner")


def test_ls_9_1_the_sides_points_are_shown_once_all_know_the_partner() -> None:
    hands = ("7H KS", "TS 2C", "3C 2S", "7H KD")
    match = after(begun(hands), "KS", "TS", "2S")
    assert seen(match, 1).stake == 20
    assert (seen(match, 1).attack, seen(match, 1).defense) == (None, None)
    match.play_text(3, "7H")
    assert {seen(match, seat).roles for seat in (None, 0, 1, 2, 3)} == {
        ("host", "attack", "attack", "partner")
    }
    assert (seen(match, 1).attack, seen(match, 1).defense, seen(match, 1).stake) == (0, 20, 0)


def test_section_8_who_takes_the_trick_as_it_lies_is_shown() -> None:
    match = begun(("KS KS 2D", "5S 5S 3D", "AS AS 4D", "6S 8S 7D"))
    winning = [seen(match, 1).winning]
    for play in ("KS KS", "5S 5S", "AS AS", "6S 8S"):
        match.play_text(match.acting[0], play)
        winning.append(seen(match, 1).winning)
    assert winning == [None, 0, 0, 2, None]


def test_ls_1_7_each_card_of_the_hand_comes_with_its_points() -> None:
    match = begun(
        ("7H KS TD TD 5C 5C RJ", "AS 2D 3D 4D 6D 2C 3C", "4C 6C 7C 8C 9C JC QC", "7H 2S 3S 4S 6S 8S 9S")
    )
    told = [(row.cards, row.points) for row in seen(match, 0).rows]
    assert told == [
        (("RJ", "7H"), (0, 0)),
        (("KS",), (10,)),
        (("TD", "TD"), (10, 10)),
        (("5C", "5C"), (5, 5)),
    ]


def test_ls_5_6_what_was_led_is_named_for_all() -> None:
    match = begun(("KS KS QS QS 2D", "5S 5S 6S 6S 3D", "2C 3C 4C 5C 4D", "2H 3H 4H 5H 7D"))
    assert seen(match, 2).led == ()
    match.play_text(0, "KS KS QS QS")
    assert [(part.kind, part.cards) for part in seen(match, 2).led] == [("tractor", ("KS", "KS", "QS", "QS"))]


# --- what must be played ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pairs", "tractors", "cards", "all_go"),
    [
        ("5S 5S 6S 6S TS TS", 2, (2,), "6S 6S 5S 5S", True),
        ("5S 5S TS TS 8S 9S", 2, (), "TS TS 5S 5S", True),
        ("5S 5S TS 8S 9S KS", 1, (), "5S 5S", True),
        ("5S TS 8S 9S 3S KS", 0, (), "KS TS 9S 8S 5S 3S", False),
        ("5S 5S 8S 2C 3C 4C", 0, (), "8S 5S 5S", True),
        ("2C 3C 4C 5C 6C 8C", 0, (), "", True),
    ],
)
def test_ls_7_2_a_seat_is_shown_what_must_be_among_its_follow(
    hand: str, pairs: int, tractors: tuple[int, ...], cards: str, all_go: bool
) -> None:
    match = begun(("7H QS QS JS JS 9H", hand, "2D 3D 4D 5D 6D 8D", "7H 2H 3H 4H 5H 6H"))
    match.play_text(0, "QS QS JS JS")
    assert seen(match, 0).follow is seen(match, 2).follow is None
    follow = seen(match, 1).follow
    assert follow is not None
    assert (follow.suit, follow.size) == ("S", 4)
    assert (follow.pairs, follow.tractors, " ".join(follow.cards)) == (pairs, tractors, cards)
    assert follow.all_go == all_go


@settings(max_examples=10)
@given(rng=st.randoms(use_true_random=True))
def test_ls_7_every_legal_follow_holds_what_is_shown(rng: Random) -> None:
    deal = list(PACK.cards)
    rng.shuffle(deal)
    hands = tuple(tuple(deal[seat * 12 : seat * 12 + 12]) for seat in range(4))
    match = Match(GAME, LockSevenOptions(), 4, Deal(hands), 0, position=HEARTS)
    while not match.round_over:
        seat = match.acting[0]
        move = random_player(GAME, rng)(match.seen(seat), seat)
        follow = seen(match, seat).follow
        assert (follow is None) == (seat == match.state.leader)
        if follow is not None and match.state.phase == Phase.PLAY:
            shown = mask_of(PACK.read(" ".join(follow.cards)))
            assert popcount(move.cards) + popcount(move.twice) == follow.size
            assert popcount(move.twice & shown) >= follow.pairs
            assert not follow.all_go or shown & ~move.cards == 0
            if follow.pairs == 0:
                assert move.cards & ~shown == 0 or len(follow.cards) < follow.size
                assert len(follow.cards) >= follow.size or shown & ~move.cards == 0
        match.play(seat, move)


# --- the result -------------------------------------------------------------------------------------


def test_ls_9_2_the_sum_is_shown_line_by_line() -> None:
    hands = ("7H QS", "KS KS", "TS 2C", "7H 3C")
    match = after(begun(hands, "TD 5D"), "QS", "KS", "TS", "3C", "KS", "2C", "7H", "7H")
    lines = {line.key: line for line in seen(match, None).result_lines}
    assert [line.rule for line in lines.values()] == ["LS-9.1", "LS-9.2", "LS-9.3", "LS-9.4"]
    bottom = lines["result.bottom"]
    assert (bottom.cards, bottom.points, bottom.times, bottom.count) == (("TD", "5D"), 15, 0, 0)
    assert lines["result.tricks"].count == 20
    assert lines["event.defense_wins"].count == 20
    assert lines["result.steps"].count == 2


def test_ls_3_6_a_conceded_round_and_ls_2_4_one_thrown_in_have_a_line_alone() -> None:
    match = after(begun(("7H 7H", "2S 3S", "4S 5S", "6S 8S"), "AC", None), "call H", "concede")
    assert [(line.rule, line.seat) for line in seen(match, None).result_lines] == [("LS-3.6", 0)]
    match = begun(("7H", "2S", "4S", "6S"), "AC", None)
    while not match.round_over:
        match.play_text(match.acting[0], "wait")
    assert [line.rule for line in seen(match, None).result_lines] == ["LS-2.4"]
